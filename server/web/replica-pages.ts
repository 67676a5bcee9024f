import { parseCookie } from 'cookie'
import type { Request } from 'express'
import type { Shop } from '../shop.ts'

/**
 * The cookies of a visitor who has neither signed in nor put anything into the bag, and has just done nothing either: any other
 * one may speak of what they have changed.
 */
const cookiesOfStrangers = new Set(['deviceId', 'consent', 'notice', 'branch', 'recent', 'compareList'])

/**
 * Gives the shop as a page reads it: from the replica, if there is one and it has all that the primary shows, for requests that
 * change nothing, of visitors with nothing of their own.
 */
export function openShopFor(shop: Shop): (request: Request) => Promise<Shop> {
  const { replica } = shop.storage
  if (!replica) return async () => shop
  // One object, since other things are remembered for it.
  const shopOnReplica = { ...shop, ...replica.shown }
  return async (request) => (isOfStranger(request) && (await replica.isUpToDate()) ? shopOnReplica : shop)
}

function isOfStranger({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return Object.keys(parseCookie(headers.cookie ?? '')).every((name) => cookiesOfStrangers.has(name))
}
