import { expect, test } from 'vitest'
import { idFrom } from './ids.ts'

test('an id is read, and what is none is the id of nothing', () => {
  expect(idFrom('42')).toBe(42)
  for (const forged of ['', '-1', '1.5', '1e3', '0x10', 'abc', '9999999999', undefined, null])
    expect(idFrom(forged)).toBe(0)
})
