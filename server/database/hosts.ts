import type { ClientBase, Pool, PoolClient, PoolConfig } from 'pg'
import { isUnavailable } from './failures.ts'
import { loadPg } from './pg.ts'

/** A connection, and what stands between it and the server. */
interface Connected {
  client: PoolClient
  /** A pooler (PgBouncer) hands on each transaction to any of its own connections: none of them is this one's. */
  isPooled: boolean
  /** Called when it has not answered for long: ends all connections to its server if that takes no new one either. */
  suspect: () => void
}

/** The connections to one server. */
interface Host {
  pool: Pool
  clients: Set<PoolClient>
}

/** How long a server may take for a new connection before it counts as lost, in milliseconds: a busy one may be slow. */
const lostMs = 10_000

const standsBehindPooler = new WeakSet<ClientBase>()

/**
 * Opens a database on several servers, `postgres://user:password@first,second:5433/shop`: the one in use is left when it cannot
 * be reached, for the next that takes writes. With a single server it is used as it is.
 * @param options of the pool for each server
 */
export function openHosts(location: string, options: PoolConfig) {
  const pg = loadPg()
  const urls = hostUrls(location)
  const hosts = urls.map(open)
  let current = 0
  return { connect, counts, end }

  /** @throws the last server's error, where none of them takes writes */
  async function connect(): Promise<Connected> {
    for (let left = hosts.length; ; left -= 1) {
      const asked = current
      try {
        const client = await (hosts[asked] as Host).pool.connect()
        leaveAllBut(asked)
        return { client, isPooled: standsBehindPooler.has(client), suspect: () => void check(asked) }
      } catch (error) {
        if (left === 1 || !isUnavailable(error)) throw error
        moveOn(asked)
      }
    }
  }

  /** Unless another query has moved on already. */
  function moveOn(asked: number): void {
    if (current === asked) current = (asked + 1) % hosts.length
  }

  function leaveAllBut(used: number): void {
    for (const index of hosts.keys()) if (index !== used) leave(index)
  }

  /**
   * Ends what is left of connections to a server that is no longer used. One that lost its power does not even refuse: its
   * queries would wait for a quarter of an hour.
   */
  function leave(index: number): void {
    const { pool, clients } = hosts[index] as Host
    if (clients.size === 0) return
    hosts[index] = open(urls[index] as string)
    for (const client of clients) client.end().catch(() => {})
    pool.end().catch(() => {})
  }

  /** Whether a server that has not answered a query for long is still there. */
  async function check(index: number): Promise<void> {
    const { pool } = hosts[index] as Host
    const probe = new pg.Client({ ...options, connectionString: urls[index], connectionTimeoutMillis: lostMs })
    probe.on('error', () => {})
    try {
      await probe.connect()
    } catch (error) {
      if (!isUnavailable(error) || hosts[index]?.pool !== pool) return
      leave(index)
      moveOn(index)
    } finally {
      probe.end().catch(() => {})
    }
  }

  /** Of the server in use. */
  function counts() {
    const { totalCount, idleCount, waitingCount } = (hosts[current] as Host).pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  async function end(): Promise<void> {
    await Promise.all(hosts.map(({ pool }) => pool.end()))
  }

  function open(connectionString: string): Host {
    const clients = new Set<PoolClient>()
    const pool = new pg.Pool({ ...options, connectionString, onConnect: (client) => examine(client, urls.length > 1) })
    // A dropped connection fails its query and is replaced for the next one. Without this listener, an idle connection's
    // error event would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      clients.add(client)
    })
    pool.on('remove', (client) => clients.delete(client))
    return { pool, clients }
  }
}

/** The address of each server, in the order given. */
export function hostUrls(location: string): string[] {
  const [whole, start, hosts = '', end] = /^(\w+:\/\/(?:[^/]*@)?)([^/?]+)(.*)$/.exec(location) ?? []
  return whole === undefined ? [location] : hosts.split(',').map((host) => `${start}${host}${end}`)
}

/** Runs on each new connection. Behind a pooler the process at its other end is not the one that it was told of. */
async function examine(client: ClientBase, mustWrite: boolean): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby, pg_backend_pid() as process')
  const [server] = rows as { standby: boolean; process: number }[]
  if (mustWrite && server?.standby) {
    throw Object.assign(new Error('this server is a standby, which takes no writes'), { code: '25006' })
  }
  // Its types do not have it.
  const { processID } = client as ClientBase & { processID?: number | null }
  if (server?.process !== processID) standsBehindPooler.add(client)
}
