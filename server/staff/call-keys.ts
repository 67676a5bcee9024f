/** Calls of programs that are repeated because their answer was lost: with the same key they act once. */

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'

export interface CallAnswer {
  /** HTTP. */
  status: number
  body: unknown
}

interface KeyedCall {
  /** Whose key it is: each caller has keys of their own. */
  callerName: string
  /** `staff/pickUnit` */
  path: string
  /** As sent in the header `Idempotency-Key`. */
  key: string
  /** As the call's schema read it. */
  input: unknown
}

/** How long a repeat is given the same answer. */
const retentionMinutes = 24 * 60
/** A call that has not ended by then was broken off with its server. */
const claimMinutes = 2
/** How often, and how long between, a repeat looks for the answer of the call that still runs. */
const maxPolls = 40
const pollPauseMs = 50
const busyRetryAfterSeconds = 5

/**
 * Runs a call, or gives the answer of the call with the same key. The key is taken before the call runs, and its answer kept
 * after that: where a server is killed between the two, nothing is told as done, and a repeat acts again once the claim is
 * over, unless what it does is refused as done.
 * @param run an error of it is no answer: the key is free again
 * @throws ShopError "key.invalid", "key.reused" for another input, "key.busy" while the first call runs, and what `run` throws
 */
export async function answerOnce(ctx: Context, call: KeyedCall, run: () => Promise<CallAnswer>): Promise<CallAnswer> {
  if (!/^[\x21-\x7e]{1,128}$/.test(call.key)) throw new ShopError('key.invalid', { input: 'Idempotency-Key' })
  const claim = { keyHash: nameCall(call), inputHash: toHash(JSON.stringify(call.input)) }
  const claimEndsAt = await claimOrFindAnswer(ctx, claim)
  if (!(claimEndsAt instanceof Date)) return claimEndsAt
  const answer = await run().catch(async (error) => {
    await releaseClaim(ctx, claim.keyHash, claimEndsAt)
    throw error
  })
  await saveAnswer(ctx, claim.keyHash, claimEndsAt, answer)
  return answer
}

/** A name for what the call does, which says neither whose it is nor its key. */
export function nameCall({ callerName, path, key }: Omit<KeyedCall, 'input'>): string {
  return toHash(JSON.stringify([callerName, path, key]))
}

/** @returns until when the call is this one's to run, or its answer */
async function claimOrFindAnswer(
  ctx: Context,
  claim: Pick<Row<'callKey'>, 'keyHash' | 'inputHash'>,
): Promise<Date | CallAnswer> {
  for (let pollsLeft = maxPolls; ; pollsLeft -= 1) {
    const claimEndsAt = await tryClaim(ctx, claim)
    if (claimEndsAt !== null) return claimEndsAt
    const row = await ctx.db.selectFrom('callKey').selectAll().where('keyHash', '=', claim.keyHash).executeTakeFirst()
    if (row && row.inputHash !== claim.inputHash) throw new ShopError('key.reused', { input: 'Idempotency-Key' })
    if (row?.status) return { status: row.status, body: decryptAnswer(ctx, row) }
    if (pollsLeft === 0) throw new ShopError('key.busy', { retryAfterSeconds: busyRetryAfterSeconds })
    await pause(pollPauseMs)
  }
}

/** One statement: of two repeats, on two servers, one claims the key. It is free when it was never used, expired, or was left behind. */
async function tryClaim(ctx: Context, claim: Pick<Row<'callKey'>, 'keyHash' | 'inputHash'>): Promise<Date | null> {
  const now = ctx.clock.now()
  const claimEndsAt = addMinutes(now, claimMinutes)
  const expiresAt = addMinutes(now, retentionMinutes)
  const row = { ...claim, status: null, answerEncrypted: '', claimEndsAt, expiresAt }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('callKey')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('keyHash')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('callKey.expiresAt', '<=', now),
            eb.and([
              eb('callKey.status', 'is', null),
              eb('callKey.claimEndsAt', '<=', now),
              eb('callKey.inputHash', '=', claim.inputHash),
            ]),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? claimEndsAt : null
}

async function saveAnswer(
  ctx: Context,
  keyHash: string,
  claimEndsAt: Date,
  { status, body }: CallAnswer,
): Promise<void> {
  const answerEncrypted = ctx.encryption.encryptText(JSON.stringify(body), buildEncryptionContext(keyHash))
  await ctx.db
    .updateTable('callKey')
    .set({ status, answerEncrypted })
    .where('keyHash', '=', keyHash)
    .where('claimEndsAt', '=', claimEndsAt)
    .execute()
}

async function releaseClaim(ctx: Context, keyHash: string, claimEndsAt: Date): Promise<void> {
  await ctx.db
    .deleteFrom('callKey')
    .where('keyHash', '=', keyHash)
    .where('claimEndsAt', '=', claimEndsAt)
    .where('status', 'is', null)
    .execute()
}

/** Called periodically. */
export async function eraseExpired(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('callKey').where('expiresAt', '<=', ctx.clock.now()).execute()
}

function decryptAnswer(ctx: Context, { keyHash, answerEncrypted }: Row<'callKey'>): unknown {
  return JSON.parse(ctx.encryption.decryptText(answerEncrypted, buildEncryptionContext(keyHash)))
}

export const encryptedColumns: EncryptedColumn[] = [
  { table: 'call_key', column: 'answer_encrypted', idColumn: 'key_hash', buildEncryptionContext },
]

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function buildEncryptionContext(keyHash: string): string {
  return `call ${keyHash}`
}
