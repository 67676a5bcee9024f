import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutes } from '../platform/retention.ts'

/** What is limited. Its numbers are multiplied by the operator's RATE_LIMIT_FACTOR. */
export type AttemptLimit =
  /** At most `most` attempts in `minutes`, counted from the first of them. */
  | { name: string; max: number; minutes: number }
  /** From `free` attempts on each one delays the next: a second, then twice as long each time. Forgotten after a quiet day. */
  | { name: string; free: number; maxDelaySeconds: number }

/** A limit and whom it counts for: an e-mail address, a network. */
export type Use = [limit: AttemptLimit, ...key: string[]]

interface Deps {
  database: Database
  clock: Clock
  /** Keys the hashes under which attempts are counted: the database holds neither e-mail nor network addresses for it. */
  secret: string
  rateLimitFactor: number
}

type AttemptCount = Pick<Row<'attempt_count'>, 'attempts' | 'last_at' | 'expires_at'>

const quietMinutes = retentionMinutes('attempts')

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Counts attempts in the database, so that limits hold in any number of processes and over a restart. Time is the shop's.
 */
export function createAttempts({ database, clock, secret, rateLimitFactor }: Deps) {
  return { check: assertAllowed, take: consume, countsOf, scaled, eraseExpired }

  /** @throws ShopError "limit.reached" with the seconds to wait, where one of them allows no attempt now; counts nothing */
  async function assertAllowed(...uses: Use[]): Promise<void> {
    const now = clock.now()
    const rows = await rowsOf(uses)
    for (const [index, [limit]] of uses.entries()) {
      const attempt = rows[index]
      if (attempt) assertAllowedAt(nextAllowedAt(limit, attempt), now)
    }
  }

  /**
   * Counts an attempt in each, or in none where one of them refuses. Of concurrent attempts never more are counted than
   * are allowed: each waits for the row that the one before it has changed.
   * @throws ShopError "limit.reached"
   */
  async function consume(...uses: Use[]): Promise<void> {
    // Reading is enough to refuse most of an attack.
    await assertAllowed(...uses)
    const keyed = uses.map(([limit, ...key]) => ({ limit, keyHash: hashOf(limit, key) }))
    // The same order everywhere, so that no two wait for each other.
    keyed.sort((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
    await database.transact(async (tx) => {
      for (const { limit, keyHash } of keyed) await count(tx, limit, keyHash)
    })
  }

  async function count(tx: Transaction, limit: AttemptLimit, keyHash: string): Promise<void> {
    const now = clock.now()
    const first = { key_hash: keyHash, attempts: 0, last_at: now.toISOString(), expires_at: now.toISOString() }
    // Changes nothing in an existing row, but locks it until the transaction ends.
    const row = await tx
      .insertInto('attempt_count')
      .values(first)
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ key_hash: keyHash }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const current = row.expires_at > now.toISOString() ? row : first
    assertAllowedAt(nextAllowedAt(limit, current), now)
    const isNew = current.attempts === 0 || 'free' in limit
    const expiresAt = minutesAfter(now, 'free' in limit ? quietMinutes : limit.minutes).toISOString()
    await tx
      .updateTable('attempt_count')
      .set({
        attempts: current.attempts + 1,
        last_at: now.toISOString(),
        expires_at: isNew ? expiresAt : current.expires_at,
      })
      .where('key_hash', '=', keyHash)
      .execute()
  }

  /** How many attempts each has counted. */
  async function countsOf(...uses: Use[]): Promise<number[]> {
    return (await rowsOf(uses)).map((count) => count?.attempts ?? 0)
  }

  async function rowsOf(uses: Use[]): Promise<(AttemptCount | undefined)[]> {
    const keyHashes = uses.map(([limit, ...key]) => hashOf(limit, key))
    const rows = await database.db
      .selectFrom('attempt_count')
      .selectAll()
      .where('key_hash', 'in', keyHashes)
      .where('expires_at', '>', clock.now().toISOString())
      .execute()
    return keyHashes.map((keyHash) => rows.find((row) => row.key_hash === keyHash))
  }

  /** When the next attempt is allowed. */
  function nextAllowedAt(limit: AttemptLimit, { attempts, last_at, expires_at }: AttemptCount): Date {
    if ('max' in limit) return new Date(attempts < scaled(limit.max) ? 0 : expires_at)
    const over = attempts - scaled(limit.free)
    if (over < 0) return new Date(0)
    return new Date(Date.parse(last_at) + Math.min(2 ** over, limit.maxDelaySeconds) * 1000)
  }

  function scaled(number: number): number {
    return Math.ceil(number * rateLimitFactor)
  }

  function hashOf({ name }: AttemptLimit, key: string[]): string {
    return createHmac('sha256', secret)
      .update(JSON.stringify(['attempts', name, ...key]))
      .digest('base64url')
  }

  async function eraseExpired(): Promise<void> {
    await database.db.deleteFrom('attempt_count').where('expires_at', '<=', clock.now().toISOString()).execute()
  }
}

function assertAllowedAt(instant: Date, now: Date): void {
  const milliseconds = instant.getTime() - now.getTime()
  if (milliseconds > 0) throw new ShopError('limit.reached', { retryAfterSeconds: Math.ceil(milliseconds / 1000) })
}
