/**
 * The devices on which customers have signed in: each has an opaque token, of which only the SHA-256 is kept. A token opens
 * nothing; it only has its wrong passwords counted apart from those of strangers.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { Context, TransactionContext } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { isToken } from './token-format.ts'

export const knownDeviceLifetimeSeconds = retentionMinutesOf('devices') * 60

/**
 * Remembers that a customer has signed in on a device.
 * @param existingToken the device's own, if it has one; one that is not ours is replaced
 * @returns the token to store on the device
 */
export async function rememberDevice(ctx: Context, customerId: number, existingToken: string | null): Promise<string> {
  const deviceToken =
    existingToken !== null && (await isKnownToken(ctx, existingToken))
      ? existingToken
      : randomBytes(32).toString('base64url')
  const expiryValues = { expiresAt: addMinutes(ctx.clock.now(), retentionMinutesOf('devices')) }
  await ctx.db
    .insertInto('knownDevice')
    .values({ tokenHash: hashToken(deviceToken), customerId, ...expiryValues })
    .onConflict((conflict) => conflict.columns(['tokenHash', 'customerId']).doUpdateSet(expiryValues))
    .execute()
  return deviceToken
}

/** The name under which a device's failures are counted; null for one that the customer has not signed in on. */
export async function findAttemptCounterKey(
  ctx: Context,
  customerId: number,
  deviceToken: string | null,
): Promise<string | null> {
  return deviceToken !== null && (await isKnownToken(ctx, deviceToken, customerId)) ? hashToken(deviceToken) : null
}

/** Forgets every device of a customer except the one that has `exceptToken`. */
export async function forgetDevices(
  ctx: TransactionContext,
  customerId: number,
  exceptToken: string | null,
): Promise<void> {
  await ctx.db
    .deleteFrom('knownDevice')
    .where('customerId', '=', customerId)
    .where('tokenHash', '<>', exceptToken === null ? '' : hashToken(exceptToken))
    .execute()
}

async function isKnownToken(ctx: Context, token: string, customerId?: number): Promise<boolean> {
  if (!isToken(token)) return false
  const row = await ctx.db
    .selectFrom('knownDevice')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', ctx.clock.now())
    .$if(customerId !== undefined, (devices) => devices.where('customerId', '=', customerId ?? 0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function eraseExpiredDevices(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('knownDevice').where('expiresAt', '<=', ctx.clock.now()).execute()
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
