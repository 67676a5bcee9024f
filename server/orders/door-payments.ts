import type { Context, TransactionContext } from '../context.ts'
import type { DoorMethod } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { insertDoorPayment, markPartialRefundDue } from '../receipts/order-payments.ts'
import { findDoorTerms } from './door-terms.ts'
import { transitionEffects } from './effects.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import { tryTransition } from './lifecycle.ts'
import type { DoorTerms } from './order.ts'
import { doorMethods } from './payment-way.ts'

type StaffActor = Extract<EventActor, { kind: 'staff' }>

/** The order goes to the counter unpaid, and to the pharmacist first where a prescription is needed. */
export async function acceptUnpaid(ctx: TransactionContext, orderId: number, by: EventActor & { kind: 'customer' }) {
  await tryTransition(ctx, 'acceptUnpaid', orderId, by)
  const prescriptionLine = await ctx.db
    .selectFrom('orderLine')
    .select('productId')
    .where('orderId', '=', orderId)
    .where('requiresPrescription', '=', true)
    .executeTakeFirst()
  if (prescriptionLine) await tryTransition(ctx, 'review', orderId, by)
}

/** What goes back of a paid order; of one that is paid at the door less is asked. */
export async function refundPart(ctx: TransactionContext, orderId: number, cents: number): Promise<void> {
  if (cents > 0 && (await findDoorTerms(ctx, orderId)) === null) await markPartialRefundDue(ctx, orderId, cents)
}

/** Nothing is handed over unpaid. @throws ShopError "door.unpaid" */
export async function assertPaidAtDoor(ctx: Context, orderId: number): Promise<void> {
  const terms = await findDoorTerms(ctx, orderId)
  if (terms) throw new ShopError('door.unpaid', { cents: terms.cents })
}

/**
 * 'Recebido': the order counts as paid from now on. All of it, in one way: of a part nothing is taken.
 * @param amountCents what was taken, without the change
 * @throws ShopError "door.method", "door.amount", "door.gone" where nothing is to be taken here
 */
export async function receiveAtDoor(
  ctx: TransactionContext,
  orderId: number,
  { method: methodText, amountCents }: { method: string; amountCents: number },
  by: StaffActor,
): Promise<number> {
  const method = doorMethods.find((name): name is DoorMethod => name === methodText)
  if (!method) throw new ShopError('door.method', { input: 'method' })
  const terms = await findDoorTermsInHand(ctx, orderId)
  if (amountCents !== terms.cents) throw new ShopError('door.amount', { input: 'amount', cents: terms.cents })
  const now = ctx.clock.now()
  await ctx.db.updateTable('orders').set({ paidAt: now }).where('id', '=', orderId).execute()
  await insertDoorPayment(ctx, { orderId, amountCents, receivedAt: now, doorMethod: method })
  await transitionEffects.recordSales(ctx, orderId)
  await insertOrderEvent(ctx, { orderId, kind: 'receiveAtDoor', by, at: now, data: { cents: amountCents, method } })
  return amountCents
}

/** 'Não recebido': nobody took it, or paid for it. It never left the courier's hands, so it is sold again. @throws ShopError "door.gone" */
export async function returnFromDoor(ctx: TransactionContext, orderId: number, by: StaffActor): Promise<void> {
  await findDoorTermsInHand(ctx, orderId)
  if (!(await tryTransition(ctx, 'returnUnpaid', orderId, by))) throw new ShopError('door.gone')
}

/** Of an order that is with the courier, or waits in the store. */
async function findDoorTermsInHand(ctx: TransactionContext, orderId: number): Promise<DoorTerms> {
  const { status } = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ note: eb.ref('note') }))
    .where('id', '=', orderId)
    .returning('status')
    .executeTakeFirstOrThrow()
  const terms = await findDoorTerms(ctx, orderId)
  if (!terms || (status !== 'out_for_delivery' && status !== 'ready_for_pickup')) throw new ShopError('door.gone')
  return terms
}
