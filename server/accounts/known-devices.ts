import { createHash, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../database/connection.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { isToken } from './token-format.ts'

export const knownDeviceLifetimeSeconds = retentionMinutesOf('devices') * 60

export type KnownDeviceService = ReturnType<typeof createKnownDeviceService>

/**
 * The devices on which customers have signed in: each has an opaque token, of which only the SHA-256 is kept. A token opens
 * nothing; it only has its wrong passwords counted apart from those of strangers.
 */
export function createKnownDeviceService({ db }: Database, clock: Clock) {
  return { rememberDevice, findAttemptCounterKey, forgetDevices, eraseExpired }

  /**
   * Remembers that a customer has signed in on a device.
   * @param existingToken the device's own, if it has one; one that is not ours is replaced
   * @returns the token to store on the device
   */
  async function rememberDevice(customerId: number, existingToken: string | null): Promise<string> {
    const deviceToken =
      existingToken !== null && (await isKnownToken(existingToken))
        ? existingToken
        : randomBytes(32).toString('base64url')
    const expiryValues = { expires_at: addMinutes(clock.now(), retentionMinutesOf('devices')).toISOString() }
    await db
      .insertInto('known_device')
      .values({ token_hash: hashToken(deviceToken), customer_id: customerId, ...expiryValues })
      .onConflict((conflict) => conflict.columns(['token_hash', 'customer_id']).doUpdateSet(expiryValues))
      .execute()
    return deviceToken
  }

  /** The name under which a device's failures are counted; null for one that the customer has not signed in on. */
  async function findAttemptCounterKey(customerId: number, deviceToken: string | null): Promise<string | null> {
    return deviceToken !== null && (await isKnownToken(deviceToken, customerId)) ? hashToken(deviceToken) : null
  }

  /** Forgets every device of a customer except the one that has `exceptToken`. */
  async function forgetDevices(tx: Transaction, customerId: number, exceptToken: string | null): Promise<void> {
    await tx
      .deleteFrom('known_device')
      .where('customer_id', '=', customerId)
      .where('token_hash', '<>', exceptToken === null ? '' : hashToken(exceptToken))
      .execute()
  }

  async function isKnownToken(token: string, customerId?: number): Promise<boolean> {
    if (!isToken(token)) return false
    const row = await db
      .selectFrom('known_device')
      .select('token_hash')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock.now().toISOString())
      .$if(customerId !== undefined, (devices) => devices.where('customer_id', '=', customerId ?? 0))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  async function eraseExpired(): Promise<void> {
    await db.deleteFrom('known_device').where('expires_at', '<=', clock.now().toISOString()).execute()
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
