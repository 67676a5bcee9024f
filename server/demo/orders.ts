import { readFile } from 'node:fs/promises'
import { demoCustomers, demoPrescriptions } from '../../app/texts/demo.ts'
import { writeSearchWords } from '../accounts/customer-search.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Receiver } from '../payments/pix/br-code.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { submitPrescriptions } from '../prescriptions/submission.ts'
import { insertOrder, type OrderedProduct } from './insert-order.ts'
import { buildSandboxPixSettings } from './simulators/sandbox-bank.ts'
import { applyPayment, buildCharge } from './simulators/sandbox-charge.ts'

const minutesPerDay = 24 * 60

/** The paid order whose five products all have a barcode, for a scanner: its place in the plan. */
const barcodedOrderIndex = 1

/** The demo's orders: how each ended or where it is, and how many minutes ago it was placed. */
const orderPlan: [status: OrderStatus, minutesAgo: number[]][] = [
  ['paid', [52, 19, 14, 9, 5, 3]],
  ['prescription_review', [26, 12, 6]],
  ['preparing', [41, 22, 17]],
  ['out_for_delivery', [37, 33, 28]],
  ['pending_payment', [4, 2]],
  [
    'delivered',
    [
      95,
      140,
      190,
      7 * minutesPerDay + 20,
      7 * minutesPerDay + 90,
      7 * minutesPerDay + 200,
      14 * minutesPerDay + 50,
      14 * minutesPerDay + 120,
    ],
  ],
  [
    'delivered',
    [
      21 * minutesPerDay + 30,
      21 * minutesPerDay + 150,
      21 * minutesPerDay + 240,
      28 * minutesPerDay + 60,
      28 * minutesPerDay + 180,
      2 * minutesPerDay,
      3 * minutesPerDay,
    ],
  ],
  ['cancelled', [75, 5 * minutesPerDay]],
  ['refunded', [4 * minutesPerDay]],
  ['expired', [110, 8 * minutesPerDay, 9 * minutesPerDay]],
  ['failed', [160, 6 * minutesPerDay]],
]

/**
 * Forty orders of made-up customers in every status, three of them with a prescription that waits: so that the back
 * office's pages have content from the start. Stock of open orders is taken, and their payments are at the pretend bank.
 */
export async function insertDemoOrders(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const ordersInReview: { orderId: number; customerId: number; productId: number; placedAt: Date }[] = []
  await ctx.transact(async (ctx) => {
    const customers = await insertOrderCustomers(ctx, now)
    const otcProducts = await listWellStockedProducts(ctx, false)
    const prescriptionProducts = await listWellStockedProducts(ctx, true)
    const barcodedProducts = await listProductsWithBarcode(ctx)
    const plannedOrders = orderPlan.flatMap(([status, minutesAgoList]) =>
      minutesAgoList.map((minutesAgo) => ({ status, minutesAgo })),
    )
    for (const [orderIndex, { status, minutesAgo }] of plannedOrders.entries()) {
      const customer = customers[orderIndex % customers.length] as (typeof customers)[number]
      const productsInReview =
        status === 'prescription_review'
          ? [prescriptionProducts[orderIndex % prescriptionProducts.length] as OrderedProduct]
          : []
      const products =
        orderIndex === barcodedOrderIndex
          ? barcodedProducts
          : [
              ...productsInReview,
              ...selectProducts(otcProducts, orderIndex, productsInReview.length > 0 ? 1 : 1 + (orderIndex % 4)),
            ]
      const placedAt = addMinutes(now, -minutesAgo)
      const orderId = await insertOrderWithPayment(ctx, {
        status,
        customer,
        products,
        placedAt,
        orderIndex,
        pixReceiver: ctx.settings.profile,
      })
      for (const { id: productId } of productsInReview)
        ordersInReview.push({ orderId, customerId: customer.id, productId, placedAt })
    }
  })
  const prescriptionPicture = await readFile(new URL('./prescription.jpg', import.meta.url))
  for (const [prescriptionIndex, { orderId, customerId, productId, placedAt }] of ordersInReview.entries()) {
    const [patient = '', issuers = ''] = demoPrescriptions[prescriptionIndex] ?? []
    const issuedAt = toShopDay(addMinutes(now, -(prescriptionIndex + 2) * minutesPerDay))
    const prescription = {
      patient,
      type: 2 as const,
      issuers,
      code: '',
      issuedAt,
      productIds: [productId],
      file: prescriptionPicture,
    }
    const id = await submitPrescriptions(ctx, customerId, [prescription])
    // An order is placed with the prescription that was sent before.
    const values = { orderId, sentAt: addMinutes(placedAt, -1) }
    await ctx.db.updateTable('prescription').set(values).where('id', '=', id).execute()
  }
  // One picture stands for three prescriptions, which are not to be taken for one that was sent three times.
  await ctx.db.deleteFrom('prescriptionFingerprint').execute()
}

function selectProducts(products: OrderedProduct[], orderIndex: number, productCount: number): OrderedProduct[] {
  return Array.from(
    { length: productCount },
    (_, offset) => products[(orderIndex * 5 + offset * 3) % products.length] as OrderedProduct,
  )
}

async function insertOrderCustomers(ctx: TransactionContext, now: Date) {
  const customers = []
  for (const [
    index,
    [firstName = '', lastName = '', street = '', neighborhood = '', zipcode = ''],
  ] of demoCustomers.entries()) {
    const { id } = await ctx.db
      .insertInto('customer')
      .values({
        email: `pessoa${index + 1}@example.com`,
        firstName,
        lastName,
        phone: `1195555${String(1000 + index * 37)}`,
        birthday: null,
        // Nobody signs in as one of them.
        passwordHash: '',
        createdAt: addMinutes(now, -60 * minutesPerDay),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSearchWords(ctx, id, { firstName, lastName })
    const address = {
      addressType: 'Casa',
      zipcode,
      street,
      number: String(100 + index * 53),
      complement: index % 3 === 0 ? `Apto ${index + 11}` : '',
      neighborhood,
      city: 'São Paulo',
      state: 'SP',
    }
    const { id: addressId } = await ctx.db
      .insertInto('address')
      .values({ customerId: id, ...address, placeId: null, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { addressType, ...addressFields } = address
    customers.push({ id, address: { id: addressId, addressType, ...addressFields } })
  }
  return customers
}

/** What branch 1 has plenty of. */
async function listWellStockedProducts(
  ctx: TransactionContext,
  requiresPrescription: boolean,
): Promise<OrderedProduct[]> {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.name', 'offer.priceCents', 'product.requiresPrescription'])
    .where('offer.branchId', '=', 1)
    .where('offer.stock', '>', 30)
    .where('product.requiresPrescription', '=', requiresPrescription)
    .where('product.isSellableOnline', '=', true)
    .where('product.discountType', 'is', null)
    .orderBy('product.id')
    .limit(60)
    .execute()
}

/** Five that a scanner can read, at what a shopper pays. */
async function listProductsWithBarcode(ctx: TransactionContext): Promise<OrderedProduct[]> {
  return ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.name', 'offer.effectivePriceCents as priceCents'])
    .select('product.requiresPrescription')
    .where('offer.branchId', '=', 1)
    .where('offer.stock', '>', 20)
    .where('product.ean', 'is not', null)
    .where('product.requiresPrescription', '=', false)
    .orderBy('product.id')
    .limit(5)
    .execute()
}

interface DemoOrder {
  status: OrderStatus
  customer: Awaited<ReturnType<typeof insertOrderCustomers>>[number]
  products: OrderedProduct[]
  placedAt: Date
  orderIndex: number
  pixReceiver: Receiver
}

async function insertOrderWithPayment(
  ctx: TransactionContext,
  { status, customer, products, placedAt, orderIndex, pixReceiver }: DemoOrder,
): Promise<number> {
  const uniqueProducts = [...new Map(products.map((product) => [product.id, product])).values()]
  const orderLines = uniqueProducts.map((product, lineIndex) => ({
    ...product,
    quantity: product.requiresPrescription ? 1 : 1 + ((orderIndex + lineIndex) % 2),
  }))
  const { id, totalCents, isPaid } = await insertOrder(ctx, {
    idempotencyKey: `demo ${orderIndex}`,
    status,
    customerId: customer.id,
    address: customer.address,
    lines: orderLines,
    placedAt,
  })
  if (['paid', 'prescription_review', 'preparing', 'out_for_delivery', 'pending_payment'].includes(status))
    for (const { id: productId, quantity } of orderLines)
      await ctx.db
        .updateTable('offer')
        .set((eb) => ({ stock: eb('stock', '-', quantity) }))
        .where('branchId', '=', 1)
        .where('productId', '=', productId)
        .execute()
  if (isPaid) await insertPayment(ctx, { id, totalCents, status, placedAt, pixReceiver })
  return id
}

/** The money, at the pretend bank: so that a refund of it works like any other. */
async function insertPayment(
  ctx: TransactionContext,
  {
    id,
    totalCents,
    status,
    placedAt,
    pixReceiver,
  }: { id: number; totalCents: number; status: OrderStatus; placedAt: Date; pixReceiver: Receiver },
): Promise<void> {
  const txid = `demo${String(id).padStart(28, '0')}`
  const chargeRequest = {
    calendario: { expiracao: 1800 },
    valor: { original: (totalCents / 100).toFixed(2) },
    chave: buildSandboxPixSettings('').receiverKey,
  }
  const charge = applyPayment(buildCharge(txid, chargeRequest, pixReceiver, placedAt), addMinutes(placedAt, 2))
  const [pix] = charge.pix ?? []
  const isRefundDue = status === 'cancelled' || status === 'refunded'
  await ctx.db
    .insertInto('sandboxCharge')
    .values({ txid, charge: JSON.stringify(charge) })
    .execute()
  await ctx.db
    .insertInto('charge')
    .values({
      reference: txid,
      provider: 'pix',
      providerId: null,
      orderId: id,
      amountCents: totalCents,
      payable: charge.pixCopiaECola,
      createdAt: placedAt,
      expiresAt: addMinutes(placedAt, 30),
      checkedAt: addMinutes(placedAt, 2),
    })
    .execute()
  await ctx.db
    .insertInto('payment')
    .values({
      provider: 'pix',
      reference: pix?.endToEndId ?? txid,
      method: 'pix',
      orderId: id,
      amountCents: totalCents,
      // Due refunds are requested from the bank once the shop is open.
      status: isRefundDue ? 'refund_due' : 'captured',
      receivedAt: addMinutes(placedAt, 2),
    })
    .execute()
}
