import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createCookie } from '@remix-run/node'
import { parseSetCookie } from 'cookie'
import { createSealer } from '../../app/http/sealing.server.ts'
import { testSecret } from './server.ts'

const minute = 60
const day = 24 * 60 * minute

/** Every cookie that the shop's server sets, and how many seconds it is kept; null: until the browser is closed. */
export const lifetimes: Record<string, number | null> = {
  cartItems: 30 * day,
  branch: 180 * day,
  flash: 5 * minute,
  removed: 5 * minute,
  orderNote: null,
  pendingOrder: 60 * minute,
  compareList: 30 * day,
  recent: 30 * day,
  favourite: 15 * minute,
  recovery: 15 * minute,
  keptForm: 15 * minute,
  notice: null,
  consent: 180 * day,
  deviceId: 365 * day,
  clientToken: 30 * day,
  knownDevice: 180 * day,
}

/** The staff's own, which no shopper gets: sent only by pages of the shop itself. Its name by whether the shop is reached by https. */
const staffCookies: Record<string, boolean> = { '__Host-staff': true, staff: false }

/**
 * Reads a Set-Cookie line of the shop's.
 * @param isSecure whether shoppers reach the shop by https
 * @returns the value; null where the line deletes the cookie
 * @throws Error for a cookie that is not in the table, or with any other attributes than those it must have
 */
export function readShopCookie(line: string, isSecure: boolean): { name: string; value: string | null } {
  const { name, value = '', ...attributes } = parseSetCookie(line)
  const isStaff = staffCookies[name] === isSecure
  const kept = isStaff ? null : lifetimes[name]
  const isDeleted = attributes.maxAge === 0
  const wanted = {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    ...(isSecure && { secure: true }),
    ...(isStaff && { sameSite: 'strict' }),
    ...(isDeleted ? { maxAge: 0 } : kept !== null && { maxAge: kept }),
  }
  // Browsers drop a cookie of more bytes.
  const fits = line.split(';', 1).join().length <= 4096
  if (kept === undefined || !fits || !isDeepStrictEqual({ ...attributes }, wanted)) {
    throw new Error(`Not as the shop sets its cookies (tests/support/cookies.ts): ${line}`)
  }
  return { name, value: isDeleted ? null : value }
}

/** A cookie's value as the shop signs it, with a secret derived from its name. */
export async function signCookie(name: string, value: unknown): Promise<string> {
  const secret = createHmac('sha256', testSecret).update(`cookie ${name}`).digest('base64url')

  const line = await createCookie('signed', { secrets: [secret] }).serialize(value)
  return parseSetCookie(line).value ?? ''
}

/** A cookie's value as the shop encrypts it. */
export function sealCookie(name: string, value: unknown): string {
  return createSealer([testSecret], `cookie ${name}`).seal(value)
}
