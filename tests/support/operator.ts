import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { openDatabase, type Transaction } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openingInstant, type RunningServer } from './server.ts'

const root = join(import.meta.dirname, '..', '..')

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

/** A shop's data folder, and its operator's command line: the real program, on the demo shop's database. */
export function openOperator(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-operator-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return {
    dataDir,
    write(name: string, content: string | Buffer): string {
      writeFileSync(join(dataDir, name), content)
      return join(dataDir, name)
    },
    /** A named pipe, on which a program blocks until the test reads or writes. @returns its path */
    makePipe(name: string): string {
      execFileSync('mkfifo', [join(dataDir, name)])
      return join(dataDir, name)
    },
    start(...args: string[]) {
      return spawn(process.execPath, ['server/cli/shop.ts', ...args], {
        cwd: root,
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          SANDBOX: '1',
          DATA_DIR: dataDir,
          LOG_LEVEL: 'silent',
          ...env,
        },
      })
    },
    run(...args: string[]): Promise<{ code: number | null; output: string }> {
      const child = this.start(...args)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
    },
    async look<Result>(at: (query: Transaction) => Promise<Result>): Promise<Result> {
      const database = openDatabase(join(dataDir, 'balcao.db'))
      try {
        await migrate(database)
        return await at(database.query)
      } finally {
        await database.close()
      }
    },
  }
}
