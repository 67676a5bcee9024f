import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ServerProcess } from './server.ts'

/** The clock of a server that is started with this environment. */
export function openMovableClock() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  const preload = `--import=${new URL('./moved-clock.ts', import.meta.url).href}`
  return {
    env: { NODE_OPTIONS: preload, MOVED_CLOCK: file },
    move({ process }: ServerProcess, minutes: number): void {
      writeFileSync(file, String(minutes * 60_000))
      process.kill('SIGUSR2')
    },
  }
}
