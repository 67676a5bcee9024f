import { expect, test } from 'vitest'
import { parseLots } from './lots.ts'

test.each([
  ['ab12', 2, [{ lot: 'AB12', units: 2 }]],
  [' L-2026/03 ', 1, [{ lot: 'L-2026/03', units: 1 }]],
  [
    'AB12 x1, cd34 x2',
    3,
    [
      { lot: 'AB12', units: 1 },
      { lot: 'CD34', units: 2 },
    ],
  ],
  ['AB12 2', 2, [{ lot: 'AB12', units: 2 }]],
  ['AB12 x1, CD34', 2, null],
  ['AB12 x1, CD34 x2', 2, null],
  ['AB12 x1, ab12 x1', 2, null],
  ['A', 1, null],
  ['lote do balcão', 1, null],
  ['AB12,', 1, null],
])('lots typed as "%s" for %s units are %j', (text, units, lots) => {
  expect(parseLots(text, units)).toEqual(lots)
})
