import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from './debian.ts'
import { freePort } from './ports.ts'
import { ordinaryUser, settles } from './postgres.ts'

/** Whether `startPooler` will find PgBouncer; installs Debian's package where it can. */
export function providePooler(): boolean {
  return findPooler() !== undefined || (installDebianPackage('pgbouncer') && findPooler() !== undefined)
}

/** Vitest's global setup, after PostgreSQL's: workers of a project with `TEST_POOLER` reach their databases through it. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPooler(process.env.TEST_DATABASE_URL ?? '')
  process.env.TEST_POOLER_URL = url
  return stop
}

/**
 * PgBouncer in transaction mode before the PostgreSQL at `server`, for all its databases: few connections, taken in turn, so
 * that hardly any two transactions of a client meet the same one. Ends with this process, even by SIGKILL.
 */
async function startPooler(server: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = findPooler()
  if (program === undefined) throw new Error('PgBouncer not available')
  const folder = mkdtempSync(join(tmpdir(), 'balcao-pooler-'))
  const [{ hostname, port, username, password, pathname }, ownPort] = [new URL(server), await freePort()]
  const login = `user=${decodeURIComponent(username)}${password && ` password=${decodeURIComponent(password)}`}`
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    // More than any test has wait for a lock.
    default_pool_size: 12,
    server_round_robin: 1,
    max_client_conn: 1000,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [`[databases]`, `* = host=${hostname} port=${port || 5432} ${login}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  const user = ordinaryUser()
  for (const path of user ? [folder, file] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
  // The pipe closes when this process ends: then the shell stops the pooler.
  const guard = spawn(
    'sh',
    [
      '-c',
      '"$@" >log 2>&1 & pooler=$!; cat >/dev/null; kill -INT $pooler; wait $pooler; rm -rf "$PWD"',
      'sh',
      program,
      file,
    ],
    { ...user, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const stopped = once(guard, 'exit')
  const stop = async () => {
    guard.stdin.end()
    await stopped
  }
  const url = `postgres://postgres@127.0.0.1:${ownPort}`
  if (await settles(url + pathname, true)) return { url, stop }
  await stop()
  throw new Error('PgBouncer did not start')
}

function findPooler(): string | undefined {
  return findProgram('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find((path) => existsSync(path))
}
