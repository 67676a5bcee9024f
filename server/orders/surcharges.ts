import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { type AddressChange, applySurchargedAddress } from './address-change.ts'
import type { EventActor } from './events.ts'
import { canChange } from './order-changes.ts'
import { lockOrder } from './order-commands.ts'
import { acceptPaidProposal } from './proposals.ts'
import type { Surcharge } from './surcharge.ts'
import { selectSurcharges, toSurcharge } from './surcharges.sql.ts'

/** The latest of an order; null where it had none. @throws ShopError "order.unknown" for another customer's */
export async function findSurcharge(ctx: Context, customerId: number, orderId: number): Promise<Surcharge | null> {
  const order = await ctx.db.selectFrom('orders').select('customerId').where('id', '=', orderId).executeTakeFirst()
  if (order?.customerId !== customerId) throw new ShopError('order.unknown')
  return (await listSurcharges(ctx, orderId))[0] ?? null
}

/** Of an order, the newest first. */
export async function listSurcharges(ctx: Context, orderId: number): Promise<Surcharge[]> {
  return (await selectSurcharges(ctx).where('orderId', '=', orderId).orderBy('id', 'desc').execute()).map(toSurcharge)
}

/** Of an order, with the address that was asked for, for its customer's own data. */
export async function listSurchargesWithAddress(ctx: Context, orderId: number) {
  const rows = await selectSurcharges(ctx).where('orderId', '=', orderId).orderBy('id').execute()
  return rows.map((row) => ({ ...toSurcharge(row), address: toAddress(row.details) }))
}

function toAddress(details: string): AddressChange['address'] | null {
  return JSON.parse(details).address ?? null
}

/** Those that nobody waits for any longer: their time is over, or their order can't be changed any more. */
export async function listOverdueSurcharges(ctx: Context): Promise<Surcharge[]> {
  const rows = await ctx.db
    .selectFrom('orderSurcharge')
    .innerJoin('orders', 'orders.id', 'orderSurcharge.orderId')
    .selectAll('orderSurcharge')
    .select('orders.status')
    .where('state', '=', 'waiting')
    .orderBy('orderSurcharge.id')
    .execute()
  const now = ctx.clock.now()
  return rows.filter((row) => row.dueAt <= now || !canChange(row)).map(toSurcharge)
}

/** Nobody paid it in time, or its customer does without: the order stays as it is. @returns false where it was paid, or is over */
export async function endSurcharge(ctx: TransactionContext, { id, orderId }: Pick<Surcharge, 'id' | 'orderId'>) {
  await lockOrder(ctx, orderId)
  return setState(ctx, id, 'over')
}

/**
 * Its payment has arrived: what it is for takes effect in the same transaction.
 * @throws ShopError where it can't any more: the transaction must then be rolled back, and the payment goes back
 */
export async function applySurcharge(ctx: TransactionContext, id: number): Promise<void> {
  const row = await selectSurcharges(ctx).where('id', '=', id).executeTakeFirstOrThrow()
  await lockOrder(ctx, row.orderId)
  if (!(await setState(ctx, id, 'paid'))) throw new ShopError('surcharge.over')
  const { kind, details, amountCents, orderId } = row
  if (kind === 'proposal') await acceptPaidProposal(ctx, orderId, JSON.parse(details).proposalId, amountCents)
  else {
    const { by, ...change }: Omit<AddressChange, 'orderId'> & { by: AddressActor } = JSON.parse(details)
    await applySurchargedAddress(ctx, { ...change, orderId }, by, amountCents)
  }
}

type AddressActor = Extract<EventActor, { kind: 'customer' | 'staff' }>

/** Of a payment, the job and a customer who does without it, one counts. */
async function setState(ctx: TransactionContext, id: number, state: Row<'orderSurcharge'>['state']): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orderSurcharge')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
