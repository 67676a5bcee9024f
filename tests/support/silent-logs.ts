import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLeaks } from './logs.ts'

/**
 * Global setup of tests that start servers: at the end no server's log may hold what tests typed into forms and calls.
 * @throws Error that names the lines
 */
export default function watchLogs(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-logs-'))
  process.env.TEST_LOGS = folder
  return () => {
    // A selection of tests may start no server, or type nothing.
    const endings = new Set(readdirSync(folder).map((name) => name.split('.').at(-1)))
    const leaks = endings.has('log') && endings.has('typed') ? findLeaks(folder) : []
    rmSync(folder, { recursive: true, force: true })
    if (leaks.length > 0) throw new Error(leaks.slice(0, 20).join('\n'))
  }
}
