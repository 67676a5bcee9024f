import { expect, test } from 'vitest'
import { parseId } from './ids.ts'

test('an id is read, and what is none is the id of nothing', () => {
  expect(parseId('42')).toBe(42)
  for (const forged of ['', '-1', '1.5', '1e3', '0x10', 'abc', '9999999999', undefined, null])
    expect(parseId(forged)).toBe(0)
})
