/**
 * Counts attempts in the database, so that limits hold in any number of processes and over a restart. Time is the shop's.
 */

import { createHmac } from 'node:crypto'
import type { LimitScope } from '../../app/texts/refusals.ts'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutesOf } from '../platform/retention.ts'

/** What is limited. Its numbers are multiplied by the operator's RATE_LIMIT_FACTOR. */
export type AttemptLimit = {
  name: string
  /** Whose attempts it counts where that need not be who is refused, which the refusal then says. */
  scope?: LimitScope
} & (
  | /** At most `maxAttempts` attempts in `minutes`, counted from the first of them. */
  { maxAttempts: number; periodMinutes: number }
  /** From `freeAttempts` attempts on each one delays the next: a second, then twice as long each time. Forgotten after a quiet day. */
  | { freeAttempts: number; maxDelaySeconds: number }
)

/** A limit and whom it counts for: an e-mail address, a network. */
export type LimitKey = [limit: AttemptLimit, ...key: string[]]

type AttemptCountRow = Pick<Row<'attemptCount'>, 'attempts' | 'lastAt' | 'expiresAt'>

const quietPeriodMinutes = retentionMinutesOf('attempts')

/** @throws ShopError "limit.reached" with the seconds to wait, where one of them allows no attempt now; counts nothing */
export async function assertAllowed(ctx: Context, ...limitKeys: LimitKey[]): Promise<void> {
  const now = ctx.clock.now()
  const rows = await loadCountRows(ctx, limitKeys)
  for (const [index, [limit]] of limitKeys.entries()) {
    const countRow = rows[index]
    if (countRow) assertAllowedAt(limit, computeNextAllowedAt(ctx, limit, countRow), now)
  }
}

/**
 * Counts an attempt in each, or in none where one of them refuses. Of concurrent attempts never more are counted than
 * are allowed: each waits for the row that the one before it has changed.
 * @throws ShopError "limit.reached"
 */
export async function consume(ctx: OutsideTransaction, ...limitKeys: LimitKey[]): Promise<void> {
  // Reading is enough to refuse most of an attack.
  await assertAllowed(ctx, ...limitKeys)
  const hashedKeys = limitKeys.map(([limit, ...key]) => ({ limit, keyHash: hashKey(ctx, limit, key) }))
  // The same order everywhere, so that no two wait for each other.
  hashedKeys.sort((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
  await ctx.transact(async (ctx) => {
    for (const { limit, keyHash } of hashedKeys) await countAttempt(ctx, limit, keyHash)
  })
}

/**
 * Whether nobody has claimed this before, in any process. A claim is forgotten after that many minutes.
 * @param name of what is claimed, apart from all else
 */
export async function claimOnce(ctx: Context, name: string, key: string, lifetimeMinutes: number): Promise<boolean> {
  const now = ctx.clock.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('attemptCount')
    .values({
      keyHash: hashKey(ctx, { name }, [key]),
      attempts: 1,
      lastAt: now,
      expiresAt: addMinutes(now, lifetimeMinutes),
    })
    .onConflict((conflict) => conflict.column('keyHash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether somebody has claimed it, and that is not forgotten yet. */
export async function isClaimed(ctx: Context, name: string, key: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('attemptCount')
    .select('keyHash')
    .where('keyHash', '=', hashKey(ctx, { name }, [key]))
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  return row !== undefined
}

async function countAttempt(ctx: TransactionContext, limit: AttemptLimit, keyHash: string): Promise<void> {
  const now = ctx.clock.now()
  const initialRow = { keyHash, attempts: 0, lastAt: now, expiresAt: now }
  // Changes nothing in an existing row, but locks it until the transaction ends.
  const row = await ctx.db
    .insertInto('attemptCount')
    .values(initialRow)
    .onConflict((conflict) => conflict.column('keyHash').doUpdateSet({ keyHash }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const currentRow = row.expiresAt > now ? row : initialRow
  assertAllowedAt(limit, computeNextAllowedAt(ctx, limit, currentRow), now)
  const startsPeriod = currentRow.attempts === 0 || 'freeAttempts' in limit
  const expiresAt = addMinutes(now, 'freeAttempts' in limit ? quietPeriodMinutes : limit.periodMinutes)
  await ctx.db
    .updateTable('attemptCount')
    .set({
      attempts: currentRow.attempts + 1,
      lastAt: now,
      expiresAt: startsPeriod ? expiresAt : currentRow.expiresAt,
    })
    .where('keyHash', '=', keyHash)
    .execute()
}

export async function listAttemptCounts(ctx: Context, ...limitKeys: LimitKey[]): Promise<number[]> {
  return (await loadCountRows(ctx, limitKeys)).map((count) => count?.attempts ?? 0)
}

async function loadCountRows(ctx: Context, limitKeys: LimitKey[]): Promise<(AttemptCountRow | undefined)[]> {
  const keyHashes = limitKeys.map(([limit, ...key]) => hashKey(ctx, limit, key))
  const rows = await ctx.db
    .selectFrom('attemptCount')
    .selectAll()
    .where('keyHash', 'in', keyHashes)
    .where('expiresAt', '>', ctx.clock.now())
    .execute()
  return keyHashes.map((keyHash) => rows.find((row) => row.keyHash === keyHash))
}

function computeNextAllowedAt(
  ctx: Context,
  limit: AttemptLimit,
  { attempts, lastAt, expiresAt }: AttemptCountRow,
): Date {
  if ('maxAttempts' in limit) return attempts < scaleLimit(ctx, limit.maxAttempts) ? new Date(0) : expiresAt
  const excessCount = attempts - scaleLimit(ctx, limit.freeAttempts)
  if (excessCount < 0) return new Date(0)
  return new Date(lastAt.getTime() + Math.min(2 ** excessCount, limit.maxDelaySeconds) * 1000)
}

export function scaleLimit(ctx: Context, limit: number): number {
  return Math.ceil(limit * ctx.settings.rateLimitFactor)
}

function hashKey(ctx: Context, { name }: Pick<AttemptLimit, 'name'>, key: string[]): string {
  return createHmac('sha256', ctx.settings.hmacSecret)
    .update(JSON.stringify(['attempts', name, ...key]))
    .digest('base64url')
}

/** Called periodically. */
export async function eraseExpiredCounts(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('attemptCount').where('expiresAt', '<=', ctx.clock.now()).execute()
}

function assertAllowedAt({ scope }: AttemptLimit, allowedAt: Date, now: Date): void {
  const waitMs = allowedAt.getTime() - now.getTime()
  if (waitMs > 0)
    throw new ShopError('limit.reached', { retryAfterSeconds: Math.ceil(waitMs / 1000), ...(scope && { scope }) })
}
