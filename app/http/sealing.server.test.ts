import { createHmac } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { parseSetCookie } from 'cookie'
import { expect, test } from 'vitest'
import { createSealer, createSigner } from './sealing.server.ts'

const value = { lines: [[60, 2]], coupon: 'MAÇÃ & “10”' }
const keyOf = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')

async function signedByRemix(key: string): Promise<string> {
  return parseSetCookie(await createCookie('any', { secrets: [key] }).serialize(value)).value ?? ''
}

test('a value is signed as the cookies in browsers are, which Remix signed', async () => {
  const { seal, unseal } = createSigner(['newest', 'older'], 'cookie bag')
  expect(seal(value)).toBe(await signedByRemix(keyOf('newest', 'cookie bag')))
  expect(unseal(await signedByRemix(keyOf('older', 'cookie bag')))).toEqual(value)
  expect(unseal(await signedByRemix('older'))).toBe(null)
})

test('what was changed, or signed or sealed for another purpose, is not read', () => {
  for (const openFor of [createSigner, createSealer]) {
    const { seal, unseal } = openFor(['secret'], 'cookie bag')
    const text = seal(value)
    expect(unseal(text)).toEqual(value)
    for (const other of [
      '',
      '.',
      `x${text}`,
      text.slice(1),
      `${text}xxxx`,
      openFor(['secret'], 'cookie b').seal(value),
    ]) {
      expect([other, unseal(other)]).toEqual([other, null])
    }
  }
})
