import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { Shop } from '../shop.ts'
import { openShopFor } from './replica-pages.ts'

function shopWith(isUpToDate: boolean) {
  const replica = {
    isUpToDate: async () => isUpToDate,
    shown: { catalogue: 'the replica’s', delivery: 'the replica’s' },
  }
  const shopFor = openShopFor({ catalogue: 'the primary’s', storage: { replica } } as unknown as Shop)
  return async (cookie?: string, method = 'GET') =>
    (await shopFor({ method, headers: { cookie } } as Request)).catalogue as unknown as string
}

test.each([
  undefined,
  'deviceId=0b7e2a52-5b1c-4a4e-9d55-2f8a3c1d9e10; recent=WzYwXQ.x; branch=x; consent=none; notice=x; compareList=x',
])('a visitor with nothing of their own reads the replica (%s)', async (cookie) => {
  expect(await shopWith(true)(cookie)).toBe('the replica’s')
  expect(await shopWith(true)(cookie, 'HEAD')).toBe('the replica’s')
})

test.each([
  'clientToken=x',
  'cartItems=x',
  'deviceId=x; cartItems=x',
  'flash=x',
  'pendingOrder=x',
  'knownDevice=x',
  '__Host-staff=x',
])('whoever may have changed something reads the primary (%s)', async (cookie) => {
  expect(await shopWith(true)(cookie)).toBe('the primary’s')
})

test('what changes something reads the primary, and so does everybody while the replica is behind', async () => {
  expect(await shopWith(true)(undefined, 'POST')).toBe('the primary’s')
  expect(await shopWith(false)()).toBe('the primary’s')
})
