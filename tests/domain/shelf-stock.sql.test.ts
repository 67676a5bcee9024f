import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusals } from '../../app/texts/refusals.ts'
import { deductStock } from '../../server/catalogue/stock.ts'
import { isShopError, ShopError } from '../../server/platform/errors.ts'
import { inFile } from '../support/catalogue-rows.ts'
import { line, novalgina, openCheckout } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { it } from '../support/rule.ts'
import { untilWaiting } from '../support/shop-processes.ts'
import { byOperator, operator } from '../support/staff.ts'

type Shop = Awaited<ReturnType<typeof openCheckout>>

const sku = 'FD0060'
const ean = '7891058001155'

/** The demo shop, whose Novalgina has a bar code. */
async function openShelf() {
  const shop = await openCheckout()
  await shop.database.db.updateTable('product').set({ ean }).where('id', '=', novalgina).execute()
  return shop
}

const offerOf = async ({ backoffice }: Shop, productId = novalgina) => {
  const { offers } = await backoffice.products.getProduct(operator, productId)
  const {
    stock = 0,
    shelfUnits = 0,
    reservedUnits = 0,
    safetyStock = 0,
  } = offers.find(({ branchId }) => branchId === 1) ?? {}
  return { stock, shelfUnits, reservedUnits, safetyStock }
}

const count = ({ backoffice }: Shop, stock: number) =>
  backoffice.products.applyOfferUpdates(operator, [{ productKey: { sku }, branchId: 1, stock }])

/** Every way by which a count comes in. */
const countingWays: Record<string, (shop: Shop, units: number) => Promise<unknown>> = {
  'a call': count,
  'a call by bar code': async (shop, stock) =>
    shop.backoffice.products.applyOfferUpdates(operator, [{ productKey: { ean }, branchId: 1, stock }]),
  'a file': ({ catalogue }, units) =>
    catalogue.importer.importOffers(inFile([{ sku: sku.toLowerCase(), branch_id: '1', stock: String(units) }])),
  'a file by bar code': async (shop, units) =>
    shop.catalogue.importer.importOffers(inFile([{ ean: `0${ean}`, branch_id: '1', stock: String(units) }])),
  'the form': async (shop, stock) => {
    const { offers } = await shop.backoffice.products.getProduct(operator, novalgina)
    const { priceCents = 0, shelfUnits = 0 } = offers.find(({ branchId }) => branchId === 1) ?? {}
    await shop.backoffice.products.changeOffer(operator, novalgina, {
      branchId: 1,
      stock,
      expected: { priceCents, shelfUnits },
    })
  },
}

/** What happened to an act: a refusal changes nothing. */
const isDone = (act: Promise<unknown>) =>
  act.then(
    () => true,
    (error) => {
      if (error instanceof ShopError) return false
      throw error
    },
  )

test.each(Object.entries(countingWays))(
  'what %s counts on the shelf is sold but for what orders hold, and a cancelled order makes no unit',
  async (_name, countUnits) => {
    const shop = await openShelf()
    await countUnits(shop, 10)
    const { id } = await shop.place([line(novalgina, 6)])
    await shop.pay(id)
    await countUnits(shop, 10)
    expect(await offerOf(shop)).toMatchObject({ stock: 4, shelfUnits: 10, reservedUnits: 6 })
    await expect(shop.place([line(novalgina, 5)])).rejects.toMatchObject({ code: 'stock.short' })
    await shop.orders.cancelOrRefund(id, byOperator)
    expect(await offerOf(shop)).toMatchObject({ stock: 10, shelfUnits: 10, reservedUnits: 0 })
  },
)

it.each(Object.entries(countingWays))(
  'where %s counts less than orders hold nothing is sold, and the first that is cancelled is what the others lack',
  async (_name, countUnits) => {
    const shop = await openShelf()
    await countUnits(shop, 10)
    const first = await shop.place([line(novalgina, 6)])
    const second = await shop.place([line(novalgina, 3)])
    await countUnits(shop, 5)
    expect(await offerOf(shop)).toMatchObject({ stock: 0, shelfUnits: 5, reservedUnits: 9 })
    await expect(shop.place([line(novalgina)])).rejects.toMatchObject({ code: 'stock.short' })
    await shop.orders.cancelOrRefund(second.id, byOperator)
    expect(await offerOf(shop)).toMatchObject({ stock: 0, shelfUnits: 5, reservedUnits: 6 })
    await shop.orders.cancelOrRefund(first.id, byOperator)
    expect(await offerOf(shop)).toMatchObject({ stock: 5, shelfUnits: 5, reservedUnits: 0 })
  },
)

it('who counts less than orders hold is told how much is missing, by the call and by the file', async () => {
  const shop = await openShelf()
  await count(shop, 10)
  await shop.place([line(novalgina, 6)])
  expect(await count(shop, 4)).toMatchObject([{ offer: { stock: 0, oversold: 2 }, error: null }])
  const file = inFile([{ sku, branch_id: '1', stock: '3' }])
  expect(await shop.catalogue.importer.importOffers(file)).toMatchObject({
    changed: 1,
    notes: [{ line: 2, column: 'stock', reason: '3 on the shelf, 6 sold: 3 are missing' }],
  })
})

it('a unit in the bag has left the shelf: the count after it is not diminished by it, and its cancelling brings it back', async () => {
  const shop = await openShelf()
  await count(shop, 10)
  const { id } = await shop.place([line(novalgina, 3)])
  await shop.pay(id)
  await shop.backoffice.orders.pickUnitWithoutScan(operator, id, novalgina)
  expect(await offerOf(shop)).toMatchObject({ stock: 7, shelfUnits: 9, reservedUnits: 2 })
  await count(shop, 9)
  expect(await offerOf(shop)).toMatchObject({ stock: 7, shelfUnits: 9, reservedUnits: 2 })
  await shop.orders.cancelOrRefund(id, byOperator)
  expect(await offerOf(shop)).toMatchObject({ stock: 10, shelfUnits: 10, reservedUnits: 0 })
})

it('a unit that is taken out of the bag is none that the shelf lacks: what another order lacks stays missing', async () => {
  const shop = await openShelf()
  await count(shop, 4)
  const [bagged, waiting] = [await shop.place([line(novalgina, 2)]), await shop.place([line(novalgina, 2)])]
  for (const { id } of [bagged, waiting]) await receivePix(shop, id)
  for (let unit = 0; unit < 2; unit += 1)
    await shop.backoffice.orders.pickUnitWithoutScan(operator, bagged.id, novalgina)
  await count(shop, 1)
  await shop.orders.removeUnits({ orderId: bagged.id, productId: novalgina, units: 1 }, byOperator)
  expect(await offerOf(shop)).toMatchObject({ stock: 0, shelfUnits: 1, reservedUnits: 2 })
  await shop.orders.cancelOrRefund(waiting.id, byOperator)
  expect(await offerOf(shop)).toMatchObject({ stock: 1, shelfUnits: 1, reservedUnits: 0 })
})

it('of units taken out the shelf lacks those of their own line that are not in the bag, whatever lies there of another', async () => {
  const shop = await openShelf()
  await count(shop, 2)
  const { id } = await shop.place([line(novalgina, 2), line(68, 2)])
  await receivePix(shop, id)
  for (let unit = 0; unit < 2; unit += 1) await shop.backoffice.orders.pickUnitWithoutScan(operator, id, 68)
  await count(shop, 1)
  await shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1 }, byOperator)
  expect(await offerOf(shop)).toMatchObject({ stock: 0, shelfUnits: 1, reservedUnits: 1 })
})

it('an order that is picked up in another store frees the shelf of its own, but for what that lacks', async () => {
  const shop = await openShelf()
  await count(shop, 4)
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  await count(shop, 2)
  const shortage = { productId: novalgina, units: 1 }
  await shop.backoffice.proposals.proposeOffer(operator, id, shortage, ({ way }) => way === 'pickup')
  const [proposal] = await shop.orders.proposals.listByOrder(id)
  await shop.orders.proposals.acceptProposal(shop.customerId, id, proposal?.id ?? 0)
  expect(await offerOf(shop)).toMatchObject({ stock: 2, shelfUnits: 2, reservedUnits: 0 })
})

it('neither units that wait for their customer nor units taken out lie on the shelf for an order', async () => {
  const shop = await openShelf()
  await count(shop, 10)
  const pickup = await shop.place([line(novalgina, 2)], { delivery: { method: 'pickup', branchId: 1 } })
  await receivePix(shop, pickup.id)
  expect(await offerOf(shop)).toMatchObject({ reservedUnits: 2 })
  for (const step of ['pick', 'setAside'] as const) await shop.orders.advanceOrder(pickup.id, step, byOperator)
  expect(await offerOf(shop)).toMatchObject({ reservedUnits: 0 })
  const { id } = await shop.place([line(novalgina, 3)])
  await receivePix(shop, id)
  await shop.orders.advanceOrder(id, 'pick', byOperator)
  const removal = { orderId: id, productId: novalgina, units: 1, expectedUnits: 3 }
  await shop.backoffice.orders.removeUnits(operator, removal)
  expect(await offerOf(shop)).toMatchObject({ reservedUnits: 2 })
})

it.each([10, 4])(
  'the file of all offers holds the %i that lie on the shelf, so that taking it back changes nothing',
  async (shelfUnits) => {
    const shop = await openShelf()
    await count(shop, 10)
    await shop.place([line(novalgina, 6)])
    await count(shop, shelfUnits)
    const rows: Record<string, string>[] = []
    for await (const offer of shop.catalogue.offers.listOffers())
      rows.push({ sku: offer.sku, branch_id: String(offer.branchId), stock: String(offer.shelfUnits) })
    expect(rows).toContainEqual({ sku, branch_id: '1', stock: String(shelfUnits) })
    expect(await shop.catalogue.importer.importOffers(inFile(rows))).toMatchObject({ changed: 0, added: 0 })
  },
)

test('of orders that come while the till counts none is forgotten, by call or by file', async () => {
  const shop = await openShelf()
  await count(shop, 1000)
  const wave = [
    ...Array.from({ length: 12 }, () => shop.place([line(novalgina, 2)])),
    ...Array.from({ length: 6 }, () => count(shop, 1000)),
    ...Array.from({ length: 3 }, () => countingWays['a file']?.(shop, 1000)),
  ]
  await Promise.all(wave)
  expect(await offerOf(shop)).toEqual({ stock: 976, shelfUnits: 1000, reservedUnits: 24, safetyStock: 0 })
})

test.each(['a call', 'a file'])('an order that is being placed while %s counts is seen by the count', async (name) => {
  const shop = await openShelf()
  await count(shop, 10)
  const { id } = await shop.place([line(novalgina, 3)])
  await shop.orders.endUnpaidOrder(id, 'expire', { kind: 'job' })
  const { database } = shop
  let counting: Promise<unknown> | undefined
  await shop.ctx.transact(async (ctx) => {
    await deductStock(ctx, 1, [{ ...line(novalgina, 3), name: '' }])
    await ctx.db.updateTable('orders').set({ status: 'paid' }).where('id', '=', id).execute()
    // SQLite has one writer at a time: there the count comes after the order, whoever asks first.
    if (database.engine === 'sqlite') return
    counting = countingWays[name]?.(shop, 10)
    await untilWaiting(database, [], 1)
  })
  await (counting ?? countingWays[name]?.(shop, 10))
  expect(await offerOf(shop)).toMatchObject({ stock: 7, shelfUnits: 10, reservedUnits: 3 })
})

it('a withdrawn product’s count is held for its return, without what orders hold', async () => {
  const shop = await openShelf()
  await count(shop, 10)
  const { id } = await shop.place([line(novalgina, 6)])
  const { db } = shop.database
  const move = async (from: 'offer' | 'withdrawnOffer', to: 'offer' | 'withdrawnOffer') => {
    const { branchId, productId, priceCents, stock, oversold } = await db
      .selectFrom(from)
      .selectAll()
      .where('branchId', '=', 1)
      .where('productId', '=', novalgina)
      .executeTakeFirstOrThrow()
    await db.deleteFrom(from).where('branchId', '=', 1).where('productId', '=', novalgina).execute()
    await db.insertInto(to).values({ branchId, productId, priceCents, stock, oversold }).execute()
  }
  await move('offer', 'withdrawnOffer')
  await countingWays['a file']?.(shop, 4)
  await shop.orders.cancelOrRefund(id, byOperator)
  await move('withdrawnOffer', 'offer')
  expect(await offerOf(shop)).toMatchObject({ stock: 4, shelfUnits: 4 })
})

test('the safety stock of a branch, or a product’s own, is neither shown nor sold, and the last unit above it is the last', async () => {
  const shop = await openShelf()
  const { branches, products } = shop.backoffice
  const changeSafetyStock = async (safetyStock: string) => {
    const shown = (await branches.listBranches(operator)).find(({ branch }) => branch.id === 1)
    if (!shown) throw new Error('the demo has a branch 1')
    await branches.changeBranchSettings(
      operator,
      1,
      shop.delivery.BranchSettings.parse({ ...shown.settings, safetyStock }),
      { settings: shown.seenHash, brokenBookings: '' },
    )
  }
  const isListedInStock = async () =>
    !(
      await shop.database.db
        .selectFrom('offer')
        .select('isOutOfStock')
        .where('branchId', '=', 1)
        .where('productId', '=', novalgina)
        .executeTakeFirstOrThrow()
    ).isOutOfStock
  await count(shop, 5)
  await changeSafetyStock('3')
  expect(await shop.stockOf(novalgina)).toBe(2)
  expect(await offerOf(shop)).toEqual({ stock: 5, shelfUnits: 5, reservedUnits: 0, safetyStock: 3 })
  expect((await shop.catalogue.loadBranchOffers([novalgina])).find(({ branchId }) => branchId === 1)?.stock).toBe(2)
  await expect(shop.place([line(novalgina, 3)])).rejects.toMatchObject({ code: 'stock.short' })
  await shop.place([line(novalgina, 2)])
  expect(await isListedInStock()).toBe(false)
  await expect(shop.place([line(novalgina)])).rejects.toMatchObject({ code: 'stock.short' })
  await products.setSafetyStock(operator, novalgina, 1, null)
  expect(await isListedInStock()).toBe(true)
  expect(await shop.stockOf(novalgina)).toBe(2)
  await expect(products.setSafetyStock(operator, novalgina, 0, null)).rejects.toMatchObject({ code: 'offer.changed' })
  await changeSafetyStock('4')
  expect(await shop.stockOf(novalgina)).toBe(2)
  await products.setSafetyStock(operator, novalgina, null, 1)
  expect(await shop.stockOf(novalgina)).toBe(0)
  expect(await isListedInStock()).toBe(false)
  await expect(changeSafetyStock('-1')).rejects.toThrow(refusals['offer.safety']())
})

it('a price that changes leaves a paused product paused in the listings', async () => {
  const shop = await openShelf()
  await shop.catalogue.pauses.pauseProduct(sku, null)
  await shop.database.db.updateTable('offer').set({ priceCents: 2291 }).where('productId', '=', novalgina).execute()
  const offers = shop.database.db.selectFrom('offer').select('isOutOfStock').where('productId', '=', novalgina)
  expect(new Set((await offers.execute()).map(({ isOutOfStock }) => isOutOfStock))).toEqual(new Set([true]))
})

/** An order as the model knows it. */
interface ModelOrder {
  id: number
  isOpen: boolean
  /** Units that are still to be had, and of them those in the bag. */
  units: number
  pickedUnits: number
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('count' as const), units: fc.nat(12) }),
  fc.record({ kind: fc.constant('add' as const), units: fc.integer({ min: -4, max: 6 }) }),
  fc.record({ kind: fc.constant('secure' as const), units: fc.nat(3) }),
  fc.record({ kind: fc.constant('place' as const), units: fc.integer({ min: 1, max: 4 }), isPaid: fc.boolean() }),
  fc.record({ kind: fc.constant('place' as const), units: fc.integer({ min: 1, max: 4 }), isPaid: fc.constant(true) }),
  fc.record({ kind: fc.constantFrom('pick', 'pick', 'cancel', 'short', 'dispatch'), order: fc.nat(5) }),
)

test('what is available and what orders hold never come to more than lies on the shelf, whatever happens in whatever order', async () => {
  const shop = await openShelf()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), (steps) => runActs(shop, steps)),
    { numRuns: 12, seed: Number(process.env['STORM_SEED'] ?? 48), interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)

async function runActs(shop: Shop, steps: (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[]): Promise<void> {
  const orders: ModelOrder[] = []
  /** Each act with what it changes in the model, which says by how much the shelf changes. */
  const acts: Record<string, { run(order: ModelOrder): Promise<unknown>; note(order: ModelOrder): number }> = {
    pick: {
      run: ({ id }) => shop.backoffice.orders.pickUnitWithoutScan(operator, id, novalgina),
      note(order) {
        order.pickedUnits += 1
        return -1
      },
    },
    cancel: {
      run: ({ id }) => shop.orders.cancelOrRefund(id, byOperator),
      note(order) {
        order.isOpen = false
        return Math.min(order.units, order.pickedUnits)
      },
    },
    short: {
      run: ({ id }) => shop.orders.removeUnits({ orderId: id, productId: novalgina, units: 1 }, byOperator),
      note(order) {
        const isOnShelf = order.units > order.pickedUnits
        const isKnownToBeMissing = countReserved() > shelfUnits
        order.units -= 1
        return isOnShelf && !isKnownToBeMissing ? -1 : 0
      },
    },
    dispatch: {
      // What is not picked yet would begin to be.
      run: async ({ id, units, pickedUnits }) => {
        if (units !== pickedUnits) throw new ShopError('step.notPicked')
        await shop.backoffice.orders.advanceOrder(operator, id, 'dispatch')
      },
      note(order) {
        order.isOpen = false
        return 0
      },
    },
  }
  let shelfUnits = 6
  let safetyUnits = 0
  const openOrders = () => orders.filter(({ isOpen }) => isOpen)
  const countReserved = () =>
    openOrders().reduce((sum, { units, pickedUnits }) => sum + Math.max(0, units - pickedUnits), 0)
  const countAvailable = () => Math.max(0, shelfUnits - countReserved())
  await count(shop, shelfUnits)
  await secure(0)
  for (const step of steps) {
    if (step.kind === 'count') {
      await count(shop, step.units)
      shelfUnits = step.units
    } else if (step.kind === 'add') {
      const [outcome] = await shop.backoffice.products.applyOfferUpdates(operator, [
        { productKey: { productId: novalgina }, branchId: 1, addStock: step.units },
      ])
      if (!outcome?.error) shelfUnits += step.units
    } else if (step.kind === 'secure') await secure(step.units)
    else if (step.kind === 'place') await placeOrder(step.units, 'isPaid' in step && step.isPaid)
    else await handle(step.kind, openOrders()[step.order])
    expect(await offerOf(shop)).toEqual({
      stock: countAvailable(),
      shelfUnits,
      reservedUnits: countReserved(),
      safetyStock: safetyUnits,
    })
    expect(await shop.stockOf(novalgina)).toBe(Math.max(0, countAvailable() - safetyUnits))
  }
  for (const order of openOrders()) await handle('cancel', order)
  expect(await offerOf(shop)).toMatchObject({ stock: Math.max(0, shelfUnits), reservedUnits: 0 })

  async function secure(units: number) {
    const { product } = await shop.backoffice.products.getProduct(operator, novalgina)
    await shop.backoffice.products.setSafetyStock(operator, novalgina, units, product.safetyStock)
    safetyUnits = units
  }

  async function placeOrder(units: number, isPaid: boolean) {
    const mayBeSold = units <= countAvailable() - safetyUnits
    const order = await shop.place([line(novalgina, units)]).catch((error: unknown) => {
      if (isShopError(error, 'stock.short')) return null
      throw error
    })
    expect(order !== null).toBe(mayBeSold)
    if (!order) return
    if (isPaid) await receivePix(shop, order.id)
    orders.push({ id: order.id, isOpen: true, units, pickedUnits: 0 })
  }

  async function handle(kind: string, order: ModelOrder | undefined) {
    const act = acts[kind]
    if (order && act && (await isDone(act.run(order)))) shelfUnits += act.note(order)
  }
}

it('a bar code of two products names none of them, and says so', async () => {
  const shop = await openShelf()
  await shop.database.db.updateTable('product').set({ ean }).where('id', '=', 68).execute()
  const before = [await offerOf(shop), await offerOf(shop, 68)]
  const [outcome] = await shop.backoffice.products.applyOfferUpdates(operator, [
    { productKey: { ean }, branchId: 1, stock: 3 },
  ])
  expect(outcome?.error).toMatchObject({ code: 'product.sharedBarcode', message: refusals['product.sharedBarcode']() })
  expect([await offerOf(shop), await offerOf(shop, 68)]).toEqual(before)
})
