/**
 * Who used the shop from which address, for six months and under secrecy, as the Marco Civil da Internet (art. 15) demands of a
 * company; no law lets it be erased earlier. Requests only add to memory; every few seconds a row is written, encrypted by a key
 * of its day's own.
 */

import { addDays } from '../../app/texts/days.ts'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { retention } from '../platform/retention.ts'
import * as audit from '../staff/audit.ts'
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

/** Rows that tell where requests come from: each has some seconds of them. */
const recentRowCount = 100

/** What waits to be written, by address, port, account and day. */
const createPending = () => ({ records: new Map<string, AccessRecord>() })

export function recordAccess(ctx: Context, { ip, port, account }: AccessEvent): void {
  const pending = ctx.memory(createPending)
  const now = ctx.clock.now()
  const timestamp = now.toISOString()
  const key = `${ip} ${port} ${account} ${toShopDay(now)}`
  const record = pending.records.get(key)
  if (record) {
    record.lastAt = timestamp
    record.requests += 1
  } else if (pending.records.size < maxPendingRecords)
    pending.records.set(key, { ip, port, account, firstAt: timestamp, lastAt: timestamp, requests: 1 })
  else ctx.log.warn({ reason: 'access log' }, 'the access log cannot be written, and has no room left')
}

/** Writes what waits; called periodically, and before the process ends. What cannot be written waits on. */
export async function flush(ctx: Context): Promise<void> {
  const pending = ctx.memory(createPending)
  if (pending.records.size === 0) return
  const records = pending.records
  pending.records = new Map()
  try {
    await ctx.transact(async (ctx) => {
      for (const [day, dayRecords] of groupByDay(records.values()))
        for (let start = 0; start < dayRecords.length; start += maxRecordsPerRow) {
          const recordsJson = JSON.stringify(dayRecords.slice(start, start + maxRecordsPerRow))
          const recordsEncrypted = ctx.encryption
            .deriveDayEncryption(day)
            .encryptText(recordsJson, buildEncryptionContext(day))
          await ctx.db.insertInto('accessLog').values({ day, recordsEncrypted }).execute()
        }
    })
  } catch (error) {
    for (const [key, record] of records) pending.records.set(key, mergeRecords(record, pending.records.get(key)))
    throw error
  }
}

/**
 * In the order of time. Each access is recorded in the audit trail before anything is read.
 * @param onUnreadableRow called for each row that no key opens, since its key was lost: what it says is passed over
 */
export async function* readWithAudit(
  ctx: Context,
  actor: Actor,
  { fromDay, toDay, ip }: AccessFilter,
  onUnreadableRow: (day: string) => void,
): AsyncGenerator<AccessRecord> {
  requirePermission(actor, 'accessLog.read')
  const detail = [fromDay, toDay, ip].filter(Boolean).join(' ')
  await ctx.transact((ctx) => audit.record(ctx, actor, 'accessLog.read', { type: 'access log', id: null }, detail))
  for await (const records of readRecordBatches(ctx, fromDay, toDay, onUnreadableRow))
    yield* records.filter((record) => ip === undefined || record.ip === ip)
}

/** How many addresses the newest requests came from, for the operator: none of them leaves the log. */
export async function countRecentAddresses(ctx: Context): Promise<{ requestCount: number; addressCount: number }> {
  const rows = await ctx.db.selectFrom('accessLog').selectAll().orderBy('id', 'desc').limit(recentRowCount).execute()
  const records = rows.flatMap(({ day, recordsEncrypted }) => tryReadRecords(ctx, day, recordsEncrypted) ?? [])
  return {
    requestCount: records.reduce((sum, { requests }) => sum + requests, 0),
    addressCount: new Set(records.map(({ ip }) => ip)).size,
  }
}

async function* readRecordBatches(
  ctx: Context,
  fromDay: string,
  toDay: string,
  onUnreadableRow: (day: string) => void,
): AsyncGenerator<AccessRecord[]> {
  const rowsQuery = ctx.db
    .selectFrom('accessLog')
    .selectAll()
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .orderBy('id')
  for (let lastId: number | undefined = 0; lastId !== undefined; ) {
    const rows: Row<'accessLog'>[] = await rowsQuery.where('id', '>', lastId).limit(20).execute()
    for (const { day, recordsEncrypted } of rows) {
      const records = tryReadRecords(ctx, day, recordsEncrypted)
      if (records) yield records
      else onUnreadableRow(day)
    }
    lastId = rows.at(-1)?.id
  }
}

/** Null where no key opens them. */
function tryReadRecords(ctx: Context, day: string, recordsEncrypted: string): AccessRecord[] | null {
  try {
    return JSON.parse(
      ctx.encryption.deriveDayEncryption(day).decryptText(recordsEncrypted, buildEncryptionContext(day)),
    )
  } catch {
    return null
  }
}

/** Called periodically. */
export async function eraseExpired(ctx: Context): Promise<void> {
  const cutoffDay = addDays(toShopDay(ctx.clock.now()), -retention.accessLog.days)
  await ctx.db.deleteFrom('accessLog').where('day', '<', cutoffDay).execute()
}

export const encryptedColumns: EncryptedColumn[] = [
  {
    table: 'access_log',
    column: 'records_encrypted',
    contextColumn: 'day',
    buildEncryptionContext,
    hasDayKeys: true,
  },
]

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
