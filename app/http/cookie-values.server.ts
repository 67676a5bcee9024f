import type { AnalyticsEvent } from '#server/analytics/analytics.ts'
import type { Bag } from '#server/bag/bag.ts'

/** Where deliveries go. Branch id 0: the postal code is outside coverage. */
export interface Destination {
  branchId: number
  zipcode: string
  addressId: number | null
}

const flashTargets = ['bag', 'comparison'] as const

export type FlashTarget = (typeof flashTargets)[number]

/** Shown once, on the next page. */
export interface FlashMessage {
  tone: 'ok' | 'info' | 'error'
  messages: string[]
  /** The next step, to be offered with the message. */
  leadsTo?: FlashTarget | undefined
  /** Said beside this product's field, on this page, rather than over it. */
  beside?: { path: string; productId: number } | undefined
  /** What was taken out of the bag can be put back (cookie `removed`). */
  canUndo?: boolean | undefined
  /** GA4's name of the analytics event that was counted for it. */
  event?: AnalyticsEvent['event'] | undefined
}

/** The favourite that a visitor wanted to add, remembered until they have signed in. */
export interface PendingFavourite {
  productId: number
  returnTo: string
  /** Whose it is, where a page said so; '' for a visitor's. */
  account: string
}

/** What a customer wrote to go with the order, until it is placed. */
export interface OrderNote {
  text: string
  /** Whose it is. */
  account: string
}

/** What the steps of a sign-in by code, a password recovery and a change of e-mail pass on: the e-mail address, then the verified code. */
export interface EmailVerification {
  email: string
  code: string
}

/** A form that arrived without a session, to be shown again where it was typed. */
export interface SavedForm {
  path: string
  fields: [name: string, value: string][]
  /** Names of the fields with files, which a cookie cannot hold. */
  files: string[]
  /** Whose it is: what its page said of the account. */
  account: string
}

export function serializeBag({ lines, couponCode, laboratoryOptInId }: Bag) {
  return {
    lines: lines.map(({ productId, quantity }) => [productId, quantity]),
    coupon: couponCode,
    laboratory: laboratoryOptInId,
  }
}

/** A laboratory discount can be requested before its product is added, and the coupon of a link waits for the first one. */
export function parseBag(value: unknown): Bag | null {
  if (!isRecord(value)) return null
  const pairs = Array.isArray(value.lines) ? value.lines : []
  const lines = pairs
    .filter(
      (line): line is [number, number] => Array.isArray(line) && line.length === 2 && line.every(isPositiveInteger),
    )
    .map(([productId, quantity]) => ({ productId, quantity }))
  const laboratoryOptInId = parseNonEmptyText(value.laboratory) ?? undefined
  const couponCode = parseNonEmptyText(value.coupon) ?? undefined
  if (lines.length === 0 && laboratoryOptInId === undefined && couponCode === undefined) return null
  return { lines, couponCode, laboratoryOptInId }
}

export function parseNonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function parsePositiveInteger(value: unknown): number | null {
  return isPositiveInteger(value) ? value : null
}

export function parseDestination(value: unknown): Destination | null {
  if (!isRecord(value) || !Number.isSafeInteger(value.branchId) || typeof value.zipcode !== 'string') return null
  const addressId = isPositiveInteger(value.addressId) ? value.addressId : null
  return { branchId: value.branchId as number, zipcode: value.zipcode, addressId }
}

export function parseFlash(value: unknown): FlashMessage | null {
  if (!isRecord(value) || !Array.isArray(value.sentences)) return null
  const tone = value.tone === 'error' || value.tone === 'info' ? value.tone : 'ok'
  const event = flashEventNames.find((name) => name === value.event)
  const leadsTo = flashTargets.find((target) => target === value.leadsTo)
  const canUndo = value.canUndo === true || undefined
  return { tone, messages: value.sentences.map(String), leadsTo, event, canUndo, beside: parseBeside(value.beside) }
}

/** The cookie's own names. */
export function serializeFlash({ messages, ...flash }: FlashMessage) {
  return { ...flash, sentences: messages }
}

function parseBeside(value: unknown): FlashMessage['beside'] {
  if (!isRecord(value) || !isPositiveInteger(value.productId)) return
  return { path: String(value.path), productId: value.productId }
}

const flashEventNames = ['login', 'sign_up', 'add_to_cart', 'begin_checkout'] as const

export function parseIds(value: unknown): number[] | null {
  const ids = Array.isArray(value) ? value.filter(isPositiveInteger) : []
  return ids.length === 0 ? null : ids
}

export function parsePendingFavourite(value: unknown): PendingFavourite | null {
  if (!isRecord(value) || !isPositiveInteger(value.productId)) return null
  return { productId: value.productId, returnTo: String(value.returnTo), account: String(value.account ?? '') }
}

export function parseOrderNote(value: unknown): OrderNote | null {
  const text = isRecord(value) ? parseNonEmptyText(value.text) : null
  return isRecord(value) && text !== null ? { text, account: String(value.account ?? '') } : null
}

export function parseEmailVerification(value: unknown): EmailVerification | null {
  if (!isRecord(value) || typeof value.email !== 'string') return null
  return { email: value.email, code: String(value.code ?? '') }
}

export function parseSavedForm(value: unknown): SavedForm | null {
  if (!isRecord(value) || !Array.isArray(value.fields) || !Array.isArray(value.files)) return null
  const fields = value.fields
    .filter(Array.isArray)
    .map(([name, text]): [string, string] => [String(name), String(text)])
  return { path: String(value.path), fields, files: value.files.map(String), account: String(value.account ?? '') }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
