import { expect, test } from 'vitest'
import type { NewAddress } from '../../server/addresses/addresses.ts'
import type { DeliveryChoice } from '../../server/delivery/delivery-quote.ts'
import type { AddressChange } from '../../server/orders/address-change.ts'
import { azitromicina, line, novalgina, openCheckout, paper, unlimited } from '../support/checkout.ts'
import { expectOrderAddsUp } from '../support/order-money.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator, operator } from '../support/staff.ts'

/** Sold freely, too. */
const antiseptic = 68

type Shop = Awaited<ReturnType<typeof openChangeShop>>

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code }) => code,
  )

/** The demo shop with a fee: R$ 7,90, in Pinheiros R$ 3,00. */
async function openChangeShop() {
  const shop = await openCheckout()
  const { db } = shop.database
  await db.updateTable('branch').set({ deliveryFeeCents: 790, freeDeliveryFromCents: null }).execute()
  await db.updateTable('branch').set({ deliveryFeeCents: 300 }).where('id', '=', 3).execute()
  await db
    .updateTable('offer')
    .set({ stock: 500 })
    .where('productId', 'in', [novalgina, antiseptic, azitromicina])
    .execute()
  return shop
}

async function payOrder(shop: Shop, lines = [line(novalgina, 2), line(antiseptic)], more: object = {}) {
  const { id } = await shop.place(lines, more)
  await receivePix(shop, id)
  return id
}

const orderOf = (shop: Shop, id: number) => shop.orders.getOrder(shop.customerId, id)
const customerOf = (shop: Shop) => ({ kind: 'customer', id: shop.customerId }) as const

const placeIn = (zipcode: string, more: Partial<NewAddress> = {}): NewAddress => ({
  ...{ zipcode, street: 'Rua Nova', number: '12', complement: '', neighborhood: 'Centro', city: 'São Paulo' },
  ...{ state: 'SP' as const, addressType: 'Trabalho', ...more },
})
const pinheiros = '05422030'

/** What the address page does: the quote is seen, then confirmed. */
async function move(shop: Shop, orderId: number, address: NewAddress, choice: DeliveryChoice | null = null) {
  const change: AddressChange = { orderId, address: { placeId: null, ...address, id: null }, choice }
  const addressHash = shop.orders.changes.hashAddressState(await orderOf(shop, orderId))
  const quote = await shop.orders.changes.quoteAddressChange(shop.customerId, change)
  return shop.orders.changes.changeAddress(change, customerOf(shop), { addressHash, quoteHash: quote.seenHash })
}

async function correct(shop: Shop, orderId: number, number: string, complement: string) {
  const order = await orderOf(shop, orderId)
  const change = { orderId, address: { ...order.address, id: order.addressId, number, complement }, choice: null }
  const addressHash = shop.orders.changes.hashAddressState(order)
  return shop.orders.changes.changeAddress(change, customerOf(shop), { addressHash, quoteHash: '' })
}

async function stocksOf({ database: { db } }: Shop, branchId: number) {
  const rows = await db
    .selectFrom('offer')
    .select(['productId', 'stock', 'oversold'])
    .where('branchId', '=', branchId)
    .where('productId', 'in', [novalgina, antiseptic, azitromicina])
    .orderBy('productId')
    .execute()
  return rows.map(({ stock, oversold }) => stock - oversold)
}

const toDifferences = (before: number[], now: number[]) => before.map((stock, index) => stock - (now[index] ?? 0))

const partsOf = async ({ database: { db } }: Shop, orderId: number) =>
  (await db.selectFrom('partialRefund').select('amountCents').where('orderId', '=', orderId).execute()).map(
    ({ amountCents }) => amountCents,
  )

const bookedIn = async ({ database: { db } }: Shop) =>
  (await db.selectFrom('deliveryWindow').selectAll().where('booked', '>', 0).execute()).map(({ id }) => id)

const letterTo = async (shop: Shop) => (await shop.mail.listByRecipient('cliente@example.com'))[0]

const remove = (shop: Shop, orderId: number, productId: number, units: number, expectedUnits: number) =>
  shop.orders.changes.removeByWish({ orderId, productId, units, expectedUnits }, customerOf(shop))

test('another door of the same street counts at once, and costs nothing', async () => {
  const shop = await openChangeShop()
  const id = await payOrder(shop)
  const before = await orderOf(shop, id)
  await correct(shop, id, '1842', 'Bloco B')
  expect(await orderOf(shop, id)).toEqual({
    ...before,
    address: { ...before.address, number: '1842', complement: 'Bloco B' },
  })
  expect(await shop.orders.changes.listChanges(id)).toMatchObject([{ kind: 'changeAddress', refundCents: 0 }])
  expect((await letterTo(shop))?.subject).toBe(`Mudamos o endereço do pedido ${id}`)
  expect(await codeOf(correct(shop, id, '1842', 'Bloco B'))).toBe('change.sameAddress')
})

test('to another branch goes the whole order: its stock, its window, its coupon’s share, and the fee’s difference comes back', async () => {
  const shop = await openChangeShop()
  const discount = { discountType: 'percent' as const, discountValue: 10, maxDiscountCents: null }
  await shop.bags.coupons.saveCoupon({
    ...{ code: 'DEZ', title: 'Dez', ...discount, ...unlimited },
    isOncePerCustomer: true,
  })
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const lines = [line(novalgina, 2), line(azitromicina)]
  const quoted = await shop.orders.quoteOrder(shop.customerId, { lines }, { addressId: shop.addressId })
  const windows = quoted.options.filter(({ choice }) => choice.method === 'window')
  const [before, beforeThere] = [await stocksOf(shop, 1), await stocksOf(shop, 3)]
  const more = { couponCode: 'DEZ', prescriptionId, delivery: windows[0]?.choice }
  const id = await payOrder(shop, lines, more)
  const order = await orderOf(shop, id)
  expect([order.status, order.deliveryFeeCents]).toEqual(['prescription_review', 790])
  const quote = await move(shop, id, placeIn(pinheiros))
  expect(quote).toMatchObject({ refundCents: 490, feeCents: 300, previousFeeCents: 790, branch: { id: 3 } })
  const after = await orderOf(shop, id)
  expect(after).toMatchObject({
    ...{ status: 'prescription_review', branchId: 3, addressId: null, windowId: null, prescriptionId },
    ...{ totalCents: order.totalCents, couponDiscountCents: order.couponDiscountCents, refundedFeeCents: 490 },
    ...{ lines: order.lines, address: { street: 'Rua Nova', number: '12' } },
  })
  expect(after.net.netCents).toBe(order.net.netCents - 490)
  expect([await partsOf(shop, id), await bookedIn(shop)]).toEqual([[490], []])
  expect(await stocksOf(shop, 1)).toEqual(before)
  expect(toDifferences(beforeThere, await stocksOf(shop, 3))).toEqual([1, 2, 0])
  await expectOrderAddsUp(shop.database, id, 'moved')
  // Moved into a window there, its place is booked once; the end gives everything back.
  const { options } = await shop.orders.changes.quoteAddressChange(shop.customerId, {
    ...{ orderId: id, address: { placeId: null, ...placeIn('01310200'), id: null }, choice: null },
  })
  expect(options.length).toBeGreaterThan(1)
  await shop.orders.cancelOrRefund(id, byOperator)
  expect([await stocksOf(shop, 1), await stocksOf(shop, 3)]).toEqual([before, beforeThere])
  await expectOrderAddsUp(shop.database, id, 'ended')
})

test('where it cannot be, a sentence says why, and the order stays as it was', async () => {
  const shop = await openChangeShop()
  const id = await payOrder(shop)
  const before = await orderOf(shop, id)
  expect(await codeOf(move(shop, id, placeIn('69900000')))).toBe('address.uncovered')
  await shop.database.db
    .updateTable('offer')
    .set({ stock: 1 })
    .where('branchId', '=', 3)
    .where('productId', '=', novalgina)
    .execute()
  expect(await codeOf(move(shop, id, placeIn(pinheiros)))).toBe('change.stock')
  const { customerId } = await shop.neighbour()
  const change = { orderId: id, address: { placeId: null, ...placeIn(pinheiros), id: null }, choice: null }
  expect(await codeOf(shop.orders.changes.quoteAddressChange(customerId, change))).toBe('order.unknown')
  const by = { kind: 'customer', id: customerId } as const
  const removal = { orderId: id, productId: novalgina, units: 1, expectedUnits: 2 }
  expect(await codeOf(shop.orders.changes.removeByWish(removal, by))).toBe('order.unknown')
  expect(await orderOf(shop, id)).toEqual(before)
  // Of two tabs, one changes what the other shows.
  const addressHash = shop.orders.changes.hashAddressState(before)
  await correct(shop, id, '77', '')
  const { changeAddress } = shop.orders.changes
  expect(await codeOf(changeAddress(change, customerOf(shop), { addressHash, quoteHash: '' }))).toBe('page.outdated')
})

test('a fee that changed since it was shown is shown again before anything changes', async () => {
  const shop = await openChangeShop()
  const id = await payOrder(shop)
  const order = await orderOf(shop, id)
  const change = { orderId: id, address: { placeId: null, ...placeIn(pinheiros), id: null }, choice: null }
  const quote = await shop.orders.changes.quoteAddressChange(shop.customerId, change)
  await shop.database.db.updateTable('branch').set({ deliveryFeeCents: 500 }).where('id', '=', 3).execute()
  const seen = { addressHash: shop.orders.changes.hashAddressState(order), quoteHash: quote.seenHash }
  expect(await codeOf(shop.orders.changes.changeAddress(change, customerOf(shop), seen))).toBe('change.quote')
  expect(await orderOf(shop, id)).toEqual(order)
})

test('a change in the second in which picking ends is done before it, or refused', async () => {
  const shop = await openChangeShop()
  for (let round = 0; round < 6; round += 1) {
    const id = await payOrder(shop)
    await shop.orders.advanceOrder(id, 'pick', byOperator)
    const before = await orderOf(shop, id)
    const change = { orderId: id, address: { placeId: null, ...placeIn(pinheiros), id: null }, choice: null }
    const quote = await shop.orders.changes.quoteAddressChange(shop.customerId, change)
    const seen = { addressHash: shop.orders.changes.hashAddressState(before), quoteHash: quote.seenHash }
    const acts = [
      codeOf(shop.orders.advanceOrder(id, 'dispatch', byOperator)),
      codeOf(shop.orders.changes.changeAddress(change, customerOf(shop), seen)),
      codeOf(remove(shop, id, novalgina, 1, 2)),
    ]
    const [dispatch, moved, removal] = await Promise.all(round % 2 === 0 ? acts : acts.reverse()).then((codes) =>
      round % 2 === 0 ? codes : codes.reverse(),
    )
    const order = await orderOf(shop, id)
    expect([dispatch, order.status]).toEqual([null, 'out_for_delivery'])
    expect([moved, order.branchId, order.refundedFeeCents]).toEqual(
      moved === null ? [null, 3, 490] : ['change.tooLate', 1, 0],
    )
    const kept = order.lines.find(({ productId }) => productId === novalgina)?.keptUnits
    expect([removal, kept]).toEqual(removal === null ? [null, 1] : ['change.tooLate', 2])
    await expectOrderAddsUp(shop.database, id, `round ${round}`)
  }
})

test('an item less by wish goes back to the shelf and by the Pix, in words of its own', async () => {
  const shop = await openChangeShop()
  const before = await stocksOf(shop, 1)
  const id = await payOrder(shop)
  const { lines } = await orderOf(shop, id)
  const unitCents = lines.find(({ productId }) => productId === novalgina)?.priceCents ?? 0
  expect(await shop.orders.changes.listRemovableLines(id)).toMatchObject([
    {
      ...{ productId: novalgina, keptUnits: 2 },
      options: [
        { units: 1, refundCents: unitCents },
        { units: 2, refundCents: 2 * unitCents },
      ],
    },
    { productId: antiseptic, keptUnits: 1 },
  ])
  expect(await codeOf(remove(shop, id, novalgina, 1, 1))).toBe('units.changed')
  expect(await codeOf(remove(shop, id, novalgina, 3, 2))).toBe('removal.units')
  expect(await remove(shop, id, novalgina, 1, 2)).toBe(unitCents)
  // The form sent twice counts once.
  expect(await codeOf(remove(shop, id, novalgina, 1, 2))).toBe('units.changed')
  expect(await partsOf(shop, id)).toEqual([unitCents])
  expect((await letterTo(shop))?.text).toContain('Como você pediu')
  expect(await shop.orders.changes.listChanges(id)).toMatchObject([
    { kind: 'removeByWish', productId: novalgina, units: 1, refundCents: unitCents },
  ])
  await expectOrderAddsUp(shop.database, id, 'one less')
  // What lies in the bag is not its customer's to take out; the staff may.
  await shop.backoffice.orders.pickUnitWithoutScan(operator, id, novalgina)
  expect((await shop.orders.changes.listRemovableLines(id)).map(({ productId }) => productId)).toEqual([antiseptic])
  expect(await codeOf(remove(shop, id, novalgina, 1, 1))).toBe('removal.picked')
  await shop.backoffice.orderChanges.removeByWish(operator, id, { productId: novalgina, units: 1, expectedUnits: 1 })
  expect(await codeOf(remove(shop, id, antiseptic, 1, 1))).toBe('removal.everything')
  expect(await shop.orders.changes.listRemovableLines(id)).toEqual([])
  expect(toDifferences(before, await stocksOf(shop, 1))).toEqual([0, 0, 1])
  await expectOrderAddsUp(shop.database, id, 'two less')
})

test('of units that are sold and missing on the shelf, one that is not wanted makes one less missing', async () => {
  const shop = await openChangeShop()
  const id = await payOrder(shop)
  const { db } = shop.database
  const offer = db.updateTable('offer').where('branchId', '=', 1).where('productId', '=', novalgina)
  await offer.set({ stock: 0, oversold: 1 }).execute()
  await remove(shop, id, novalgina, 1, 2)
  const rows = db.selectFrom('offer').select(['stock', 'oversold']).where('branchId', '=', 1)
  expect(await rows.where('productId', '=', novalgina).execute()).toEqual([{ stock: 0, oversold: 0 }])
})

test('without its prescribed item an order needs no prescription: it goes on, and the prescription is free', async () => {
  const shop = await openChangeShop()
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const id = await payOrder(shop, [line(novalgina), line(azitromicina)], { prescriptionId })
  await remove(shop, id, azitromicina, 1, 1)
  expect(await orderOf(shop, id)).toMatchObject({ status: 'paid', prescriptionId: null })
  expect((await shop.prescriptions.findPrescription(prescriptionId))?.orderId).toBeNull()
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  await expectOrderAddsUp(shop.database, id, 'waived')
})

test('the staff see what an address changes before they change it, as its customer says it on the phone', async () => {
  const shop = await openChangeShop()
  const id = await payOrder(shop)
  const clerk = await actorOf(shop, 'clerk')
  const address = { placeId: null, ...placeIn(pinheiros), id: null }
  const addressHash = shop.orders.changes.hashAddressState(await orderOf(shop, id))
  const { changeAddress, quoteAddressChange } = shop.backoffice.orderChanges
  const change = { address, choice: null }
  expect(await codeOf(changeAddress(clerk, id, change, { addressHash, quoteHash: '' }))).toBe('change.unconfirmed')
  const { seenHash } = await quoteAddressChange(clerk, id, address)
  await changeAddress(clerk, id, change, { addressHash, quoteHash: seenHash })
  expect(await orderOf(shop, id)).toMatchObject({ branchId: 3, refundedFeeCents: 490 })
  expect(await codeOf(changeAddress(clerk, id, change, { addressHash, quoteHash: seenHash }))).not.toBeNull()
})
