import { createHash } from 'node:crypto'
import { ShopError } from './errors.ts'

/** 96 bits: states are compared with the one that a page showed, so nobody gains by a collision. */
const hashLength = 16

/** What a page showed, short enough for a hidden field of its form. The order of keys does not matter; dates count as ISO text. */
export function toSeenHash(value: unknown): string {
  return createHash('sha256').update(stringify(value)).digest('base64url').slice(0, hashLength)
}

/**
 * Refuses a decision about a state that its page did not show: somebody changed it meanwhile, or the form was sent twice.
 * @param current what stands now, read after its row was locked
 * @param seenHash the hash that the form carried; none, as an older page has it, is refused, too
 * @throws ShopError "page.outdated"
 */
export function assertSeen(current: unknown, seenHash: string | undefined): void {
  if (seenHash !== toSeenHash(current)) throw new ShopError('page.outdated')
}

function stringify(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isRecord(part) ? sortKeys(part) : part)) ?? 'null'
}

function isRecord(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
