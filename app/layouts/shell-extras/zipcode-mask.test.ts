import { expect, test } from 'vitest'
import { maskZipcode } from './zipcode-mask.ts'

test('a postal code gets its dash as it is typed, whatever is typed', () => {
  const typed = ['', '0', '01310', '013101', '01310-100', '01310.100', ' 01310 100 ', '01310-1009999', 'CEP: 01310100']
  expect(typed.map(maskZipcode)).toEqual([
    '',
    '0',
    '01310',
    '01310-1',
    '01310-100',
    '01310-100',
    '01310-100',
    '01310-100',
    '01310-100',
  ])
})

test('deleting past the dash leaves the digits before it', () => {
  expect(maskZipcode('01310-')).toBe('01310')
})
