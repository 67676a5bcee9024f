import { expect, test } from 'vitest'
import type { OrderRequest } from '../../server/orders/order.ts'
import type { BalanceChoice } from '../../server/wallet/payment-split.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { readLetters } from '../support/letters.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { byOperator } from '../support/staff.ts'

/** R$ 19,47 each; no medicine here, so that it earns cashback. */
const productId = 60
const unitCents = 1947

/** The demo's benefit user: gains of R$ 410,83 and R$ 17,10, and R$ 50,00 in the wallet. */
async function openBenefitShop() {
  const shop = await openTestShop()
  const token = await shop.accounts.signInWithPassword('beneficio@example.com', 'balcao-demo-2026', 'test')
  const customerId = (await shop.accounts.findSession(token))?.customerId ?? 0
  const [address] = await shop.addresses.listAddresses(customerId)
  const [employer, association] = await shop.wallet.listGains(customerId)
  if (!address || !employer || !association) throw new Error('the demo has changed')
  await shop.database.db.updateTable('product').set({ isMedicine: false }).where('id', '=', productId).execute()
  await credit(shop, customerId, 5_000 - (await shop.wallet.loadBalance(customerId)))
  const request = (quantity: number, balances?: BalanceChoice): OrderRequest => ({
    customerId,
    idempotencyKey: crypto.randomUUID(),
    bag: { lines: [{ productId, quantity }] },
    addressId: address.id,
    note: '',
    balances,
  })
  return {
    ...shop,
    customerId,
    employer,
    association,
    request,
    place: (quantity: number, balances?: BalanceChoice) => shop.orders.placeOrder(request(quantity, balances)),
    /** Of the employer's gain, the association's, and the wallet, in cents. */
    balances: async () => [
      await shop.wallet.loadGainBalance(customerId, employer.id),
      await shop.wallet.loadGainBalance(customerId, association.id),
      await shop.wallet.loadBalance(customerId),
    ],
  }
}

async function credit({ database }: Pick<TestShop, 'database'>, customerId: number, cents: number) {
  const entry = { customerId, gainId: null, orderId: null, kind: 'credit', amountCents: cents } as const
  await database.db
    .insertInto('ledgerEntry')
    .values({ ...entry, enteredAt: new Date('2026-03-01T12:00:00.000Z') })
    .execute()
}

test('gains pay before the wallet, as far as each goes, and the rest is left to pay', async () => {
  const { place, balances, association, customerId, wallet, orders } = await openBenefitShop()
  const order = await place(4, { gainIds: [association.id], walletCents: 2_000 })
  expect(order).toMatchObject({ totalCents: 4 * unitCents, balanceCents: 3_710, dueCents: 4 * unitCents - 3_710 })
  expect(order.gainIds).toEqual([association.id])
  expect(await balances()).toEqual([41_083, 0, 3_000])
  const { entries } = await wallet.loadGainStatement(customerId, association.id, { page: 1, perPage: 1 })
  expect(entries[0]).toMatchObject({ kind: 'purchase', orderId: order.id, amountCents: -1_710 })
  expect((await orders.getOrder(customerId, order.id)).status).toBe('pending_payment')
})

/** A file of one row: a benefit of the employer's other programme. */
const grant = (shop: Awaited<ReturnType<typeof openBenefitShop>>, balance: string) =>
  shop.wallet.importGains(inFile([{ email: 'beneficio@example.com', gain: 'Vale', balance }]))

async function openGrantedShop() {
  const shop = await openBenefitShop()
  await grant(shop, '100.00')
  const gain = (await shop.wallet.listGains(shop.customerId)).find(({ name }) => name === 'Vale')
  const gainId = gain?.id ?? 0
  return {
    ...shop,
    gainId,
    grant: (balance: string) => grant(shop, balance),
    balance: () => shop.wallet.loadGainBalance(shop.customerId, gainId),
    buy: (quantity: number) => shop.place(quantity, { gainIds: [gainId], walletCents: 0 }),
  }
}

it('a file of gains says what was granted in all: sent again after a purchase it credits nothing anew', async () => {
  const { grant, balance, buy, orders } = await openGrantedShop()
  const { id } = await buy(2)
  const restCents = 10_000 - 2 * unitCents
  expect(await grant('100.00')).toEqual({ read: 1, changed: 0, added: 0, withdrawn: 0 })
  expect(await balance()).toBe(restCents)
  expect(await grant('120.00')).toMatchObject({ changed: 1 })
  expect(await balance()).toBe(restCents + 2_000)
  await orders.cancelOrRefund(id, byOperator)
  expect(await grant('120.00')).toMatchObject({ changed: 0 })
  expect(await balance()).toBe(12_000)
})

it('a gain that a file lowers loses what is left at most, and an order that returns to it never makes it more than was granted', async () => {
  const { grant, balance, buy, orders } = await openGrantedShop()
  const { id } = await buy(3)
  const restCents = 10_000 - 3 * unitCents
  expect(await grant('30.00')).toMatchObject({
    changed: 1,
    notes: [{ line: 2, column: 'balance', reason: expect.stringMatching(/28\.41 .* only 41\.59 were taken back/) }],
  })
  expect(restCents).toBe(4_159)
  expect(await balance()).toBe(0)
  await orders.cancelOrRefund(id, byOperator)
  expect(await balance()).toBe(3_000)
  expect(await grant('30.00')).toMatchObject({ changed: 0 })
  expect(await balance()).toBe(3_000)
})

test('of two files at once, and one beside a purchase, a gain is granted once', async () => {
  const { grant, balance, buy } = await openGrantedShop()
  const [order] = await Promise.all([buy(1), grant('150.00'), grant('150.00'), grant('150.00')])
  expect(await balance()).toBe(15_000 - order.balanceCents)
})

it('an order that balances pay whole is paid at once, and nothing asks for a Pix', async () => {
  const { place, employer, orders, payments, customerId, database } = await openBenefitShop()
  const { id, status, paidAt, dueCents } = await place(2, { gainIds: [employer.id], walletCents: 0 })
  expect({ status, dueCents, isPaid: paidAt !== null }).toEqual({ status: 'paid', dueCents: 0, isPaid: true })
  await expect(payments.chargeOrder(customerId, id, 'pix')).rejects.toMatchObject({ code: 'order.notPayable' })
  expect((await orders.listStatusHistory(id)).map((step) => step.status)).toEqual(['pending_payment', 'paid'])
  const mails = await readLetters(database)
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain(`Pagamento confirmado: pedido ${id}`)
  expect(subjects).not.toContain(`Recebemos o pedido ${id}`)
})

it('only the gains sent pay, and of those only the customer’s own, confirmed', async () => {
  const { place, employer, balances, accounts, database, request, orders, ...shop } = await openBenefitShop()
  const { dueCents, gainIds } = await place(1, { gainIds: [], walletCents: 0 })
  expect({ dueCents, gainIds }).toEqual({ dueCents: unitCents, gainIds: [] })

  const token = await accounts.signInWithPassword('cliente@example.com', 'balcao-demo-2026', 'test')
  const stranger = (await accounts.findSession(token))?.customerId ?? 0
  const [address] = await shop.addresses.listAddresses(stranger)
  const theirs = { ...request(1, { gainIds: [employer.id], walletCents: 0 }), customerId: stranger }
  const order = orders.placeOrder({ ...theirs, addressId: address?.id ?? 0 })
  await expect(order).rejects.toMatchObject({ code: 'gain.notOwn' })

  await database.db.updateTable('customer').set({ emailConfirmedAt: null }).execute()
  expect((await place(1, { gainIds: [employer.id], walletCents: 0 })).dueCents).toBe(unitCents)
  expect(await balances().catch(() => null)).toBeNull()
})

it('an order is refused whole when the wallet is short, or when what is left to pay is not what was shown', async () => {
  const { place, request, orders, balances, employer, customerId } = await openBenefitShop()
  await expect(place(3, { gainIds: [], walletCents: 5_001 })).rejects.toMatchObject({ code: 'balance.short' })
  const shown = { ...request(1, { gainIds: [employer.id], walletCents: 0 }), expectedDueCents: 1 }
  await expect(orders.placeOrder(shown)).rejects.toMatchObject({ code: 'balance.changed' })
  expect(await orders.listOrders(customerId)).toHaveLength(1)
  expect(await balances()).toEqual([41_083, 1_710, 5_000])
})

const partly: BalanceChoice = { gainIds: [], walletCents: 1_000 }
type BenefitShop = Awaited<ReturnType<typeof openBenefitShop>>

test.for<[how: string, end: (shop: BenefitShop, id: number) => Promise<unknown>]>([
  ['the customer cancels', ({ payments, customerId }, id) => payments.cancelUnpaidOrder(customerId, id)],
  ['the operator cancels', ({ orders }, id) => orders.cancelOrRefund(id, byOperator)],
  ['it expires', ({ orders }, id) => orders.endUnpaidOrder(id, 'expire', { kind: 'job' })],
  ['its payment is refused', ({ orders }, id) => orders.endUnpaidOrder(id, 'fail', { kind: 'bank' })],
])('what balances paid of an unpaid order comes back when %s, once', async ([, end]) => {
  const shop = await openBenefitShop()
  const { id } = await shop.place(2, { ...partly, gainIds: [shop.association.id] })
  expect(await shop.balances()).toEqual([41_083, 0, 4_000])
  await end(shop, id)
  expect(await shop.balances()).toEqual([41_083, 1_710, 5_000])
  await end(shop, id).catch(() => {})
  expect(await shop.balances()).toEqual([41_083, 1_710, 5_000])
  expect((await shop.wallet.listBalancePayments(id)).map(({ isReturned }) => isReturned)).toEqual([true, true])
})

it('what one balance paid alone is told as returned once it is', async () => {
  const { place, wallet, orders } = await openBenefitShop()
  const { id } = await place(2, partly)
  const listReturned = async () => (await wallet.listBalancePayments(id)).map(({ isReturned }) => isReturned)
  expect(await listReturned()).toEqual([false])
  await orders.cancelOrRefund(id, byOperator)
  expect(await listReturned()).toEqual([true])
})

it('a refund after delivery returns what balances paid, less the cashback that is still there', async () => {
  const { place, orders, balances, employer, association } = await openBenefitShop()
  const { id } = await place(2, { gainIds: [employer.id, association.id], walletCents: 5_000 })
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  expect(await balances()).toEqual([41_083 - 2 * unitCents, 1_710, 5_039])
  expect(await orders.cancelOrRefund(id, byOperator)).toMatchObject({
    refundCents: 0,
    refundedBalanceCents: 2 * unitCents,
  })
  expect(await balances()).toEqual([41_083, 1_710, 5_000])
})

it('who withdraws after delivery gets back what balances paid, without the cashback', async () => {
  const { place, orders, problems, customerId, balances, employer } = await openBenefitShop()
  const { id } = await place(2, { gainIds: [employer.id], walletCents: 0 })
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  const { lines } = await orders.getOrder(customerId, id)
  const items = lines.map(({ productId, quantity }) => ({ productId, units: quantity }))
  await problems.saveDraft(customerId, id, { kind: 'withdraw', items, message: '' }, [])
  await problems.submitDraft(customerId, id)
  expect(await balances()).toEqual([41_083, 1_710, 5_000])
})

it('cashback that was spent meanwhile is not taken back below zero', async () => {
  const { place, orders, wallet, customerId, employer } = await openBenefitShop()
  const { id } = await place(2, { gainIds: [employer.id], walletCents: 0 })
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await orders.advanceOrder(id, step, byOperator)
  expect(await wallet.loadBalance(customerId)).toBe(5_039)
  await place(3, { gainIds: [], walletCents: 5_030 })
  await orders.cancelOrRefund(id, byOperator)
  expect(await wallet.loadBalance(customerId)).toBe(0)
})

it('what a gain paid that was removed since goes to the wallet', async () => {
  const { place, association, wallet, customerId, orders, database } = await openBenefitShop()
  const { id } = await place(1, { gainIds: [association.id], walletCents: 0 })
  await database.db.deleteFrom('ledgerEntry').where('gainId', '=', association.id).execute()
  await database.db.deleteFrom('gain').where('id', '=', association.id).execute()
  await orders.cancelOrRefund(id, byOperator)
  expect(await wallet.loadBalance(customerId)).toBe(6_710)
})

test('of orders for different products placed at once from one wallet only those it can pay use it', async () => {
  const { request, orders, wallet, customerId, database } = await openBenefitShop()
  // Of one product each: nothing but the wallet is shared.
  const products = await database.db
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.productId')
    .select('productId')
    .where('branchId', '=', 1)
    .where('stock', '>', 0)
    .where('priceCents', '>', 3_000)
    .where('isSellableOnline', '=', true)
    .where('product.requiresPrescription', '=', false)
    .limit(8)
    .execute()
  const placed = await Promise.allSettled(
    products.map((product) =>
      orders.placeOrder({
        ...request(1, { gainIds: [], walletCents: 3_000 }),
        bag: { lines: [{ productId: product.productId, quantity: 1 }] },
      }),
    ),
  )
  const refused = placed.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(Array(7).fill('balance.short'))
  expect(await wallet.loadBalance(customerId)).toBe(2_000)
})

test('the same form sent twice uses the balances once', async () => {
  const { request, orders, balances, employer } = await openBenefitShop()
  const form = request(1, { gainIds: [employer.id], walletCents: 0 })
  const [first, second] = await Promise.all([orders.placeOrder(form), orders.placeOrder(form)])
  expect(first.id).toBe(second.id)
  expect(await balances()).toEqual([41_083 - unitCents, 1_710, 5_000])
})
