import type { AppLoadContext } from '@remix-run/node'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Bag } from '#server/bag/bag.ts'
import type { Shop } from '#server/shop.ts'
import type { CookieName } from '../texts/cookies.ts'
import {
  type Destination,
  type EmailVerification,
  type FlashMessage,
  type OrderNote,
  type PendingFavourite,
  parseBag,
  parseDestination,
  parseEmailVerification,
  parseFlash,
  parseIds,
  parseNonEmptyText,
  parseOrderNote,
  parsePendingFavourite,
  parsePositiveInteger,
  parseSavedForm,
  type SavedForm,
  serializeBag,
  serializeFlash,
} from './cookie-values.server.ts'
import type { RequestArgs } from './load-context.ts'
import { createSealer, createSigner, type Sealer, unsignedSealer } from './sealing.server.ts'

/** Whether the visitor allows analytics. */
type Consent = 'analytics' | 'none'

interface CookieValues extends Record<CookieName, unknown> {
  bag: Bag
  branch: Destination
  flash: FlashMessage
  /** The bag as it was before something was taken out of it. */
  removed: Bag
  orderNote: OrderNote
  /** The id of the order that was placed last, until it is paid or over: the empty bag leads to its payment. */
  pendingOrder: number
  compareList: number[]
  /** Ids of the products seen last. */
  recent: number[]
  pendingFavourite: PendingFavourite
  recovery: EmailVerification
  savedForm: SavedForm
  /** The text of the notice that was dismissed; another one is shown again. */
  notice: string
  consent: Consent
  /** The browser's random id, set on its first page; it counts visits only with consent. */
  deviceId: string
  /** The session's: opaque and random, so it needs no signature. */
  token: string
  /** Opaque and random, too: tells a device on which customers have signed in from a stranger's. */
  deviceToken: string
}

/** The cookies that a response sets; `null` clears one, and so does a value without content. */
export type CookieChanges = { [Name in CookieName]?: CookieValues[Name] | null | undefined }

/** How one cookie is stored. */
interface Codec<Value> {
  name: string
  /** Seconds; undefined: until the browser is closed. */
  maxAgeSeconds: number | undefined
  /** '' for a value without content, such as an empty bag. */
  encode(value: Value): string
  /** Null for what is of no use: from another version of the shop, tampered with, or without content. */
  decode(text: string): Value | null
}

const secondsPerDay = 24 * 60 * 60

/** 32 bytes in base64url. */
const opaqueTokenPattern = /^[\w-]{43}$/

/** The shop's cookies (contract: signed or encrypted, never a price, a name or a document number in them). */
function createCodecs({ sessionSecrets, accounts }: Shop): { [Name in CookieName]: Codec<CookieValues[Name]> } {
  const createCookieSigner = (name: string) => createSigner(sessionSecrets, `cookie ${name}`)
  // These may hold a name, an e-mail address, a code, or what the customer wrote to us: nobody reads them but the shop.
  const createCookieSealer = (name: string) => createSealer(sessionSecrets, `cookie ${name}`)
  return {
    bag: createCodec('cartItems', 30 * secondsPerDay, createCookieSigner('cartItems'), parseBag, serializeBag),
    branch: createCodec('branch', 180 * secondsPerDay, createCookieSigner('branch'), parseDestination),
    flash: createCodec('flash', 300, createCookieSealer('flash'), parseFlash, serializeFlash),
    removed: createCodec('removed', 300, createCookieSigner('removed'), parseBag, serializeBag),
    orderNote: createCodec('orderNote', undefined, createCookieSealer('orderNote'), parseOrderNote),
    pendingOrder: createCodec('pendingOrder', 60 * 60, createCookieSigner('pendingOrder'), parsePositiveInteger),
    compareList: createCodec('compareList', 30 * secondsPerDay, createCookieSigner('compareList'), parseIds),
    recent: createCodec('recent', 30 * secondsPerDay, createCookieSigner('recent'), parseIds),
    pendingFavourite: createCodec('favourite', 15 * 60, createCookieSigner('favourite'), parsePendingFavourite),
    recovery: createCodec('recovery', 15 * 60, createCookieSealer('recovery'), parseEmailVerification),
    savedForm: createCodec('keptForm', 15 * 60, createCookieSealer('keptForm'), parseSavedForm),
    notice: createCodec('notice', undefined, unsignedSealer, parseNonEmptyText),
    consent: createPlainCodec('consent', 180 * secondsPerDay, /^(analytics|none)$/),
    deviceId: createPlainCodec('deviceId', 365 * secondsPerDay, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    token: createPlainCodec('clientToken', accounts.maxSessionSeconds, opaqueTokenPattern),
    deviceToken: createPlainCodec('knownDevice', accounts.knownDeviceLifetimeSeconds, opaqueTokenPattern),
  }
}

function createCodec<Value>(
  name: string,
  maxAgeSeconds: number | undefined,
  { seal, unseal }: Sealer,
  parse: (content: unknown) => Value | null,
  serialize: (value: Value) => unknown = (value) => value,
): Codec<Value> {
  return {
    name,
    maxAgeSeconds,
    encode(value) {
      const content = serialize(value)
      return parse(content) === null ? '' : seal(content)
    },
    decode: (text) => parse(unseal(text)),
  }
}

function createPlainCodec<Value extends string>(name: string, maxAgeSeconds: number, pattern: RegExp): Codec<Value> {
  return {
    name,
    maxAgeSeconds,
    encode: (value) => value,
    decode: (text) => (pattern.test(text) ? (text as Value) : null),
  }
}

const codecsByShop = new WeakMap<Shop, ReturnType<typeof createCodecs>>()

function getCodecs(shop: Shop) {
  const codecs = codecsByShop.get(shop) ?? createCodecs(shop)
  codecsByShop.set(shop, codecs)
  return codecs
}

const cookiesByContext = new WeakMap<AppLoadContext, ReturnType<typeof createCookieReader>>()

/** The cookies that a request carries. Each is decoded once: all loaders of a request share the load context. */
export function getCookies({ request, context }: RequestArgs) {
  const cookies = cookiesByContext.get(context) ?? createCookieReader(context.shop, request.headers.get('Cookie'))
  cookiesByContext.set(context, cookies)
  return cookies
}

function createCookieReader(shop: Shop, header: string | null) {
  const codecs = getCodecs(shop)
  const rawValuesByName = parseCookieHeader(header)
  const decodedValuesByName: { [Name in CookieName]?: CookieValues[Name][] } = {}
  return { read, readAll, listUnusableNames }

  /** Null for a cookie that is missing or of no use. */
  function read<Name extends CookieName>(name: Name): CookieValues[Name] | null {
    return readAll(name)[0] ?? null
  }

  /** Every value of a cookie that is of use, in the header's order. */
  function readAll<Name extends CookieName>(name: Name): CookieValues[Name][] {
    const { name: cookieName, decode } = codecs[name]
    const usableValues: CookieValues[Name][] =
      decodedValuesByName[name] ??
      (rawValuesByName.get(cookieName) ?? []).map((text) => decode(text)).filter((value) => value !== null)
    Object.assign(decodedValuesByName, { [name]: usableValues })
    return usableValues
  }

  /** The cookies to be cleared. */
  function listUnusableNames(): CookieName[] {
    const names = Object.keys(codecs) as CookieName[]
    return names.filter((name) => rawValuesByName.has(codecs[name].name) && read(name) === null)
  }
}

/** More of one name than a browser sends by mistake. */
const maxValuesPerName = 4

/**
 * What a Cookie header holds, by name. A browser sends a name twice where it was also set for another path or domain, in no
 * order that the shop could rely on (RFC 6265, section 4.2.2).
 */
export function parseCookieHeader(header: string | null): Map<string, string[]> {
  const valuesByName = new Map<string, string[]>()
  for (const pair of header?.split(';') ?? []) {
    for (const [name, text = ''] of Object.entries(parseCookie(pair))) {
      valuesByName.set(name, [...(valuesByName.get(name) ?? []), text].slice(0, maxValuesPerName))
    }
  }
  return valuesByName
}

export function toSetCookieHeaders(shop: Shop, changes: CookieChanges): Headers {
  const attributes = { path: '/', sameSite: 'lax', secure: shop.usesSecureCookies, httpOnly: true } as const
  const headers = new Headers()
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const { name, maxAgeSeconds, encode } = getCodecs(shop)[key as CookieName]
    const text = value === null ? '' : encode(value as never)
    const effectiveMaxAge = text === '' ? 0 : maxAgeSeconds
    const cookie = {
      ...attributes,
      name,
      value: text,
      ...(effectiveMaxAge !== undefined && { maxAge: effectiveMaxAge }),
    }
    headers.append('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }))
  }
  return headers
}

/**
 * Whether a page with this Set-Cookie line may be shared by all visitors without cookies: `recent` follows from the page
 * alone, and the random `deviceId` is replaced for each of them (server/web/page-cache.ts).
 */
export function isShareableCookie(setCookieHeader: string): boolean {
  return setCookieHeader.startsWith('recent=') || setCookieHeader.startsWith('deviceId=')
}
