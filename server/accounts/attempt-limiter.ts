import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutesOf } from '../platform/retention.ts'

/** What is limited. Its numbers are multiplied by the operator's RATE_LIMIT_FACTOR. */
export type AttemptLimit =
  /** At most `maxAttempts` attempts in `minutes`, counted from the first of them. */
  | { name: string; maxAttempts: number; periodMinutes: number }
  /** From `freeAttempts` attempts on each one delays the next: a second, then twice as long each time. Forgotten after a quiet day. */
  | { name: string; freeAttempts: number; maxDelaySeconds: number }

/** A limit and whom it counts for: an e-mail address, a network. */
export type LimitKey = [limit: AttemptLimit, ...key: string[]]

interface Deps {
  database: Database
  clock: Clock
  /** Keys the hashes under which attempts are counted: the database holds neither e-mail nor network addresses for it. */
  hmacSecret: string
  rateLimitFactor: number
}

type AttemptCountRow = Pick<Row<'attempt_count'>, 'attempts' | 'last_at' | 'expires_at'>

const quietPeriodMinutes = retentionMinutesOf('attempts')

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>

/**
 * Counts attempts in the database, so that limits hold in any number of processes and over a restart. Time is the shop's.
 */
export function createAttemptLimiter({ database, clock, hmacSecret, rateLimitFactor }: Deps) {
  return { assertAllowed, consume, listAttemptCounts, scaleLimit, eraseExpired }

  /** @throws ShopError "limit.reached" with the seconds to wait, where one of them allows no attempt now; counts nothing */
  async function assertAllowed(...limitKeys: LimitKey[]): Promise<void> {
    const now = clock.now()
    const rows = await loadCountRows(limitKeys)
    for (const [index, [limit]] of limitKeys.entries()) {
      const countRow = rows[index]
      if (countRow) assertAllowedAt(computeNextAllowedAt(limit, countRow), now)
    }
  }

  /**
   * Counts an attempt in each, or in none where one of them refuses. Of concurrent attempts never more are counted than
   * are allowed: each waits for the row that the one before it has changed.
   * @throws ShopError "limit.reached"
   */
  async function consume(...limitKeys: LimitKey[]): Promise<void> {
    // Reading is enough to refuse most of an attack.
    await assertAllowed(...limitKeys)
    const hashedKeys = limitKeys.map(([limit, ...key]) => ({ limit, keyHash: hashKey(limit, key) }))
    // The same order everywhere, so that no two wait for each other.
    hashedKeys.sort((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
    await database.transact(async (tx) => {
      for (const { limit, keyHash } of hashedKeys) await countAttempt(tx, limit, keyHash)
    })
  }

  async function countAttempt(tx: Transaction, limit: AttemptLimit, keyHash: string): Promise<void> {
    const now = clock.now()
    const initialRow = { key_hash: keyHash, attempts: 0, last_at: now.toISOString(), expires_at: now.toISOString() }
    // Changes nothing in an existing row, but locks it until the transaction ends.
    const row = await tx
      .insertInto('attempt_count')
      .values(initialRow)
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ key_hash: keyHash }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const currentRow = row.expires_at > now.toISOString() ? row : initialRow
    assertAllowedAt(computeNextAllowedAt(limit, currentRow), now)
    const startsPeriod = currentRow.attempts === 0 || 'freeAttempts' in limit
    const expiresAt = addMinutes(now, 'freeAttempts' in limit ? quietPeriodMinutes : limit.periodMinutes).toISOString()
    await tx
      .updateTable('attempt_count')
      .set({
        attempts: currentRow.attempts + 1,
        last_at: now.toISOString(),
        expires_at: startsPeriod ? expiresAt : currentRow.expires_at,
      })
      .where('key_hash', '=', keyHash)
      .execute()
  }

  /** How many attempts each has counted. */
  async function listAttemptCounts(...limitKeys: LimitKey[]): Promise<number[]> {
    return (await loadCountRows(limitKeys)).map((count) => count?.attempts ?? 0)
  }

  async function loadCountRows(limitKeys: LimitKey[]): Promise<(AttemptCountRow | undefined)[]> {
    const keyHashes = limitKeys.map(([limit, ...key]) => hashKey(limit, key))
    const rows = await database.db
      .selectFrom('attempt_count')
      .selectAll()
      .where('key_hash', 'in', keyHashes)
      .where('expires_at', '>', clock.now().toISOString())
      .execute()
    return keyHashes.map((keyHash) => rows.find((row) => row.key_hash === keyHash))
  }

  /** When the next attempt is allowed. */
  function computeNextAllowedAt(limit: AttemptLimit, { attempts, last_at, expires_at }: AttemptCountRow): Date {
    if ('maxAttempts' in limit) return new Date(attempts < scaleLimit(limit.maxAttempts) ? 0 : expires_at)
    const excessCount = attempts - scaleLimit(limit.freeAttempts)
    if (excessCount < 0) return new Date(0)
    return new Date(Date.parse(last_at) + Math.min(2 ** excessCount, limit.maxDelaySeconds) * 1000)
  }

  function scaleLimit(limit: number): number {
    return Math.ceil(limit * rateLimitFactor)
  }

  function hashKey({ name }: AttemptLimit, key: string[]): string {
    return createHmac('sha256', hmacSecret)
      .update(JSON.stringify(['attempts', name, ...key]))
      .digest('base64url')
  }

  async function eraseExpired(): Promise<void> {
    await database.db.deleteFrom('attempt_count').where('expires_at', '<=', clock.now().toISOString()).execute()
  }
}

function assertAllowedAt(allowedAt: Date, now: Date): void {
  const waitMs = allowedAt.getTime() - now.getTime()
  if (waitMs > 0) throw new ShopError('limit.reached', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
