import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../server/cli/run-command.ts'
import { openDatabase, type Transaction } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import { copyTemplate } from './database.ts'
import { openingInstant, type RunningServer } from './server.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Runs a verb of the operator's command line on a running server's data.
 * @returns what it printed
 * @throws Error with what it printed, when it refuses
 */
export async function operate(server: RunningServer, ...args: string[]): Promise<string> {
  const { code, output } = await command(args, {
    DATA_DIR: server.dataDir,
    SANDBOX_CLOCK: openingInstant,
    // The pretend bank is the running server's.
    PORT: new URL(server.url).port,
  })
  if (code !== 0) throw new Error(output)
  return output
}

/** Runs a command as the program does, in this process: a process of its own would cost more than most commands. */
async function command(args: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(`${line}\n`)
  const code = await runCommand(args, {
    env: { SANDBOX: '1', LOG_LEVEL: 'silent', ...env },
    print,
    printError: print,
  })
  return { code, output: lines.join('') }
}

/** The demo shop's data folder, and its operator's command line. */
export function openDemoOperator(env?: Record<string, string>) {
  const operator = openOperator(env)
  copyTemplate('demo', join(operator.dataDir, 'balcao.db'))
  return operator
}

/** An empty data folder, and its operator's command line. */
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
    /** Starts the real program, a process that can be killed. */
    start(...args: string[]) {
      return spawn(process.execPath, ['server/cli/shop.ts', ...args], {
        cwd: root,
        env: {
          NODE_ENV: 'production',
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          PATH: process.env.PATH,
          SANDBOX: '1',
          DATA_DIR: dataDir,
          LOG_LEVEL: 'silent',
          ...env,
        },
      })
    },
    /** The same as a process of its own, to its end. */
    runProgram(...args: string[]): Promise<{ code: number | null; output: string }> {
      const child = this.start(...args)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
    },
    run: (...args: string[]) => command(args, { DATA_DIR: dataDir, ...env }),
    runWith: (more: Record<string, string>, ...args: string[]) => command(args, { DATA_DIR: dataDir, ...env, ...more }),
    async look<Result>(at: (db: Transaction) => Promise<Result>): Promise<Result> {
      const database = openDatabase(join(dataDir, 'balcao.db'))
      try {
        await migrate(database)
        return await at(database.db)
      } finally {
        await database.close()
      }
    },
  }
}
