import type { AppLoadContext } from '@remix-run/node'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { CountedEvent } from '#server/analytics/analytics.ts'
import type { Bag } from '#server/bag/bag.ts'
import type { Shop } from '#server/shop.ts'
import type { RequestArgs } from '../load-context.ts'
import type { CookieName } from '../texts/cookies.ts'
import { createSealing, createSigning, type Sealing, unsigned } from './sealing.server.ts'

/** Where deliveries go. Branch id 0: the postal code is outside coverage. */
export interface ChosenBranch {
  branchId: number
  zipcode: string
  addressId: number | null
}

const nextSteps = ['bag', 'comparison'] as const
export type NextStep = (typeof nextSteps)[number]

/** Shown once, on the next page. */
export interface FlashMessage {
  tone: 'ok' | 'info' | 'error'
  sentences: string[]
  /** The next step, to be offered with the message. */
  leadsTo?: NextStep | undefined
  /** Said beside this product's field, on this page, rather than over it. */
  beside?: { path: string; productId: number } | undefined
  /** What was taken out of the bag can be put back (cookie `removed`). */
  canUndo?: boolean | undefined
  /** GA4's name of the analytics event that was counted for it. */
  event?: CountedEvent['event'] | undefined
}

/** The favourite that a visitor wanted to add, remembered until they have signed in. */
export interface PendingFavourite {
  productId: number
  returnTo: string
  /** Whose it is, where a page said so; '' for a visitor's. */
  account: string
}

/** What the steps of a sign-in by code, a password recovery and a change of e-mail pass on: the e-mail address, then the verified code. */
interface Recovery {
  email: string
  code: string
}

/** A form that arrived without a session, to be shown again where it was typed. */
export interface KeptForm {
  path: string
  fields: [name: string, value: string][]
  /** Names of the fields with files, which a cookie cannot hold. */
  files: string[]
  /** Whose it is: what its page said of the account. */
  account: string
}

/** Whether the visitor allows analytics. */
type Consent = 'analytics' | 'none'

interface CookieValues extends Record<CookieName, unknown> {
  bag: Bag
  branch: ChosenBranch
  flash: FlashMessage
  /** The bag as it was before something was taken out of it. */
  removed: Bag
  orderNote: string
  /** The id of the order that was placed last, until it is paid or over: the empty bag leads to its payment. */
  pendingOrder: number
  compareList: number[]
  /** Ids of the products seen last. */
  recent: number[]
  pendingFavourite: PendingFavourite
  recovery: Recovery
  keptForm: KeptForm
  /** The sentence of the notice that was closed; another one is shown again. */
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

/** How one cookie is kept. */
interface Codec<Value> {
  /** In the browser. */
  name: string
  /** Seconds; undefined: until the browser is closed. */
  maxAge: number | undefined
  /** '' for a value without content, such as an empty bag. */
  encode(value: Value): string
  /** Null for what is of no use: from another version of the shop, tampered with, or without content. */
  decode(text: string): Value | null
}

const day = 24 * 60 * 60
/** 32 bytes in base64url. */
const opaque = /^[\w-]{43}$/

/** The shop's cookies (contract: signed or encrypted, never a price, a name or a document number in them). */
function createCodecs({ sessionSecrets, accounts }: Shop): { [Name in CookieName]: Codec<CookieValues[Name]> } {
  const signed = (name: string) => createSigning(sessionSecrets, `cookie ${name}`)
  // These may hold a name, an e-mail address, a code, or what the customer wrote to us: nobody reads them but the shop.
  const sealed = (name: string) => createSealing(sessionSecrets, `cookie ${name}`)
  return {
    bag: codec('cartItems', 30 * day, signed('cartItems'), bagFrom, bagContent),
    branch: codec('branch', 180 * day, signed('branch'), branchFrom),
    flash: codec('flash', 300, sealed('flash'), flashFrom),
    removed: codec('removed', 300, signed('removed'), bagFrom, bagContent),
    orderNote: codec('orderNote', undefined, sealed('orderNote'), textFrom),
    pendingOrder: codec('pendingOrder', 60 * 60, signed('pendingOrder'), countFrom),
    compareList: codec('compareList', 30 * day, signed('compareList'), idsFrom),
    recent: codec('recent', 30 * day, signed('recent'), idsFrom),
    pendingFavourite: codec('favourite', 15 * 60, signed('favourite'), favouriteFrom),
    recovery: codec('recovery', 15 * 60, sealed('recovery'), recoveryFrom),
    keptForm: codec('keptForm', 15 * 60, sealed('keptForm'), keptFormFrom),
    notice: codec('notice', undefined, unsigned, textFrom),
    consent: plain('consent', 180 * day, /^(analytics|none)$/),
    deviceId: plain('deviceId', 365 * day, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    token: plain('clientToken', accounts.sessionSeconds, opaque),
    deviceToken: plain('knownDevice', accounts.knownDeviceSeconds, opaque),
  }
}

function codec<Value>(
  name: string,
  maxAge: number | undefined,
  { seal, open }: Sealing,
  fromContent: (content: unknown) => Value | null,
  toContent: (value: Value) => unknown = (value) => value,
): Codec<Value> {
  return {
    name,
    maxAge,
    encode(value) {
      const content = toContent(value)
      return fromContent(content) === null ? '' : seal(content)
    },
    decode: (text) => fromContent(open(text)),
  }
}

function plain<Value extends string>(name: string, maxAge: number, pattern: RegExp): Codec<Value> {
  return { name, maxAge, encode: (value) => value, decode: (text) => (pattern.test(text) ? (text as Value) : null) }
}

const opened = new WeakMap<Shop, ReturnType<typeof createCodecs>>()

function codecsOf(shop: Shop) {
  const codecs = opened.get(shop) ?? createCodecs(shop)
  opened.set(shop, codecs)
  return codecs
}

const cookiesByRequest = new WeakMap<AppLoadContext, ReturnType<typeof readCookies>>()

/** The cookies that a request carries. Each is decoded once: all loaders of a request share the load context. */
export function cookiesOf({ request, context }: RequestArgs) {
  const cookies = cookiesByRequest.get(context) ?? readCookies(context.shop, request.headers.get('Cookie'))
  cookiesByRequest.set(context, cookies)
  return cookies
}

function readCookies(shop: Shop, header: string | null) {
  const codecs = codecsOf(shop)
  const texts = cookieTexts(header)
  const values: { [Name in CookieName]?: CookieValues[Name][] } = {}
  return { read, readAll, unusable }

  /** Null for a cookie that is missing or of no use. */
  function read<Name extends CookieName>(name: Name): CookieValues[Name] | null {
    return readAll(name)[0] ?? null
  }

  /** Every value of a cookie that is of use, in the header's order. */
  function readAll<Name extends CookieName>(name: Name): CookieValues[Name][] {
    const { name: own, decode } = codecs[name]
    const known: CookieValues[Name][] =
      values[name] ?? (texts.get(own) ?? []).map((text) => decode(text)).filter((value) => value !== null)
    Object.assign(values, { [name]: known })
    return known
  }

  /** The cookies to be cleared. */
  function unusable(): CookieName[] {
    const names = Object.keys(codecs) as CookieName[]
    return names.filter((name) => texts.has(codecs[name].name) && read(name) === null)
  }
}

/** More of one name than a browser sends by mistake. */
const maxOfOneName = 4

/**
 * What a Cookie header holds, by name. A browser sends a name twice where it was also set for another path or domain, in no
 * order that the shop could rely on (RFC 6265, section 4.2.2).
 */
export function cookieTexts(header: string | null): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const pair of header?.split(';') ?? []) {
    for (const [name, text = ''] of Object.entries(parseCookie(pair))) {
      texts.set(name, [...(texts.get(name) ?? []), text].slice(0, maxOfOneName))
    }
  }
  return texts
}

/** The Set-Cookie headers for these changes. */
export function cookieHeaders(shop: Shop, changes: CookieChanges): Headers {
  const attributes = { path: '/', sameSite: 'lax', secure: shop.secureCookies, httpOnly: true } as const
  const headers = new Headers()
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const { name, maxAge, encode } = codecsOf(shop)[key as CookieName]
    const text = value === null ? '' : encode(value as never)
    const age = text === '' ? 0 : maxAge
    const cookie = { ...attributes, name, value: text, ...(age !== undefined && { maxAge: age }) }
    headers.append('Set-Cookie', stringifySetCookie(cookie, { encode: encodeURIComponent }))
  }
  return headers
}

/**
 * Whether a page with this Set-Cookie line may be shared by all visitors without cookies: `recent` follows from the page
 * alone, and the random `deviceId` is replaced for each of them (server/web/page-cache.ts).
 */
export function isForEverybody(line: string): boolean {
  return line.startsWith('recent=') || line.startsWith('deviceId=')
}

function bagContent({ lines, couponCode, laboratoryId }: Bag) {
  return {
    lines: lines.map(({ productId, quantity }) => [productId, quantity]),
    coupon: couponCode,
    laboratory: laboratoryId,
  }
}

/** A laboratory discount can be requested before its product is added; a coupon alone is forgotten. */
function bagFrom(content: unknown): Bag | null {
  if (!isRecord(content)) return null
  const pairs = Array.isArray(content.lines) ? content.lines : []
  const lines = pairs
    .filter((line): line is [number, number] => Array.isArray(line) && line.length === 2 && line.every(isCount))
    .map(([productId, quantity]) => ({ productId, quantity }))
  const laboratoryId = textFrom(content.laboratory) ?? undefined
  if (lines.length === 0 && laboratoryId === undefined) return null
  return { lines, couponCode: textFrom(content.coupon) ?? undefined, laboratoryId }
}

function textFrom(content: unknown): string | null {
  return typeof content === 'string' && content !== '' ? content : null
}

function countFrom(value: unknown): number | null {
  return isCount(value) ? value : null
}

function branchFrom(value: unknown): ChosenBranch | null {
  if (!isRecord(value) || !Number.isSafeInteger(value.branchId) || typeof value.zipcode !== 'string') return null
  const addressId = isCount(value.addressId) ? value.addressId : null
  return { branchId: value.branchId as number, zipcode: value.zipcode, addressId }
}

function flashFrom(value: unknown): FlashMessage | null {
  if (!isRecord(value) || !Array.isArray(value.sentences)) return null
  const tone = value.tone === 'error' || value.tone === 'info' ? value.tone : 'ok'
  const event = countedEvents.find((name) => name === value.event)
  const leadsTo = nextSteps.find((step) => step === value.leadsTo)
  const canUndo = value.canUndo === true || undefined
  return { tone, sentences: value.sentences.map(String), leadsTo, event, canUndo, beside: besideFrom(value.beside) }
}

function besideFrom(value: unknown): FlashMessage['beside'] {
  if (!isRecord(value) || !isCount(value.productId)) return
  return { path: String(value.path), productId: value.productId }
}

const countedEvents = ['login', 'sign_up', 'add_to_cart', 'begin_checkout'] as const

function idsFrom(value: unknown): number[] | null {
  const ids = Array.isArray(value) ? value.filter(isCount) : []
  return ids.length === 0 ? null : ids
}

function favouriteFrom(value: unknown): PendingFavourite | null {
  if (!isRecord(value) || !isCount(value.productId)) return null
  return { productId: value.productId, returnTo: String(value.returnTo), account: String(value.account ?? '') }
}

function recoveryFrom(value: unknown): Recovery | null {
  if (!isRecord(value) || typeof value.email !== 'string') return null
  return { email: value.email, code: String(value.code ?? '') }
}

function keptFormFrom(value: unknown): KeptForm | null {
  if (!isRecord(value) || !Array.isArray(value.fields) || !Array.isArray(value.files)) return null
  const fields = value.fields
    .filter(Array.isArray)
    .map(([name, text]): [string, string] => [String(name), String(text)])
  return { path: String(value.path), fields, files: value.files.map(String), account: String(value.account ?? '') }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
