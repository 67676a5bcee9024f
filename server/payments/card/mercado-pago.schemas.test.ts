import { expect, test } from 'vitest'
import { CardOrderAnswer } from './mercado-pago.schemas.ts'

test.each([undefined, null, '', '42', '**42', 4242])(
  'last digits of %j cost a payment neither brand nor installments',
  (digits) => {
    const payment_method = { id: 'visa', installments: 3, last_four_digits: digits }
    const payment = { id: 'PAY01', amount: '37.00', status: 'processed', payment_method }
    const order = { id: 'ORD01', total_amount: '37.00', transactions: { payments: [payment] } }
    const [read] = CardOrderAnswer.parse(order).transactions.payments
    expect(read?.payment_method).toMatchObject({ id: 'visa', installments: 3, last_four_digits: null })
  },
)
