import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { addDays, countDaysBetween } from '../../app/texts/days.ts'
import { limits } from '../../app/texts/limits.ts'
import type { Context } from '../context.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import type { Settings } from '../ports/settings.ts'
import type { Bag } from './bag.ts'

/** How many lines a link may hold, and for how many days it is valid. */
export const maxLines = 30
const linkLifetimeDays = 14
/** Thirty lines need 340 at most. */
const maxTokenLength = 400

const tokenFormatVersion = 1
const macBytes = 12
const headerBytes = 3
const firstDay = '1970-01-01'
/** Chats leave `-` and `_` at a link's end out of it. */
const tokenSuffix = 'a'

export interface SharedBag {
  lines: Bag['lines']
  /** The last day on which it may be used, yyyy-MM-dd. */
  lastDay: string
}

/** The first signs, any of them opens. */
function deriveKeys({ signingSecrets }: Settings) {
  const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'bag link', 32))
  return { newestKey: deriveKey(signingSecrets[0] ?? ''), keys: signingSecrets.map(deriveKey) }
}

const sign = (bytes: Uint8Array, key: Buffer) => createHmac('sha256', key).update(bytes).digest().subarray(0, macBytes)

/** Of a link that is made now. */
export function getLastValidDay(ctx: Context): string {
  return toIsoDate(getDayNumber(ctx) + linkLifetimeDays)
}

/**
 * Encodes a bag as the token of a link: products and quantities, signed, and no personal data. Tokens are as short as
 * possible, since chats cut and break long links.
 * @throws ShopError "bag.empty", "bagLink.tooMany"
 */
export function createToken(ctx: Context, lines: Bag['lines']): string {
  if (lines.length === 0) throw new ShopError('bag.empty')
  if (lines.length > maxLines) throw new ShopError('bagLink.tooMany', { max: maxLines })
  const dayNumber = getDayNumber(ctx)
  const body = Buffer.from([tokenFormatVersion, dayNumber >> 8, dayNumber & 0xff, ...encodeLines(lines)])
  return Buffer.concat([body, sign(body, ctx.memory(deriveKeys).newestKey)]).toString('base64url') + tokenSuffix
}

export function readToken(ctx: Context, token: string): SharedBag {
  if (token.length > maxTokenLength || !/^[\w-]+$/.test(token)) throw new ShopError('bagLink.forged')
  const bytes = Buffer.from(token.slice(0, -tokenSuffix.length), 'base64url')
  const body = bytes.subarray(0, -macBytes)
  // One way of writing alone: decoding skips bits that a signature does not cover.
  const isWellFormed = bytes.length > headerBytes + macBytes && token === bytes.toString('base64url') + tokenSuffix
  const mac = bytes.subarray(-macBytes)
  const { keys } = ctx.memory(deriveKeys)
  if (!isWellFormed || !keys.some((key) => timingSafeEqual(sign(body, key), mac))) throw new ShopError('bagLink.forged')
  const lines = body[0] === tokenFormatVersion ? decodeLines(body.subarray(headerBytes)) : null
  if (!lines) throw new ShopError('bagLink.forged')
  const lastDayNumber = body.readUInt16BE(1) + linkLifetimeDays
  if (lastDayNumber < getDayNumber(ctx)) throw new ShopError('bagLink.expired')
  return { lines, lastDay: toIsoDate(lastDayNumber) }
}

/** Days since 1970 in São Paulo. */
function getDayNumber(ctx: Context): number {
  return countDaysBetween(firstDay, toShopDay(ctx.clock.now()))
}

function toIsoDate(dayNumber: number): string {
  return addDays(firstDay, dayNumber)
}

/** By id, each as its distance from the one before, doubled; odd where the units follow, which are else 1. */
function encodeLines(lines: Bag['lines']): number[] {
  let previousId = 0
  return [...lines]
    .sort((a, b) => a.productId - b.productId)
    .flatMap(({ productId, quantity }) => {
      const cappedQuantity = Math.min(quantity, limits.units)
      const encodedDistance = (productId - previousId) * 2 + (cappedQuantity > 1 ? 1 : 0)
      previousId = productId
      return [...encodeVarint(encodedDistance), ...(cappedQuantity > 1 ? encodeVarint(cappedQuantity) : [])]
    })
}

/** Seven bits a byte, the lowest first. Ids may be above what bitwise operators can. */
function encodeVarint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...encodeVarint(Math.floor(value / 128))]
}

function decodeLines(bytes: Uint8Array): Bag['lines'] | null {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (const byte of bytes) {
    value += (byte % 128) * factor
    factor *= 128
    if (byte < 128) {
      numbers.push(value)
      ;[value, factor] = [0, 1]
    }
  }
  const lines: Bag['lines'] = []
  let productId = 0
  for (let index = 0; index < numbers.length; index++) {
    const encodedDistance = numbers[index] ?? 0
    productId += Math.floor(encodedDistance / 2)
    const quantity = encodedDistance % 2 === 1 ? (numbers[++index] ?? 0) : 1
    lines.push({ productId, quantity })
  }
  return lines.length <= maxLines && lines.every(isValidLine) ? lines : null
}

function isValidLine({ productId, quantity }: Bag['lines'][number]): boolean {
  return Number.isSafeInteger(productId) && productId > 0 && quantity >= 1 && quantity <= limits.units
}
