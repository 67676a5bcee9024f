import { expect, test } from 'vitest'
import { limits } from '../../app/texts/limits.ts'
import { OfferChange } from '../../server/backoffice/forms.ts'
import { CouponInputSchema } from '../../server/bag/coupon.ts'
import { OfferRowSchema } from '../../server/catalogue/import/offer-row.ts'
import { ProductRowSchema } from '../../server/catalogue/import/product-row.ts'
import type { Database } from '../../server/database/connection.ts'
import { OrderObject } from '../../server/orders/order-forms.ts'
import { isShopError } from '../../server/platform/errors.ts'
import { ProblemReportSchema } from '../../server/problems/problem-forms.ts'
import { rowOf } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>
type Way = (shop: Shop, size: number) => unknown

const caller = { actor: operator, bearerToken: '', clientNetwork: '' }
const letters = (length: number) => 'Z'.repeat(length)
const reais = (cents: number) => (cents / 100).toFixed(2)

/** @throws what a row of the staff's call is refused for */
async function updateOffer({ ctx, staffOperations }: Shop, row: object): Promise<void> {
  const operation = staffOperations['staff/updateOffers']
  const { offers } = await operation.run(ctx, operation.input.parse({ offers: [{ branchId: 1, ...row }] }), caller)
  const error = offers[0]?.error
  // That no product is named so is another matter.
  if (error && error.code !== 'product.unknown') throw new Error(error.message)
}

const offerRow = (changes: Record<string, string>) =>
  OfferRowSchema.parse({ sku: 'FD0060', branch_id: '1', ...changes })

async function changeOffer({ backoffice }: Shop, change: object): Promise<void> {
  const { offers } = await backoffice.products.getProduct(operator, novalgina)
  const { priceCents = 0, shelfUnits = 0 } = offers.find(({ branchId }) => branchId === 1) ?? {}
  const expected = { priceCents, shelfUnits }
  await backoffice.products.changeOffer(operator, novalgina, { branchId: 1, expected, ...change })
}

const cart = (more: object) => OrderObject.parse({ cart: [{ id: novalgina, quantity: 1 }], address: 1, ...more })

const input = (shop: Shop, call: 'staff/removeUnits' | 'staff/requests/answer', values: object) =>
  shop.staffOperations[call].input.parse(values)

/** A problem that waits for the shop's answer. */
async function tellProblem(shop: Shop) {
  const { id: orderId } = await shop.place([line(novalgina)])
  await receivePix(shop, orderId)
  for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(orderId, step, byOperator)
  const report = { kind: 'damaged', items: [{ productId: novalgina, units: 1 }], message: 'Amassada.' } as const
  await shop.problems.saveDraft(shop.customerId, orderId, { ...report, items: [...report.items] }, [])
  const { id } = await shop.problems.submitDraft(shop.customerId, orderId)
  return { id, orderId }
}

const answer = { requestId: 1, decision: 'refuse' }

/** Every way by which a value with this limit comes in. */
const waysByLimit: Record<keyof typeof limits, Record<string, Way>> = {
  skuLength: {
    'the catalogue’s file': (_shop, length) => ProductRowSchema.parse(rowOf('FD0060', { sku: letters(length) })),
    'the offers’ file': (_shop, length) => offerRow({ sku: letters(length) }),
    'the call': (shop, length) => updateOffer(shop, { sku: letters(length), stock: 1 }),
  },
  units: {
    'a count in the offers’ file': (_shop, units) => offerRow({ stock: String(units) }),
    'a count in the call': (shop, stock) => updateOffer(shop, { sku: 'FD0060', stock }),
    'a delivery in the call': async (shop, units) => {
      await updateOffer(shop, { sku: 'FD0060', stock: 1 })
      await updateOffer(shop, { sku: 'FD0060', addStock: units - 1 })
    },
    'a count in the form': (shop, stock) => changeOffer(shop, { stock }),
    'a safety stock': (shop, units) => shop.backoffice.products.setSafetyStock(operator, novalgina, units, null),
    'an order’s line': (_shop, quantity) => cart({ cart: [{ id: novalgina, quantity }] }),
    'a link’s line': ({ bags: { links } }, quantity) => {
      const [shared] = links.readToken(links.createToken([{ productId: novalgina, quantity }])).lines
      if (shared?.quantity !== quantity) throw new Error('cut')
    },
    'a bag’s line': async (shop, quantity) => {
      await shop.database.db
        .updateTable('offer')
        .set({ stock: 2 * limits.units })
        .execute()
      const { isClamped } = await shop.bags.setQuantity({ lines: [] }, 1, novalgina, quantity)
      if (isClamped) throw new Error('cut')
    },
    'a problem’s product': (_shop, units) =>
      ProblemReportSchema.parse({ kind: 'withdraw', items: [{ productId: novalgina, units }] }),
    'what is taken out': (shop, units) =>
      input(shop, 'staff/removeUnits', { orderId: 1, productId: novalgina, units, expectedUnits: units }),
  },
  priceCents: {
    'the catalogue’s file': (_shop, cents) =>
      ProductRowSchema.parse(rowOf('FD0060', { price_typical: reais(cents), pmc_18_sp: '' })),
    'the offers’ file': (_shop, cents) => offerRow({ price: reais(cents) }),
    'the call': (shop, cents) => updateOffer(shop, { sku: 'FD0060', price: cents / 100 }),
    'the form': (shop, priceCents) => changeOffer(shop, { priceCents }),
  },
  couponCodeLength: {
    'the back office': (_shop, length) => CouponInputSchema.parse({ code: letters(length), discount: '10%' }),
    'an order': (_shop, length) => cart({ couponCode: letters(length) }),
  },
  problemMessageLength: {
    'a report': (_shop, length) => ProblemReportSchema.parse({ kind: 'other', items: [], message: letters(length) }),
    'the customer’s reply': async (shop, length) => {
      const { id, orderId } = await tellProblem(shop)
      await shop.problems.replyAsCustomer(shop.customerId, orderId, id, letters(length))
    },
    'the shop’s answer': async (shop, length) => {
      const { id } = await tellProblem(shop)
      const message = letters(length)
      await shop.backoffice.problems.answerProblem(operator, id, { decision: 'refuse', message })
    },
    'the shop’s answer by call': (shop, length) =>
      input(shop, 'staff/requests/answer', { ...answer, message: letters(length) }),
  },
  cancellationReasonLength: {
    'who ends an order': async (shop, length) => {
      const { id } = await shop.place([line(novalgina)])
      await shop.backoffice.orders.cancelOrRefund(operator, id, letters(length))
    },
    'who asks for it': async (shop, length) => {
      const { id } = await shop.place([line(novalgina)])
      await receivePix(shop, id)
      await shop.backoffice.orders.requestCancellation(operator, id, letters(length))
    },
  },
  ceilingReasonLength: {
    'the form': (_shop, length) => OfferChange.parse({ ceilingReason: letters(length) }),
    'the call': (shop, length) => updateOffer(shop, { sku: 'FD0060', price: 1, ceilingReason: letters(length) }),
  },
}

const ways = Object.entries(waysByLimit).flatMap(([name, waysOfLimit]) =>
  Object.entries(waysOfLimit).map(([way, bring]) => ({ name: name as keyof typeof limits, way, bring })),
)

test.each(ways)('$name by $way: what is just at the limit is taken, one above is refused', async ({ name, bring }) => {
  const shop = await openCheckout()
  await withoutCeilings(shop.database)
  const limit = limits[name]
  expect(await isTaken(bring, shop, limit)).toBe(true)
  expect(await isTaken(bring, shop, limit + 1)).toBe(false)
})

async function isTaken(bring: Way, shop: Shop, size: number): Promise<boolean> {
  try {
    await bring(shop, size)
    return true
  } catch (error) {
    if (isShopError(error, 'staff.forbidden', 'offer.changed', 'step.impossible')) throw error
    return false
  }
}

function withoutCeilings({ db }: Database) {
  return db.updateTable('product').set({ ceilingPriceCents: null }).execute()
}

test('a line end of a form counts as one letter, as its field counts it', () => {
  const message = `${letters(limits.problemMessageLength - 1)}\r\n`
  expect(ProblemReportSchema.parse({ kind: 'other', items: [], message: `a${message}`.slice(1) }).message).toHaveLength(
    limits.problemMessageLength - 1,
  )
  const lines = `${letters(499)}\r\n${letters(500)}`
  expect(ProblemReportSchema.parse({ kind: 'other', items: [], message: lines }).message).toHaveLength(
    limits.problemMessageLength,
  )
})

test('what an older version took above a limit is still read, sold and taken away from', async () => {
  const shop = await openCheckout()
  const { db } = shop.database
  const sku = letters(limits.skuLength + 10)
  await db.updateTable('product').set({ sku, ceilingPriceCents: null }).where('id', '=', novalgina).execute()
  const old = { stock: 5 * limits.units, priceCents: limits.priceCents + 1 }
  await db.updateTable('offer').set(old).where('productId', '=', novalgina).execute()
  expect(await shop.backoffice.products.searchProducts(operator, sku.toLowerCase())).toMatchObject([{ id: novalgina }])
  const operation = shop.staffOperations['staff/findProduct']
  const found = await operation.run(shop.ctx, { productId: novalgina }, caller)
  expect(operation.output.parse(found).offers[0]).toMatchObject({ stock: old.stock, price: old.priceCents / 100 })
  await updateOffer(shop, { productId: novalgina, addStock: -1 })
  expect(await shop.stockOf(novalgina)).toBe(old.stock - 1)
  expect(await shop.place([line(novalgina)])).toMatchObject({ lines: [{ fullPriceCents: old.priceCents }] })
})

test('an SKU keeps its case and is found in any: by search, for a banner, by a call and by a file', async () => {
  const shop = await openCheckout()
  await shop.database.db.updateTable('product').set({ sku: 'dip-10cp' }).where('id', '=', novalgina).execute()
  for (const sku of ['dip-10cp', 'DIP-10CP', 'Dip-10cp']) {
    expect(await shop.backoffice.products.searchProducts(operator, sku)).toMatchObject([{ sku: 'dip-10cp' }])
    const banner = { title: 'Oi', text: 'Oi', linkText: 'Ver', category: null, subcategory: null, sku }
    expect(await shop.catalogue.previewBanner(banner)).toBeTruthy()
    await updateOffer(shop, { sku, stock: 7 })
    expect(await shop.stockOf(novalgina)).toBe(7)
    await updateOffer(shop, { sku, stock: 8 })
  }
  await shop.database.db.updateTable('product').set({ sku: 'DIP-10CP' }).where('id', '=', 61).execute()
  expect(await shop.backoffice.products.searchProducts(operator, 'dip-10cp')).toHaveLength(2)
  await updateOffer(shop, { sku: 'dip-10cp', stock: 9 })
  expect(await shop.stockOf(novalgina)).toBe(9)
})
