import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openingInstant, type RunningServer } from './server.ts'

/** Runs a verb of the operator's command line on a running server's data. @returns what it printed */
export async function operate(server: RunningServer, ...args: string[]): Promise<string> {
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    SANDBOX: '1',
    DATA_DIR: server.dataDir,
    SANDBOX_CLOCK: openingInstant,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/shop.ts', ...args], { env })
  return stdout
}
