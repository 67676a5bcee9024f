import { expect, test } from 'vitest'
import { noFilters } from '../../server/catalogue/listing/facets.ts'
import type { Offer } from '../../server/orders/offer.ts'
import { inFile, rowOf } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { byOperator, operator } from '../support/staff.ts'

const sku = 'FD0060'
const slug = rowOf(sku).slug ?? ''

test('a paused product keeps its page and cannot be bought, and leaves the bags it is in with the reason', async () => {
  const shop = await openCheckout()
  const {
    catalogue: { pauses },
    bags,
    catalogue,
    catalogue: { productFeed },
  } = shop
  const stock = await shop.stockOf(novalgina)
  expect(await pauses.pauseProduct('NADA', null)).toBe(false)
  expect(await pauses.pauseProduct(sku, null)).toBe(true)

  expect(await catalogue.getProductBySlug(1, slug)).toMatchObject({ isPaused: true, stock: 0 })
  const found = await catalogue.listProducts(1, { search: 'novalgina 1g' })
  expect(found.products.find(({ id }) => id === novalgina)).toMatchObject({ stock: 0 })
  const inStock = await catalogue.listProducts(1, { search: 'novalgina', filters: { ...noFilters, inStock: true } })
  expect(inStock.products.map(({ id }) => id)).not.toContain(novalgina)
  const [outline] = await productFeed.listAdvertisableProducts(1, novalgina - 1, 1)
  expect(outline).toMatchObject({ id: novalgina, inStock: false })
  const bag = { lines: [line(novalgina)] }
  await expect(bags.addProduct({ lines: [] }, 1, novalgina, 1)).rejects.toMatchObject({ code: 'product.paused' })
  expect((await bags.reviewBag(bag, 1)).droppedLines).toMatchObject([
    { productId: novalgina, reason: 'product.paused' },
  ])
  await expect(shop.place(bag.lines)).rejects.toMatchObject({ code: 'product.paused' })

  expect(await pauses.resumeProduct(sku)).toBe(true)
  expect(await catalogue.getProductBySlug(1, slug)).toMatchObject({ isPaused: false, stock })
  await shop.place(bag.lines)
})

test('deliveries, returned stock and a return from withdrawal do not end a pause', async () => {
  const shop = await openCheckout()
  const {
    catalogue: { pauses },
    catalogue,
    catalogue: { importer, stockNotices },
  } = shop
  await importer.importOffers(inFile([{ sku, branch_id: '1', stock: '0' }]))
  await stockNotices.requestNotice('ana@example.com', await catalogue.getProductBySlug(1, slug), 1, 'test')
  await pauses.pauseProduct(sku, null)
  await importer.importOffers(inFile([{ sku, branch_id: '1', stock: '9' }]))
  expect(await shop.stockOf(novalgina)).toBe(0)
  await stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toEqual([])

  const others = { isFullCatalogue: true, maxWithdrawals: Number.POSITIVE_INFINITY }
  await importer.importProducts(inFile([rowOf('FD0061')]), others)
  await importer.importProducts(inFile([rowOf(sku)]))
  expect(await shop.stockOf(novalgina)).toBe(0)
  await pauses.resumeProduct(sku)
  expect(await shop.stockOf(novalgina)).toBe(9)
  await stockNotices.enqueueDueNotices()
  expect(await shop.mail.listByRecipient('ana@example.com')).toHaveLength(1)
})

test('a pause with an end ends by itself, and not earlier', async () => {
  const shop = await openCheckout()
  const stock = await shop.stockOf(novalgina)
  await shop.catalogue.pauses.pauseProduct(sku, new Date(shop.clock.now().getTime() + 60 * 60_000))
  shop.clock.pass(59)
  await shop.catalogue.pauses.resumeDueProducts()
  expect(await shop.stockOf(novalgina)).toBe(0)
  shop.clock.pass(1)
  await shop.catalogue.pauses.resumeDueProducts()
  expect(await shop.stockOf(novalgina)).toBe(stock)
})

test.each([
  ['paused', { pauseEndsAt: new Date('9999-12-31') }],
  ['not sold online any more', { isSellableOnline: false }],
] as const)(
  'a product that is %s is in no store, and no order that holds it is moved to one',
  async (_name, change) => {
    const shop = await openCheckout()
    const { id } = await shop.place([line(novalgina), line(68)])
    await receivePix(shop, id)
    await shop.orders.advanceOrder(id, 'pick', byOperator)
    const shortage = { productId: 68, units: 1 }
    const listOffers = async () => (await shop.backoffice.proposals.listProposalsAndOffers(operator, id)).offers
    const isPickup = ({ way }: Offer) => way === 'pickup'
    expect((await listOffers()).filter(({ offer }) => isPickup(offer))).not.toEqual([])
    await shop.backoffice.proposals.proposeOffer(operator, id, shortage, isPickup)
    const setTo = (columns: object) =>
      shop.database.db.updateTable('product').set(columns).where('id', '=', novalgina).execute()
    await setTo(change)

    const [proposal] = await shop.orders.proposals.listByOrder(id)
    await expect(shop.orders.proposals.acceptProposal(shop.customerId, id, proposal?.id ?? 0)).rejects.toMatchObject({
      code: 'proposal.gone',
    })
    expect((await listOffers()).filter(({ offer }) => isPickup(offer))).toEqual([])
    const stock = (await shop.catalogue.loadBranchOffers([novalgina])).map((offer) => offer.stock)
    expect(new Set(stock)).toEqual(new Set([0]))
    const quote = await shop.orders.quoteOrder(
      shop.customerId,
      { lines: [line(novalgina), line(68)] },
      { addressId: shop.addressId, delivery: undefined },
    )
    for (const { missingProductNames } of quote.options)
      expect(missingProductNames).toEqual([expect.stringContaining('Novalgina')])
  },
)
