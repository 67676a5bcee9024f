import { expect, test } from 'vitest'
import { type CookieChanges, getCookies, toSetCookieHeaders } from './cookies.server.ts'
import type { RequestArgs } from './load-context.ts'

const shop = {
  sessionSecrets: ['a-secret'],
  usesSecureCookies: false,
  accounts: { maxSessionSeconds: 60, knownDeviceLifetimeSeconds: 60 },
} as RequestArgs['context']['shop']

const values = {
  bag: { lines: [{ productId: 60, quantity: 2 }], couponCode: 'BEMVINDO10', laboratoryOptInId: 'a1' },
  branch: { branchId: 1, zipcode: '01310100', addressId: 7 },
  flash: { tone: 'error', messages: ['Não há estoque.'], leadsTo: 'bag', event: 'add_to_cart' },
  orderNote: { text: 'Portão azul; à esquerda', account: 'a' },
  pendingOrder: 12,
  compareList: [60, 14],
  recent: [14],
  pendingFavourite: { productId: 60, returnTo: '/produto/novalgina?cor=é', account: '' },
  recovery: { email: 'ana@example.com', code: '123456' },
  notice: 'closed',
  consent: 'none',
  deviceId: '0b7e2a52-5b1c-4a4e-9d55-2f8a3c1d9e10',
  token: 'y'.repeat(43),
  deviceToken: 'x'.repeat(43),
} as const

/** A request that carries what these lines set. */
function requestWith(lines: string[]): RequestArgs {
  const pairs = lines.map((line) => line.split(';', 1).join())
  const request = new Request('http://shop.invalid/', { headers: { Cookie: pairs.join('; ') } })
  return { request, context: { shop } as RequestArgs['context'] }
}

test('what one response sets, the next request reads', () => {
  const cookies = getCookies(requestWith(toSetCookieHeaders(shop, values as unknown as CookieChanges).getSetCookie()))
  for (const [name, value] of Object.entries(values)) expect(cookies.read(name as 'bag')).toEqual(value)
  expect(cookies.listUnusableNames()).toEqual([])
})

test('a value without content clears its cookie, and so does null; what is left out stays', () => {
  const changes = {
    bag: { lines: [] },
    orderNote: { text: '', account: 'a' },
    compareList: [],
    token: null,
    recent: undefined,
  }
  const lines = toSetCookieHeaders(shop, changes).getSetCookie()
  expect(lines.map((line) => line.split('; ', 2).join())).toEqual(
    ['cartItems', 'orderNote', 'compareList', 'clientToken'].map((name) => `${name}=,Max-Age=0`),
  )
})

test('a cookie is decoded once in a request, and for this request only', () => {
  const first = requestWith(toSetCookieHeaders(shop, { compareList: [60] }).getSetCookie())
  const second = requestWith(toSetCookieHeaders(shop, { compareList: [14] }).getSetCookie())
  expect(getCookies(first).read('compareList')).toEqual([60])
  expect(getCookies(second).read('compareList')).toEqual([14])
  expect(getCookies(first).read('compareList')).toBe(getCookies(first).read('compareList'))
})

test('of a cookie that is sent twice the one that can be used counts, wherever it stands', () => {
  const lines = toSetCookieHeaders(shop, values as unknown as CookieChanges).getSetCookie()
  const lost = lines.map((line) => `${line.split('=', 1)}=lixo`)
  for (const sent of [
    [...lost, ...lines],
    [...lines, ...lost],
  ]) {
    const cookies = getCookies(requestWith(sent))
    for (const [name, value] of Object.entries(values)) {
      // What anybody may write is taken as it comes.
      if (name !== 'notice') expect(cookies.read(name as 'bag'), name).toEqual(value)
    }
    expect(cookies.listUnusableNames()).toEqual([])
  }
})

test('what cannot be used is named, and read as missing', () => {
  const names = ['cartItems', 'branch', 'flash', 'notice', 'consent', 'deviceId', 'knownDevice']
  const cookies = getCookies(requestWith(names.map((name) => `${name}=lixo`)))
  expect(cookies.listUnusableNames()).toEqual([
    'bag',
    'branch',
    'flash',
    'notice',
    'consent',
    'deviceId',
    'deviceToken',
  ])
  expect(cookies.read('bag')).toBeNull()
})
