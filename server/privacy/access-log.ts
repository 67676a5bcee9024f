import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { shopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type Reencrypted, type ReencryptionOptions, reencryptColumn } from '../platform/reencryption.ts'
import { retentionMinutes } from '../platform/retention.ts'
import type { Audit } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** A use of the shop from an address, by who was signed in: `customer 12`, `staff 3`, or null. */
export interface Access {
  ip: string
  /** Null where a reverse proxy does not tell it. */
  port: number | null
  account: string | null
}

/** What one address did between two writes. */
export interface AccessRecord extends Access {
  firstAt: string
  lastAt: string
  requests: number
}

interface AccessFilter {
  /** Days in São Paulo, yyyy-MM-dd, both included. */
  from: string
  to: string
  ip?: string | undefined
}

/** Records that wait in memory at most, while the database is away: then the log says that some were lost. */
const maxWaiting = 200_000
/** Records in a row: one of a flood must not be of any size. */
const perRow = 5_000

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  audit: Pick<Audit, 'record'>
  log: { warn(details: { reason: string }, message: string): void }
}

export type AccessLog = ReturnType<typeof createAccessLog>

/**
 * Who used the shop from which address, for six months and under secrecy, as the Marco Civil da Internet (art. 15) demands of a
 * company; no law lets it be erased earlier. Requests only add to memory; every few seconds a row is written, encrypted by a key
 * of its day's own.
 */
export function createAccessLog({ database, clock, encryption, audit, log }: Deps) {
  const { db, transact } = database
  let unwritten = new Map<string, AccessRecord>()
  return { note, flush, read, eraseOld, reencrypt }

  function note({ ip, port, account }: Access): void {
    const now = clock.now()
    const at = now.toISOString()
    const key = `${ip} ${port} ${account} ${shopDay(now)}`
    const record = unwritten.get(key)
    if (record) {
      record.lastAt = at
      record.requests += 1
    } else if (unwritten.size < maxWaiting)
      unwritten.set(key, { ip, port, account, firstAt: at, lastAt: at, requests: 1 })
    else log.warn({ reason: 'access log' }, 'the access log cannot be written, and has no room left')
  }

  /** Writes what waits; called periodically, and before the process ends. What cannot be written waits on. */
  async function flush(): Promise<void> {
    if (unwritten.size === 0) return
    const records = unwritten
    unwritten = new Map()
    try {
      await transact(async (tx) => {
        for (const [day, ofDay] of byDay(records.values()))
          for (let start = 0; start < ofDay.length; start += perRow) {
            const text = JSON.stringify(ofDay.slice(start, start + perRow))
            const records_encrypted = encryption.forDay(day).encryptText(text, contextOf(day))
            await tx.insertInto('access_log').values({ day, records_encrypted }).execute()
          }
      })
    } catch (error) {
      for (const [key, record] of records) unwritten.set(key, mergeRecords(record, unwritten.get(key)))
      throw error
    }
  }

  /**
   * In the order of time. Each look leaves its line in the audit trail before anything is read.
   * @throws ShopError "staff.forbidden"
   */
  async function* read(actor: Actor, { from, to, ip }: AccessFilter): AsyncGenerator<AccessRecord> {
    requirePermission(actor, 'accessLog.read')
    await audit.record(
      db,
      actor,
      'accessLog.read',
      { type: 'access log', id: null },
      [from, to, ip].filter(Boolean).join(' '),
    )
    for await (const records of recordsOf(from, to))
      yield* records.filter((record) => ip === undefined || record.ip === ip)
  }

  async function* recordsOf(from: string, to: string): AsyncGenerator<AccessRecord[]> {
    const inDays = db.selectFrom('access_log').selectAll().where('day', '>=', from).where('day', '<=', to).orderBy('id')
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows: Row<'access_log'>[] = await inDays.where('id', '>', last).limit(20).execute()
      for (const { day, records_encrypted } of rows)
        yield JSON.parse(encryption.forDay(day).decryptText(records_encrypted, contextOf(day)))
      last = rows.at(-1)?.id
    }
  }

  /** Called periodically. */
  async function eraseOld(): Promise<void> {
    const before = shopDay(minutesAfter(clock.now(), -retentionMinutes('accessLog')))
    await db.deleteFrom('access_log').where('day', '<', before).execute()
  }

  function reencrypt(options: ReencryptionOptions): AsyncGenerator<Reencrypted> {
    const column = { table: 'access_log', column: 'records_encrypted', contextColumn: 'day', contextOf }
    return reencryptColumn({ db, encryption }, { ...column, keysOf: (day: string) => encryption.forDay(day) }, options)
  }
}

function byDay(records: Iterable<AccessRecord>): Map<string, AccessRecord[]> {
  const days = new Map<string, AccessRecord[]>()
  for (const record of records) {
    const day = shopDay(new Date(record.firstAt))
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(record)
    else days.set(day, [record])
  }
  return days
}

function mergeRecords(first: AccessRecord, second: AccessRecord | undefined): AccessRecord {
  if (!second) return first
  return { ...first, lastAt: second.lastAt, requests: first.requests + second.requests }
}

function contextOf(day: string): string {
  return `access log ${day}`
}
