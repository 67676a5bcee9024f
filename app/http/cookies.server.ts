import { createHmac } from 'node:crypto'
import { type Cookie, createCookie, createCookieSessionStorage } from '@remix-run/node'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { CountedEvent } from '#server/analytics/analytics.ts'
import type { Bag } from '#server/bag/bag.ts'
import type { Shop } from '#server/shop.ts'
import { createSealedCookie } from './sealed-cookie.server.ts'

/** Where deliveries go. Branch id 0: the postal code is outside coverage. */
export interface ChosenBranch {
  branchId: number
  zipcode: string
  addressId: number | null
}

/** Shown once, on the next page. */
export interface FlashMessage {
  tone: 'ok' | 'info' | 'error'
  sentences: string[]
  /** GA4's name of the analytics event that was counted for it. */
  event?: CountedEvent['event']
}

/** The favourite that a visitor wanted to add, remembered until they have signed in. */
export interface PendingFavourite {
  productId: number
  returnTo: string
}

/** What each step of the password recovery passes to the next: the e-mail address, then the verified code. */
export interface Recovery {
  email: string
  code: string
}

/** Whether the visitor allows analytics. */
export type Consent = 'analytics' | 'none'

const day = 24 * 60 * 60

/**
 * Whether a page with this Set-Cookie line may be shared by all visitors without cookies: `recent` follows from the page
 * alone, and the random `deviceId` is replaced for each of them (server/web/page-cache.ts).
 */
export function isForEverybody(line: string): boolean {
  return line.startsWith('recent=') || line.startsWith('deviceId=')
}

const opened = new WeakMap<Shop, ReturnType<typeof openCookies>>()

/** The shop's cookies (contract: signed or encrypted, SameSite=Lax, never a price, a name or a document number in them). */
export function cookiesOf(shop: Shop) {
  let cookies = opened.get(shop)
  if (!cookies) {
    cookies = openCookies(shop)
    opened.set(shop, cookies)
  }
  return cookies
}

function openCookies(shop: Shop) {
  const shared = { path: '/', sameSite: 'lax', secure: shop.secureCookies } as const
  const signed = (name: string, maxAge?: number, olderSecrets: string[] = []) => {
    const secrets = [...shop.sessionSecrets.map((secret) => secretOf(name, secret)), ...olderSecrets]
    return createCookie(name, { ...shared, httpOnly: true, secrets, maxAge })
  }
  // Version 0.1 signed without the name: no update may empty a bag. To be dropped once those cookies have expired.
  const bags = createCookieSessionStorage({ cookie: signed('cartItems', 30 * day, shop.sessionSecrets) })
  const bagSession = memoizeLast((header) => bags.getSession(header))
  const branchCookie = memoizeCookie(signed('branch', 180 * day, shop.sessionSecrets))
  // These may hold a name, an e-mail address, a code, or what the customer wrote to us: nobody reads them but the shop.
  const sealed = (name: string, maxAge?: number) =>
    memoizeCookie(createSealedCookie(name, shop.sessionSecrets, { ...shared, httpOnly: true, maxAge }))
  const flashCookie = sealed('flash', 300)
  const orderNoteCookie = sealed('orderNote')
  const compareCookie = memoizeCookie(signed('compareList', 30 * day))
  const recentCookie = memoizeCookie(signed('recent', 30 * day))
  const favouriteCookie = memoizeCookie(signed('favourite', 15 * 60))
  const recoveryCookie = sealed('recovery', 15 * 60)
  const plain = (name: string, value: string, days: number) =>
    stringifySetCookie({ name, value, ...shared, httpOnly: true, maxAge: days * day })
  const drop = (name: string) => plain(name, '', 0)
  const noticeCookie = memoizeCookie(createCookie('notice', { ...shared, httpOnly: true }))

  const cookies = {
    async readBag(header: string | null): Promise<Bag> {
      const session = await bagSession(header)
      const text = (name: string) => (typeof session.get(name) === 'string' ? session.get(name) : undefined)
      return { ...bagFrom(session.get('lines')), couponCode: text('coupon'), laboratoryId: text('laboratory') }
    },
    async writeBag({ lines, couponCode, laboratoryId }: Bag): Promise<string> {
      const session = await bags.getSession()
      // A laboratory discount can be requested before its product is added.
      if (lines.length === 0 && laboratoryId === undefined) return drop('cartItems')
      session.set(
        'lines',
        lines.map(({ productId, quantity }) => [productId, quantity]),
      )
      if (couponCode !== undefined) session.set('coupon', couponCode)
      if (laboratoryId !== undefined) session.set('laboratory', laboratoryId)
      return bags.commitSession(session)
    },

    async readBranch(header: string | null): Promise<ChosenBranch | null> {
      return branchFrom(await branchCookie.parse(header))
    },
    writeBranch: (branch: ChosenBranch) => branchCookie.serialize(branch),
    clearBranch: () => branchCookie.serialize('', { maxAge: 0 }),

    async readFlash(header: string | null): Promise<FlashMessage | null> {
      return flashFrom(await flashCookie.parse(header))
    },
    writeFlash: (flash: FlashMessage) => flashCookie.serialize(flash),
    clearFlash: () => flashCookie.serialize('', { maxAge: 0 }),

    async readOrderNote(header: string | null): Promise<string> {
      const note: unknown = await orderNoteCookie.parse(header)
      return typeof note === 'string' ? note : ''
    },
    writeOrderNote: (note: string) => orderNoteCookie.serialize(note, note === '' ? { maxAge: 0 } : {}),

    readCompareList: async (header: string | null) => idsFrom(await compareCookie.parse(header)),
    writeCompareList: (ids: number[]) => compareCookie.serialize(ids, ids.length === 0 ? { maxAge: 0 } : {}),

    readRecent: async (header: string | null) => idsFrom(await recentCookie.parse(header)),
    writeRecent: (ids: number[]) => recentCookie.serialize(ids),

    async readPendingFavourite(header: string | null): Promise<PendingFavourite | null> {
      return favouriteFrom(await favouriteCookie.parse(header))
    },
    writePendingFavourite: (pending: PendingFavourite) => favouriteCookie.serialize(pending),
    clearPendingFavourite: () => favouriteCookie.serialize('', { maxAge: 0 }),

    async readRecovery(header: string | null): Promise<Recovery | null> {
      return recoveryFrom(await recoveryCookie.parse(header))
    },
    writeRecovery: (recovery: Recovery) => recoveryCookie.serialize(recovery),
    clearRecovery: () => recoveryCookie.serialize('', { maxAge: 0 }),

    /** The tone of the notice that was closed; one of another tone is shown again. */
    async readNoticeDismissed(header: string | null): Promise<string | null> {
      const tone: unknown = await noticeCookie.parse(header)
      return typeof tone === 'string' ? tone : null
    },
    dismissNotice: (tone: string) => noticeCookie.serialize(tone),

    readConsent(header: string | null): Consent | null {
      const { consent } = parseCookie(header ?? '')
      return consent === 'analytics' || consent === 'none' ? consent : null
    },
    writeConsent: (consent: Consent) => plain('consent', consent, 180),

    /** The browser's random id, set on its first page; it counts visits only with consent. Null where it is missing. */
    readDeviceId(header: string | null): string | null {
      const { deviceId } = parseCookie(header ?? '')
      return deviceId !== undefined && uuid.test(deviceId) ? deviceId : null
    },
    writeDeviceId: (id: string) => plain('deviceId', id, 365),
    clearDeviceId: () => drop('deviceId'),

    /** Not signed: the token is opaque and random. */
    readToken: (header: string | null) => parseCookie(header ?? '').clientToken ?? null,
    writeToken: (token: string, seconds: number) =>
      stringifySetCookie({ name: 'clientToken', value: token, ...shared, httpOnly: true, maxAge: seconds }),
    clearToken: () => drop('clientToken'),

    /** Opaque and random, too: tells a device on which customers have signed in from a stranger's. */
    readDeviceToken(header: string | null): string | null {
      const { knownDevice } = parseCookie(header ?? '')
      return knownDevice !== undefined && opaqueToken.test(knownDevice) ? knownDevice : null
    },
    writeDeviceToken: (token: string, seconds: number) =>
      stringifySetCookie({ name: 'knownDevice', value: token, ...shared, httpOnly: true, maxAge: seconds }),
  }

  /** How to read each cookie; a falsy value means that it is unusable. */
  const contents: Record<string, (header: string) => unknown> = {
    cartItems: async (header) => {
      const { lines, laboratoryId } = await cookies.readBag(header)
      return lines.length > 0 || laboratoryId
    },
    branch: cookies.readBranch,
    flash: cookies.readFlash,
    orderNote: cookies.readOrderNote,
    compareList: async (header) => (await cookies.readCompareList(header)).length,
    recent: async (header) => (await cookies.readRecent(header)).length,
    favourite: cookies.readPendingFavourite,
    recovery: cookies.readRecovery,
    notice: cookies.readNoticeDismissed,
    consent: cookies.readConsent,
    deviceId: cookies.readDeviceId,
    knownDevice: cookies.readDeviceToken,
  }

  return {
    ...cookies,
    /** The Set-Cookie lines that delete unreadable cookies: from another version of the shop, or tampered with. */
    async dropUnreadable(header: string | null): Promise<string[]> {
      const names = Object.keys(parseCookie(header ?? ''))
      const known = Object.entries(contents).filter(([name]) => names.includes(name))
      const lines = known.map(async ([name, read]) => ((await read(header ?? '')) ? [] : [drop(name)]))
      return (await Promise.all(lines)).flat()
    },
  }
}

/** A cookie's own secret, so that its value is worth nothing under another cookie's name. */
function secretOf(name: string, secret: string): string {
  return createHmac('sha256', secret).update(`cookie ${name}`).digest('base64url')
}

/** A cookie is read in several places of one request: it is verified once. */
function memoizeCookie(cookie: Pick<Cookie, 'parse' | 'serialize'>): Pick<Cookie, 'parse' | 'serialize'> {
  return { parse: memoizeLast((header) => cookie.parse(header)), serialize: (...given) => cookie.serialize(...given) }
}

/** Caches the result for the last Cookie header seen: it depends on nothing else. */
function memoizeLast<Value>(
  read: (header: string | null) => Promise<Value>,
): (header: string | null) => Promise<Value> {
  let newest: { header: string | null; value: Promise<Value> } | undefined
  return (header) => {
    if (newest?.header !== header) newest = { header, value: read(header) }
    return newest.value
  }
}

/** A cookie may come from an older version of the shop, so its shape is validated. */
function bagFrom(value: unknown): Bag {
  if (!Array.isArray(value)) return { lines: [] }
  const lines = value
    .filter((line): line is [number, number] => Array.isArray(line) && line.length === 2 && line.every(isCount))
    .map(([productId, quantity]) => ({ productId, quantity }))
  return { lines }
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
  return { tone, sentences: value.sentences.map(String), event }
}

const countedEvents = ['login', 'sign_up', 'add_to_cart', 'begin_checkout'] as const

function idsFrom(value: unknown): number[] {
  return Array.isArray(value) ? value.filter(isCount) : []
}

function favouriteFrom(value: unknown): PendingFavourite | null {
  if (!isRecord(value) || !isCount(value.productId)) return null
  return { productId: value.productId, returnTo: String(value.returnTo) }
}

function recoveryFrom(value: unknown): Recovery | null {
  if (!isRecord(value) || typeof value.email !== 'string') return null
  return { email: value.email, code: String(value.code ?? '') }
}

/** 32 bytes in base64url. */
const opaqueToken = /^[\w-]{43}$/

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
