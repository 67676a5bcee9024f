import { expect, test } from 'vitest'
import { contextWithoutDatabase } from '../../tests/support/context.ts'
import { bindContext } from '../context.ts'
import * as bagLinks from './bag-links.ts'

const secret = 'a secret of this test alone'
const noon = new Date('2026-11-20T15:00:00Z')
const links = linksOf([secret])

function linksOf(signingSecrets: string[], now = noon) {
  return bindContext(contextWithoutDatabase({ clock: { now: () => now }, settings: { signingSecrets } }), bagLinks)
}

function dayLater(days: number): Date {
  return new Date(noon.getTime() + days * 24 * 60 * 60_000)
}

const lines = [
  { productId: 3, quantity: 1 },
  { productId: 60, quantity: 2 },
  { productId: 2_147_483_647, quantity: 9_999 },
]

const thirty = Array.from({ length: 30 }, (_, at) => ({ productId: 7_000 * (at + 1), quantity: (at % 3) + 1 }))

test('a link gives back the products and quantities that were put into it, by product', () => {
  expect(links.readToken(links.createToken([...lines].reverse()))).toEqual({ lines, lastDay: '2026-12-04' })
})

test('thirty products make a link that any chat takes, and end it with a letter', () => {
  const token = links.createToken(thirty)
  expect(token).toMatch(/^[\w-]+[a-z]$/)
  expect(token.length).toBeLessThan(160)
  expect(links.readToken(token).lines).toEqual(thirty)
})

test('a link of no product or of more than thirty is not made', () => {
  expect(() => links.createToken([])).toThrow(expect.objectContaining({ code: 'bag.empty' }))
  const more = [...thirty, { productId: 1, quantity: 1 }]
  expect(() => links.createToken(more)).toThrow(expect.objectContaining({ code: 'bagLink.tooMany' }))
})

test('a link with any of its characters changed, cut or added to is refused', () => {
  const token = links.createToken(lines)
  const changed = [...token].map(
    (letter, at) => token.slice(0, at) + (letter === 'B' ? 'C' : 'B') + token.slice(at + 1),
  )
  const others = [
    '',
    'a',
    `${token}a`,
    token.slice(1),
    token.slice(0, -2),
    ` ${token}`,
    'é'.repeat(60),
    'A'.repeat(9_000),
  ]
  for (const forged of [...changed, ...others])
    expect(() => links.readToken(forged), forged.slice(0, 200)).toThrow(
      expect.objectContaining({ code: 'bagLink.forged' }),
    )
})

test('a link of another shop’s secret is refused; that of a secret replaced lately is not', () => {
  const old = linksOf(['the secret before']).createToken(lines)
  expect(() => links.readToken(old)).toThrow(expect.objectContaining({ code: 'bagLink.forged' }))
  expect(linksOf([secret, 'the secret before']).readToken(old).lines).toEqual(lines)
})

test('a link may be used for fourteen days, the last one included', () => {
  const token = links.createToken(lines)
  expect(linksOf([secret], dayLater(14)).readToken(token).lines).toEqual(lines)
  expect(() => linksOf([secret], dayLater(15)).readToken(token)).toThrow(
    expect.objectContaining({ code: 'bagLink.expired' }),
  )
})
