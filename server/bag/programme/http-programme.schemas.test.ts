import { expect, test } from 'vitest'
import { AuthorisationAnswer, EligibilityAnswer } from './http-programme.schemas.ts'

test.each(['25.00', '25.0', '25', 25])('a discount of %j is 25 %, and units may be a text', (discount) => {
  expect(AuthorisationAnswer.parse({ discount, units: '2' })).toEqual({ discount: 2500, units: 2 })
})

test.each(['25.000', '25,00', '-25.00', '100.00', 'muito', null])('a discount of %j is not guessed', (discount) => {
  expect(AuthorisationAnswer.safeParse({ discount, units: 2 }).success).toBe(false)
})

test('a product that cannot be read spoils itself alone', () => {
  const products = [{ id: '7', discount: '10.00', units: 3 }, { id: 'x', discount: '10.00', units: 3 }, null, { id: 8 }]
  expect(EligibilityAnswer.parse({ products }).products).toEqual({
    entries: [{ id: 7, discount: 1000, units: 3 }],
    oddCount: 3,
  })
})
