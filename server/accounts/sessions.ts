import { createHash, randomBytes } from 'node:crypto'
import { type Clock, minutesAfter } from '../clock.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { selectBySession } from './customer.sql.ts'

const daysBeforeExpiry = 30
export const sessionSeconds = daysBeforeExpiry * 24 * 60 * 60

/** Who holds a token: a customer, or (customerId null) a visitor with an initial anonymous token. */
interface Session {
  customerId: number | null
}

/** A signed-in device. */
export interface SignedInDevice {
  /** Identifies the session, but is not its token. */
  id: string
  /** Browser and system; may be empty. */
  device: string
  since: Date
  /** The device that makes the request. */
  isThis: boolean
}

export type Sessions = ReturnType<typeof openSessions>

/** Opaque tokens of 256 random bits; only their SHA-256 is stored, so that a stolen database contains no usable token. */
export function openSessions({ query }: Database, clock: Clock) {
  return { start, find, findCustomerRow, end, list, revoke, endAll, eraseExpired }

  async function start(customerId: number | null, device = '', db: Transaction = query): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = clock.now()
    await db
      .insertInto('session')
      .values({
        token_hash: hashOf(token),
        customer_id: customerId,
        created_at: now.toISOString(),
        expires_at: minutesAfter(now, daysBeforeExpiry * 24 * 60).toISOString(),
        device,
      })
      .execute()
    return token
  }

  async function find(token: string): Promise<Session | null> {
    const row = await query
      .selectFrom('session')
      .select('customer_id')
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', clock.now().toISOString())
      .executeTakeFirst()
    return row ? { customerId: row.customer_id } : null
  }

  /** The customer whose session it is; none for a visitor's token, an unknown or an expired one. */
  function findCustomerRow(token: string): Promise<Row<'customer'> | undefined> {
    return selectBySession(query, hashOf(token), clock.now())
  }

  async function end(token: string): Promise<void> {
    await query.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()
  }

  /** The customer's sessions that have not expired, newest first. */
  async function list(customerId: number, token: string | null): Promise<SignedInDevice[]> {
    const rows = await query
      .selectFrom('session')
      .select(['token_hash', 'device', 'created_at'])
      .where('customer_id', '=', customerId)
      .where('expires_at', '>', clock.now().toISOString())
      .orderBy('created_at', 'desc')
      .execute()
    const own = token === null ? null : hashOf(token)
    return rows.map((row) => ({
      id: row.token_hash,
      device: row.device,
      since: new Date(row.created_at),
      isThis: row.token_hash === own,
    }))
  }

  /** @returns false when the customer has no such session */
  async function revoke(customerId: number, id: string): Promise<boolean> {
    const { numDeletedRows } = await query
      .deleteFrom('session')
      .where('customer_id', '=', customerId)
      .where('token_hash', '=', id)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  /** Ends every session of a customer except that of the token `except`. */
  async function endAll(tx: Transaction, customerId: number, except: string | null = null): Promise<void> {
    await tx
      .deleteFrom('session')
      .where('customer_id', '=', customerId)
      .where('token_hash', '<>', except === null ? '' : hashOf(except))
      .execute()
  }

  /** Deletes expired sessions of customers and visitors: they are of no use, and record when somebody visited. */
  async function eraseExpired(): Promise<void> {
    await query.deleteFrom('session').where('expires_at', '<=', clock.now().toISOString()).execute()
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
