import { expect, test } from 'vitest'
import { listHappyPathStatuses, listRemainingStatuses } from './statuses.ts'

test('an order that is delivered is never ready for pick-up, and one that is picked up is never on its way', () => {
  expect(listHappyPathStatuses('delivery')).toEqual([
    'pending_payment',
    'paid',
    'prescription_review',
    'preparing',
    'out_for_delivery',
    'delivered',
  ])
  expect(listHappyPathStatuses('pickup')).toEqual([
    'pending_payment',
    'paid',
    'prescription_review',
    'preparing',
    'ready_for_pickup',
    'delivered',
  ])
  const lines = [{ requiresPrescription: false }]
  expect(listRemainingStatuses({ status: 'preparing', type: 'pickup', lines })).toEqual([
    'ready_for_pickup',
    'delivered',
  ])
  expect(listRemainingStatuses({ status: 'cancelled', type: 'delivery', lines })).toEqual([])
})
