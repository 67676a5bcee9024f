import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { estimateEntropyBits, minSecretBits } from './secrets.ts'

test.each(['hex', 'base64', 'base64url'] as const)('what `openssl rand` gives as %s is strong enough', (encoding) => {
  for (let time = 0; time < 100; time += 1) {
    expect(estimateEntropyBits(randomBytes(32).toString(encoding))).toBeGreaterThanOrEqual(minSecretBits)
  }
})

test.each([
  ['', 0],
  ['senha', 24],
  ['0123456789abcdef', 8],
  ['1234567890123456789012345678901234567890', 10],
  ['a'.repeat(64), 4],
  ['A'.repeat(64), 4],
  ['abc123'.repeat(20), 28],
  ['segredo'.repeat(20), 38],
  ['farmacia-ipe-farmacia-ipe-farmacia-ipe', 67],
  ['a-secret-of-sixteen-or-more', 128],
  ['f3a1c07e92b84d56', 64],
  ['f3a1c07e92b84d56a07c1e9f3b5d2846', 128],
])('%s is worth %i bits', (secret, bits) => {
  expect(estimateEntropyBits(secret)).toBe(bits)
})
