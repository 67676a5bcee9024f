import { demoAddressTypes, demoGains } from '../../app/texts/demo.ts'
import type { TransactionContext } from '../context.ts'
import type { LedgerEntryKind } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { insertOrder } from './insert-order.ts'

const minutesPerDay = 24 * 60

/**
 * Makes a customer a benefit user: two gains with balances and statements, one favourite, and one order delivered ten days
 * ago with its cashback. Does not change stock and sales.
 */
export async function seedBenefitCustomer(ctx: TransactionContext, customerId: number, now: Date): Promise<void> {
  await insertGain(ctx, customerId, demoGains.employer, now, [
    ['credit', 20_000, 62],
    ['purchase', -4_580, 55],
    ['credit', 20_000, 32],
    ['purchase', -12_390, 20],
    ['purchase', -1_947, 12],
    ['credit', 20_000, 2],
  ])
  await insertGain(ctx, customerId, demoGains.association, now, [
    ['credit', 5_000, 40],
    ['purchase', -3_290, 9],
  ])
  await ctx.db
    .insertInto('wishlist_item')
    .values({ customer_id: customerId, product_id: 14, added_at: addMinutes(now, -3 * minutesPerDay).toISOString() })
    .execute()
  await insertDeliveredOrder(ctx, customerId, addMinutes(now, -10 * minutesPerDay))
}

/** Entries: kind, cents, and how many days ago. */
async function insertGain(
  ctx: TransactionContext,
  customerId: number,
  { name, addressType }: { name: string; addressType: string },
  now: Date,
  entries: [kind: LedgerEntryKind, cents: number, daysAgo: number][],
): Promise<void> {
  const { id } = await ctx.db
    .insertInto('gain')
    .values({ customer_id: customerId, name, created_at: addMinutes(now, -70 * minutesPerDay).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('gain_address')
    .values({ gain_id: id, address_type: addressType, ...paulistaAddress })
    .execute()
  await ctx.db
    .insertInto('ledger_entry')
    .values(
      entries.map(([kind, cents, daysAgo]) => ({
        customer_id: customerId,
        gain_id: id,
        order_id: null,
        kind,
        amount_cents: cents,
        entered_at: addMinutes(now, -daysAgo * minutesPerDay).toISOString(),
      })),
    )
    .execute()
}

async function insertDeliveredOrder(ctx: TransactionContext, customerId: number, placedAt: Date): Promise<void> {
  const product = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.product_id', 'product.id')
    .select(['product.id', 'product.name', 'offer.price_cents', 'product.requires_prescription'])
    .where('offer.branch_id', '=', 1)
    .where('product.promo_allowed', '=', 1)
    .where('product.is_medicine', '=', 0)
    .where('product.discount_type', 'is', null)
    .orderBy('product.id')
    .executeTakeFirstOrThrow()
  const address = await ctx.db
    .selectFrom('address')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { id, totalCents } = await insertOrder(ctx, {
    idempotencyKey: 'demo',
    status: 'delivered',
    customerId,
    address: { id: address.id, addressType: demoAddressTypes.home, ...paulistaAddress },
    lines: [{ ...product, quantity: 2 }],
    placedAt,
  })
  await ctx.db
    .insertInto('ledger_entry')
    .values({
      customer_id: customerId,
      gain_id: null,
      order_id: id,
      kind: 'cashback',
      amount_cents: Math.floor((totalCents + 50) / 100),
      entered_at: addMinutes(placedAt, 31).toISOString(),
    })
    .execute()
}

export const paulistaAddress = {
  zipcode: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Apto 72',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
