import { expect, test } from 'vitest'
import { isFiscalKey } from './fiscal-key.ts'

test('an access key has 44 digits, of which the last follows from the others', () => {
  const key = '35261100000000000100650010000041821204819370'
  const right = Array.from({ length: 10 }, (_, digit) => key.slice(0, 43) + digit).filter(isFiscalKey)
  expect(right).toHaveLength(1)
  const [valid = ''] = right
  expect(isFiscalKey(valid.replace('4182', '4183'))).toBe(false)
  expect(isFiscalKey(valid.slice(1))).toBe(false)
  expect(isFiscalKey(`${valid}0`)).toBe(false)
  expect(isFiscalKey(valid.replace('65', '59'))).toBe(false)
  // An example of the manual's own.
  expect(isFiscalKey('52060433009911002506550120000007800267301615'.slice(0, 44))).toBe(true)
})
