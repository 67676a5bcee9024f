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
    .insertInto('wishlistItem')
    .values({ customerId, productId: 14, addedAt: addMinutes(now, -3 * minutesPerDay) })
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
    .values({ customerId, name, createdAt: addMinutes(now, -70 * minutesPerDay) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('gainAddress')
    .values({ gainId: id, addressType, ...paulistaAddress })
    .execute()
  await ctx.db
    .insertInto('ledgerEntry')
    .values(
      entries.map(([kind, cents, daysAgo]) => ({
        customerId,
        gainId: id,
        orderId: null,
        kind,
        amountCents: cents,
        enteredAt: addMinutes(now, -daysAgo * minutesPerDay),
      })),
    )
    .execute()
}

async function insertDeliveredOrder(ctx: TransactionContext, customerId: number, placedAt: Date): Promise<void> {
  const product = await ctx.db
    .selectFrom('product')
    .innerJoin('offer', 'offer.productId', 'product.id')
    .select(['product.id', 'product.name', 'offer.priceCents', 'product.requiresPrescription'])
    .where('offer.branchId', '=', 1)
    .where('product.isPromoAllowed', '=', true)
    .where('product.isMedicine', '=', false)
    .where('product.discountType', 'is', null)
    .orderBy('product.id')
    .executeTakeFirstOrThrow()
  const address = await ctx.db
    .selectFrom('address')
    .select('id')
    .where('customerId', '=', customerId)
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
    .insertInto('ledgerEntry')
    .values({
      customerId,
      gainId: null,
      orderId: id,
      kind: 'cashback',
      amountCents: Math.floor((totalCents + 50) / 100),
      enteredAt: addMinutes(placedAt, 31),
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
