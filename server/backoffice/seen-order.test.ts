import { expect, test } from 'vitest'
import { assertOrderSeen, seenOrder } from './seen-order.ts'

const at = new Date('2026-03-10T12:00:00Z')
const order = { status: 'paid', fiscalKey: null, revisedPromiseAt: null, deliveryPromise: null } as const
const request = {
  reason: 'Mudou.',
  requestedBy: 'Caio',
  requestedAt: at,
  requestedStatus: 'paid',
  answer: null,
} as const

test('what a form about an order showed changes with what it is about, and with that alone', () => {
  const hashes = [
    seenOrder.status(order),
    seenOrder.status({ status: 'preparing' }),
    seenOrder.request(order, null),
    seenOrder.request(order, request),
    ...[{ reason: 'Outra.' }, { requestedBy: 'Lia' }, { requestedAt: new Date(0) }, { answer: 'kept' as const }].map(
      (change) => seenOrder.request(order, { ...request, ...change }),
    ),
    seenOrder.request({ status: 'preparing' }, request),
    seenOrder.fiscalKey({ fiscalKey: '1' }),
    seenOrder.promise(order),
    seenOrder.promise({ ...order, revisedPromiseAt: at }),
    seenOrder.promise({ ...order, deliveryPromise: { to: at } as never }),
    seenOrder.promise({ ...order, status: 'delivered' }),
    seenOrder.newestCopy(1),
    seenOrder.newestCopy(2),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(seenOrder.promise({ ...order, status: 'preparing' })).toBe(seenOrder.promise(order))
  expect(seenOrder.request(order, { ...request, requestedStatus: null })).toBe(seenOrder.request(order, request))
})

test('a form is refused that showed something else; a program’s call, which shows nothing, is not', () => {
  const current = seenOrder.status(order)
  expect(() => assertOrderSeen(current, 'other', order)).toThrow(expect.objectContaining({ code: 'order.changed' }))
  expect(() => assertOrderSeen(current, '', order)).toThrow(expect.objectContaining({ code: 'order.changed' }))
  assertOrderSeen(current, current, order)
  assertOrderSeen(current, undefined, order)
})
