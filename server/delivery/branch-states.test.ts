import { expect, test } from 'vitest'
import { findStateOfZipcode, states } from './branch-states.ts'

test('a postal code tells the state', () => {
  const zipcodes = { SP: 1310100, RJ: 20040002, ES: 29010000, MG: 30110000, BA: 40010000, DF: 70040010, GO: 74003010 }
  const border = { SP: 19999999, AM: 69800000, AC: 69900000, DF: 73699999, RS: 99999999 }
  for (const [state, zipcode] of [...Object.entries(zipcodes), ...Object.entries(border)])
    expect([zipcode, findStateOfZipcode(zipcode)]).toEqual([zipcode, state])
  expect([findStateOfZipcode(999999), findStateOfZipcode(0)]).toEqual([null, null])
  expect(states).toHaveLength(27)
})
