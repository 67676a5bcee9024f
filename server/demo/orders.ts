import { readFile } from 'node:fs/promises'
import { demoPeople, demoPrescriptions } from '../../app/texts/demo.ts'
import { writeSearchWords } from '../accounts/customer-search.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Receiver } from '../payments/pix/br-code.ts'
import { sandboxPixSettings } from '../payments/sandbox/sandbox-bank.ts'
import { applyPayment, newCharge } from '../payments/sandbox/sandbox-charge.ts'
import { shopDay } from '../platform/calendar.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import type { Prescriptions } from '../prescriptions/prescriptions.ts'
import { type Goods, insertOrder } from './insert-order.ts'

const day = 24 * 60

/** The paid order whose five products all have a barcode, for a scanner: its place in the plan. */
const scanned = 1

/** The demo's orders: how each ended or where it is, and how many minutes ago it was placed. */
const plan: [status: OrderStatus, minutesAgo: number[]][] = [
  ['paid', [52, 19, 14, 9, 5, 3]],
  ['prescription_review', [26, 12, 6]],
  ['preparing', [41, 22, 17]],
  ['out_for_delivery', [37, 33, 28]],
  ['pending_payment', [4, 2]],
  ['delivered', [95, 140, 190, 7 * day + 20, 7 * day + 90, 7 * day + 200, 14 * day + 50, 14 * day + 120]],
  ['delivered', [21 * day + 30, 21 * day + 150, 21 * day + 240, 28 * day + 60, 28 * day + 180, 2 * day, 3 * day]],
  ['cancelled', [75, 5 * day]],
  ['refunded', [4 * day]],
  ['expired', [110, 8 * day, 9 * day]],
  ['failed', [160, 6 * day]],
]

interface Deps {
  database: Database
  clock: Clock
  prescriptions: Pick<Prescriptions, 'send'>
  /** As the pretend bank names the shop. */
  receiver: Receiver
}

/**
 * Forty orders of made-up customers in every status, three of them with a prescription that waits: so that the counter's
 * screens live at first sight. Stock of what is open is taken, its money lies at the pretend bank.
 */
export async function insertOrders({ database, clock, prescriptions, receiver }: Deps): Promise<void> {
  const now = clock.now()
  const reviewed: { orderId: number; customerId: number; productId: number; placedAt: Date }[] = []
  await database.transact(async (tx) => {
    const customers = await insertPeople(tx, now)
    const free = await goods(tx, 0)
    const controlled = await goods(tx, 1)
    const barcoded = await goodsWithBarcode(tx)
    const ages = plan.flatMap(([status, batch]) => batch.map((minutesAgo) => ({ status, minutesAgo })))
    for (const [at, { status, minutesAgo }] of ages.entries()) {
      const customer = customers[at % customers.length] as (typeof customers)[number]
      const controlledGoods = status === 'prescription_review' ? [controlled[at % controlled.length] as Goods] : []
      const lines =
        at === scanned
          ? barcoded
          : [...controlledGoods, ...goodsOf(free, at, controlledGoods.length > 0 ? 1 : 1 + (at % 4))]
      const placedAt = minutesAfter(now, -minutesAgo)
      const orderId = await insertOpenOrder(tx, { status, customer, lines, placedAt, at, receiver })
      for (const { id: productId } of controlledGoods)
        reviewed.push({ orderId, customerId: customer.id, productId, placedAt })
    }
  })
  const file = await readFile(new URL('./prescription.jpg', import.meta.url))
  for (const [at, { orderId, customerId, productId, placedAt }] of reviewed.entries()) {
    const [patient = '', issuers = ''] = demoPrescriptions[at] ?? []
    const issuedAt = shopDay(minutesAfter(now, -(at + 2) * day))
    const part = { patient, type: 2 as const, issuers, code: '', issuedAt, productIds: [productId], file }
    const id = await prescriptions.send(customerId, [part])
    // An order is placed with the prescription that was sent before.
    const values = { order_id: orderId, sent_at: minutesAfter(placedAt, -1).toISOString() }
    await database.db.updateTable('prescription').set(values).where('id', '=', id).execute()
  }
  // One picture stands for three prescriptions, which are not to be taken for one that was sent three times.
  await database.db.deleteFrom('prescription_fingerprint').execute()
}

function goodsOf(free: Goods[], at: number, count: number): Goods[] {
  return Array.from({ length: count }, (_, nth) => free[(at * 5 + nth * 3) % free.length] as Goods)
}

async function insertPeople(tx: Transaction, now: Date) {
  const customers = []
  for (const [
    at,
    [firstName = '', lastName = '', street = '', neighborhood = '', zipcode = ''],
  ] of demoPeople.entries()) {
    const { id } = await tx
      .insertInto('customer')
      .values({
        email: `pessoa${at + 1}@example.com`,
        first_name: firstName,
        last_name: lastName,
        phone: `1195555${String(1000 + at * 37)}`,
        birthday: null,
        // Nobody signs in as one of them.
        password_hash: '',
        created_at: minutesAfter(now, -60 * day).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSearchWords(tx, id, { first_name: firstName, last_name: lastName })
    const address = {
      address_type: 'Casa',
      zipcode,
      street,
      number: String(100 + at * 53),
      complement: at % 3 === 0 ? `Apto ${at + 11}` : '',
      neighborhood,
      city: 'São Paulo',
      state: 'SP',
    }
    const { id: addressId } = await tx
      .insertInto('address')
      .values({ customer_id: id, ...address, place_id: null, created_at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { address_type: addressType, ...place } = address
    customers.push({ id, address: { id: addressId, addressType, ...place } })
  }
  return customers
}

/** What branch 1 has plenty of. */
async function goods(tx: Transaction, requiresPrescription: 0 | 1): Promise<Goods[]> {
  return tx
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .select(['product.id', 'product.name', 'offer.price_cents', 'product.requires_prescription'])
    .where('offer.branch_id', '=', 1)
    .where('offer.stock', '>', 30)
    .where('product.requires_prescription', '=', requiresPrescription)
    .where('product.sellable_online', '=', 1)
    .where('product.discount_type', 'is', null)
    .orderBy('product.id')
    .limit(60)
    .execute()
}

/** Five that a scanner can read, at what a shopper pays. */
async function goodsWithBarcode(tx: Transaction): Promise<Goods[]> {
  return tx
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .select(['product.id', 'product.name', 'offer.effective_price_cents as price_cents'])
    .select('product.requires_prescription')
    .where('offer.branch_id', '=', 1)
    .where('offer.stock', '>', 20)
    .where('product.ean', 'is not', null)
    .where('product.requires_prescription', '=', 0)
    .orderBy('product.id')
    .limit(5)
    .execute()
}

interface NewOrder {
  status: OrderStatus
  customer: Awaited<ReturnType<typeof insertPeople>>[number]
  lines: Goods[]
  placedAt: Date
  at: number
  receiver: Receiver
}

async function insertOpenOrder(
  tx: Transaction,
  { status, customer, lines, placedAt, at, receiver }: NewOrder,
): Promise<number> {
  const unique = [...new Map(lines.map((line) => [line.id, line])).values()]
  const bought = unique.map((product, nth) => ({
    ...product,
    quantity: product.requires_prescription ? 1 : 1 + ((at + nth) % 2),
  }))
  const { id, total, isPaid } = await insertOrder(tx, {
    key: `demo ${at}`,
    status,
    customerId: customer.id,
    address: customer.address,
    lines: bought,
    placedAt,
  })
  if (['paid', 'prescription_review', 'preparing', 'out_for_delivery', 'pending_payment'].includes(status))
    for (const { id: productId, quantity } of bought)
      await tx
        .updateTable('offer')
        .set((eb) => ({ stock: eb('stock', '-', quantity) }))
        .where('branch_id', '=', 1)
        .where('product_id', '=', productId)
        .execute()
  if (isPaid) await insertPayment(tx, { id, total, status, placedAt, receiver })
  return id
}

/** The money, at the pretend bank: so that a refund of it works like any other. */
async function insertPayment(
  tx: Transaction,
  {
    id,
    total,
    status,
    placedAt,
    receiver,
  }: { id: number; total: number; status: OrderStatus; placedAt: Date; receiver: Receiver },
): Promise<void> {
  const txid = `demo${String(id).padStart(28, '0')}`
  const request = {
    calendario: { expiracao: 1800 },
    valor: { original: (total / 100).toFixed(2) },
    chave: sandboxPixSettings('').receiverKey,
  }
  const charge = applyPayment(newCharge(txid, request, receiver, placedAt), minutesAfter(placedAt, 2))
  const [pix] = charge.pix ?? []
  const over = status === 'cancelled' || status === 'refunded'
  await tx
    .insertInto('sandbox_charge')
    .values({ txid, charge: JSON.stringify(charge) })
    .execute()
  await tx
    .insertInto('charge')
    .values({
      reference: txid,
      provider: 'pix',
      provider_id: null,
      order_id: id,
      amount_cents: total,
      payable: charge.pixCopiaECola,
      created_at: placedAt.toISOString(),
      expires_at: minutesAfter(placedAt, 30).toISOString(),
      checked_at: minutesAfter(placedAt, 2).toISOString(),
    })
    .execute()
  await tx
    .insertInto('payment')
    .values({
      provider: 'pix',
      reference: pix?.endToEndId ?? txid,
      method: 'pix',
      order_id: id,
      amount_cents: total,
      // The bank is asked for the rest once the shop is open.
      status: over ? 'refund_due' : 'captured',
      received_at: minutesAfter(placedAt, 2).toISOString(),
    })
    .execute()
}
