import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** A use of the shop from an address, by who was signed in: `customer 12`, `staff 3`, or null. */
export interface AccessEvent {
  ip: string
  /** Null where a reverse proxy does not tell it. */
  port: number | null
  account: string | null
}

/** What one address did between two writes. */
export interface AccessRecord extends AccessEvent {
  firstAt: string
  lastAt: string
  requests: number
}

interface AccessFilter {
  /** Days in São Paulo, yyyy-MM-dd, both included. */
  fromDay: string
  toDay: string
  ip?: string | undefined
}

/** Records that wait in memory at most, while the database is away: then the log says that some were lost. */
const maxPendingRecords = 200_000
/** Records in a row: one of a flood must not be of any size. */
const maxRecordsPerRow = 5_000

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  audit: Pick<AuditLog, 'record'>
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
  let pendingRecords = new Map<string, AccessRecord>()
  return { recordAccess, flush, readWithAudit, eraseExpired, reencrypt }

  function recordAccess({ ip, port, account }: AccessEvent): void {
    const now = clock.now()
    const timestamp = now.toISOString()
    const key = `${ip} ${port} ${account} ${toShopDay(now)}`
    const record = pendingRecords.get(key)
    if (record) {
      record.lastAt = timestamp
      record.requests += 1
    } else if (pendingRecords.size < maxPendingRecords)
      pendingRecords.set(key, { ip, port, account, firstAt: timestamp, lastAt: timestamp, requests: 1 })
    else log.warn({ reason: 'access log' }, 'the access log cannot be written, and has no room left')
  }

  /** Writes what waits; called periodically, and before the process ends. What cannot be written waits on. */
  async function flush(): Promise<void> {
    if (pendingRecords.size === 0) return
    const records = pendingRecords
    pendingRecords = new Map()
    try {
      await transact(async (tx) => {
        for (const [day, dayRecords] of groupByDay(records.values()))
          for (let start = 0; start < dayRecords.length; start += maxRecordsPerRow) {
            const recordsJson = JSON.stringify(dayRecords.slice(start, start + maxRecordsPerRow))
            const records_encrypted = encryption
              .deriveDayEncryption(day)
              .encryptText(recordsJson, buildEncryptionContext(day))
            await tx.insertInto('access_log').values({ day, records_encrypted }).execute()
          }
      })
    } catch (error) {
      for (const [key, record] of records) pendingRecords.set(key, mergeRecords(record, pendingRecords.get(key)))
      throw error
    }
  }

  /**
   * In the order of time. Each access is recorded in the audit trail before anything is read.
   * @throws ShopError "staff.forbidden"
   */
  async function* readWithAudit(actor: Actor, { fromDay, toDay, ip }: AccessFilter): AsyncGenerator<AccessRecord> {
    requirePermission(actor, 'accessLog.read')
    await audit.record(
      db,
      actor,
      'accessLog.read',
      { type: 'access log', id: null },
      [fromDay, toDay, ip].filter(Boolean).join(' '),
    )
    for await (const records of readRecordBatches(fromDay, toDay))
      yield* records.filter((record) => ip === undefined || record.ip === ip)
  }

  async function* readRecordBatches(fromDay: string, toDay: string): AsyncGenerator<AccessRecord[]> {
    const rowsQuery = db
      .selectFrom('access_log')
      .selectAll()
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay)
      .orderBy('id')
    for (let lastId: number | undefined = 0; lastId !== undefined; ) {
      const rows: Row<'access_log'>[] = await rowsQuery.where('id', '>', lastId).limit(20).execute()
      for (const { day, records_encrypted } of rows)
        yield JSON.parse(
          encryption.deriveDayEncryption(day).decryptText(records_encrypted, buildEncryptionContext(day)),
        )
      lastId = rows.at(-1)?.id
    }
  }

  /** Called periodically. */
  async function eraseExpired(): Promise<void> {
    const cutoffDay = toShopDay(addMinutes(clock.now(), -retentionMinutesOf('accessLog')))
    await db.deleteFrom('access_log').where('day', '<', cutoffDay).execute()
  }

  function reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    const column = { table: 'access_log', column: 'records_encrypted', contextColumn: 'day', buildEncryptionContext }
    return reencryptColumn(
      { db, encryption },
      { ...column, selectEncryption: (day: string) => encryption.deriveDayEncryption(day) },
      options,
    )
  }
}

function groupByDay(records: Iterable<AccessRecord>): Map<string, AccessRecord[]> {
  const recordsByDay = new Map<string, AccessRecord[]>()
  for (const record of records) {
    const day = toShopDay(new Date(record.firstAt))
    const dayRecords = recordsByDay.get(day)
    if (dayRecords) dayRecords.push(record)
    else recordsByDay.set(day, [record])
  }
  return recordsByDay
}

function mergeRecords(first: AccessRecord, second: AccessRecord | undefined): AccessRecord {
  if (!second) return first
  return { ...first, lastAt: second.lastAt, requests: first.requests + second.requests }
}

function buildEncryptionContext(day: string): string {
  return `access log ${day}`
}
