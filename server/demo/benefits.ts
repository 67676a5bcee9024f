import { demoAddressTypes, demoGains } from '../../app/texts/demo.ts'
import type { Transaction } from '../database/connection.ts'
import type { EntryKind, OrderStatus } from '../database/schema.ts'
import { minutesAfter } from '../platform/clock.ts'

const day = 24 * 60

/**
 * Makes a customer a benefit user: two gains with balances and statements, one favourite, and one order delivered ten days
 * ago with its cashback. Does not change stock and sales.
 */
export async function insertBenefits(tx: Transaction, customerId: number, now: Date): Promise<void> {
  await insertGain(tx, customerId, demoGains.employer, now, [
    ['credit', 20_000, 62],
    ['purchase', -4_580, 55],
    ['credit', 20_000, 32],
    ['purchase', -12_390, 20],
    ['purchase', -1_947, 12],
    ['credit', 20_000, 2],
  ])
  await insertGain(tx, customerId, demoGains.association, now, [
    ['credit', 5_000, 40],
    ['purchase', -3_290, 9],
  ])
  await tx
    .insertInto('wishlist_item')
    .values({ customer_id: customerId, product_id: 14, added_at: minutesAfter(now, -3 * day).toISOString() })
    .execute()
  await insertDeliveredOrder(tx, customerId, minutesAfter(now, -10 * day))
}

/** Entries: kind, cents, and how many days ago. */
async function insertGain(
  tx: Transaction,
  customerId: number,
  { name, place }: { name: string; place: string },
  now: Date,
  entries: [kind: EntryKind, cents: number, daysAgo: number][],
): Promise<void> {
  const { id } = await tx
    .insertInto('gain')
    .values({ customer_id: customerId, name, created_at: minutesAfter(now, -70 * day).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('gain_address')
    .values({ gain_id: id, address_type: place, ...paulista })
    .execute()
  await tx
    .insertInto('ledger_entry')
    .values(
      entries.map(([kind, cents, daysAgo]) => ({
        customer_id: customerId,
        gain_id: id,
        order_id: null,
        kind,
        amount_cents: cents,
        entered_at: minutesAfter(now, -daysAgo * day).toISOString(),
      })),
    )
    .execute()
}

async function insertDeliveredOrder(tx: Transaction, customerId: number, placedAt: Date): Promise<void> {
  const product = await tx
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .select(['product.id', 'product.name', 'offer.price_cents'])
    .where('offer.branch_id', '=', 1)
    .where('product.promo_allowed', '=', 1)
    .where('product.discount_type', 'is', null)
    .orderBy('product.id')
    .executeTakeFirstOrThrow()
  const address = await tx
    .selectFrom('address')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const total = product.price_cents * 2
  const { id } = await tx
    .insertInto('orders')
    .values({
      customer_id: customerId,
      idempotency_key: 'demo',
      status: 'delivered',
      branch_id: 1,
      delivery_address_id: address.id,
      delivery_address: JSON.stringify({ id: address.id, addressType: demoAddressTypes.home, ...paulista }),
      items_cents: total,
      discount_cents: 0,
      coupon_code: null,
      coupon_title: null,
      coupon_discount_cents: 0,
      delivery_charge_cents: 0,
      total_cents: total,
      note: '',
      placed_at: placedAt.toISOString(),
      payment_due_at: minutesAfter(placedAt, 30).toISOString(),
      paid_at: minutesAfter(placedAt, 2).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_line')
    .values({
      order_id: id,
      product_id: product.id,
      name: product.name,
      quantity: 2,
      full_price_cents: product.price_cents,
      price_cents: product.price_cents,
      requires_prescription: 0,
    })
    .execute()
  const steps: [OrderStatus, minutes: number][] = [
    ['pending_payment', 0],
    ['paid', 2],
    ['preparing', 5],
    ['out_for_delivery', 14],
    ['delivered', 31],
  ]
  await tx
    .insertInto('order_status_history')
    .values(
      steps.map(([status, minutes]) => ({
        order_id: id,
        status,
        reached_at: minutesAfter(placedAt, minutes).toISOString(),
      })),
    )
    .execute()
  await tx
    .insertInto('ledger_entry')
    .values({
      customer_id: customerId,
      gain_id: null,
      order_id: id,
      kind: 'cashback',
      amount_cents: Math.floor((total + 50) / 100),
      entered_at: minutesAfter(placedAt, 31).toISOString(),
    })
    .execute()
}

const paulista = {
  zipcode: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Apto 72',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
