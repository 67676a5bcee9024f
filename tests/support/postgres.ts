import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findProgram, installDebianPackage } from './debian.ts'
import { freePort } from './ports.ts'
import { makePostgresTemplates } from './templates.ts'

type Postgres = { url: string; stop: () => Promise<void> }

/** A test's own cluster, whose server it can stop and restart with the same data. */
interface OwnPostgres extends Postgres {
  goDown: () => Promise<void>
  comeBack: () => Promise<void>
  /** SIGKILL for all its processes: a crash. */
  kill9: () => Promise<void>
  /** Leaves its connections open and answers nothing, as a machine without power does, until `thaw`. */
  freeze: () => void
  thaw: () => void
}

/**
 * A PostgreSQL for tests: the one `TEST_DATABASE_URL` names, else a temporary cluster made with the machine's programs or
 * those of Debian's package. Null if neither is available. The cluster is deleted when this process ends, even by SIGKILL.
 */
export async function startPostgres(): Promise<Postgres | null> {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  return providePostgres() ? startCluster(findPrograms() as string) : null
}

/**
 * One for this test alone, with its own settings, its data in an empty folder if one is given; null if PostgreSQL's programs are
 * not available.
 */
export async function startOwnPostgres(
  settings: Record<string, string> = {},
  dataFolder?: string,
): Promise<OwnPostgres | null> {
  const programs = findPrograms()
  return programs === undefined ? null : startCluster(programs, settings, { dataFolder })
}

/** Whether `startPostgres` will find one; installs Debian's package where it can. */
export function providePostgres(): boolean {
  if (process.env.TEST_DATABASE_URL || findPrograms()) return true
  return installDebianPackage('postgresql') && findPrograms() !== undefined
}

/** Vitest's global setup of the projects on PostgreSQL. */
export async function setup(): Promise<() => Promise<void>> {
  // Made already, for another project of this run.
  if (process.env.TEST_POSTGRES_TEMPLATES) return async () => {}
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL not available')
  process.env.TEST_DATABASE_URL = postgres.url
  const dropTemplates = await makePostgresTemplates(postgres.url)
  return async () => {
    await dropTemplates()
    await postgres.stop()
  }
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = findProgram('initdb')
  return [...versions.map((version) => join(debian, version, 'bin')), ...(onPath ? [dirname(onPath)] : [])].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

async function startCluster(
  programs: string,
  more: Record<string, string> = {},
  { dataFolder }: { dataFolder?: string | undefined } = {},
): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'balcao-postgres-'))
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)

  const data = join(dataFolder ?? folder, 'data')
  if (dataFolder !== undefined) {
    mkdirSync(data, { mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
  }
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  // What a test does to a folder of its own must find the cluster on the disk.
  if (dataFolder === undefined) options.push('--no-sync')
  const made = spawnSync(join(programs, 'initdb'), options, { ...user, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.error ?? made.stderr}`)
  }

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    ...more,
  }
  // A shell that stops and starts the server on commands from a pipe. The pipe closes when this process ends, even by
  // SIGKILL: then the shell stops the server and deletes its data.
  const guard = spawn(
    'sh',
    [
      '-c',
      `start() { "$0" "$@" >>log 2>&1 & server=$!; }
       all() { kill -$1 $server $(cat /proc/$server/task/$server/children); }
       stop() { kill -INT $server; wait $server; }
       kill9() { all KILL; wait $server; }
       freeze() { all STOP; }
       thaw() { all CONT; }
       start "$@"; while read -r order; do $order "$@"; done; stop; rm -rf "$PWD"`,
      join(programs, 'postgres'),
      ...['-D', data],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...user, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const stopped = once(guard, 'exit')
  const stop = async () => {
    guard.stdin.end()
    await stopped
  }

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const tell = async (order: 'start' | 'stop' | 'kill9') => {
    guard.stdin.write(`${order}\n`)
    if (await settles(url, order === 'start')) return
    throw new Error(`PostgreSQL did not ${order}:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
  }
  if (await settles(url, true)) {
    return {
      url,
      stop,
      goDown: () => tell('stop'),
      comeBack: () => tell('start'),
      kill9: () => tell('kill9'),
      freeze: () => void guard.stdin.write('freeze\n'),
      thaw: () => void guard.stdin.write('thaw\n'),
    }
  }
  const log = readFileSync(join(folder, 'log'), 'utf8')
  await stop()
  throw new Error(`PostgreSQL did not start:\n${log}`)
}

/** Linux's folder in memory, where a test's databases cost half as much as on a disk; undefined without 4 GiB to spare. */
export function folderInMemory(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3 ? folder : undefined
}

/** The user that PostgreSQL runs as, since it refuses root. */
export function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) =>
    ['postgres', 'nobody']
      .map((name) => spawnSync('id', [option, name], { encoding: 'utf8' }))
      .find((result) => result.status === 0)?.stdout
  return { uid: Number(id('-u')), gid: Number(id('-g')) }
}

/** Waits until the server is up, or down; false after a minute and a half. */
export async function settles(url: string, isUp: boolean): Promise<boolean> {
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline) {
    if ((await answers(url)) === isUp) return true
    await sleep(100)
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // A server that is killed says so to whoever is just connected.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
