import type { Context, TransactionContext } from '../context.ts'
import { addShopDays } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { assertPaidAtDoor } from './door-payments.ts'
import type { EventActor } from './events.ts'
import { tryTransition } from './lifecycle.ts'
import { recordEventAndNotify } from './order-emails.ts'

type StaffActor = Extract<EventActor, { kind: 'staff' }>

/** Orders per round. */
const maxOrdersPerRound = 200

/** An order that waits in a store. */
export interface WaitingPickup {
  id: number
  branchId: number
  customerId: number
  shelfMark: string | null
  readyAt: Date
  keptUntil: Date
}

/** What whoever hands an order over has seen. */
export interface HandoverProof {
  /** As the customer told it in the store; null where a document was seen instead. */
  code: string | null
  /** Who took it, by the document seen; '' with a code. */
  name: string
  /** The original prescription was seen. */
  hasSeenPrescription: boolean
  /** They were told how to use it. */
  isCounselled?: boolean
}

const createUncollectedRounds = () => createFairRounds(maxOrdersPerRound)
const createReminderRounds = () => createFairRounds(maxOrdersPerRound)

/** Of a branch, or (null) of all: those that wait longest first. */
export async function listWaitingPickups(ctx: Context, branchId: number | null): Promise<WaitingPickup[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .innerJoin('orderEvent', (join) =>
      join.onRef('orderEvent.orderId', '=', 'orders.id').on('orderEvent.status', '=', 'ready_for_pickup'),
    )
    .select(['orders.id', 'branchId', 'customerId', 'shelfMark', 'pickupEndsAt', 'orderEvent.at'])
    .where('orders.status', '=', 'ready_for_pickup')
    .$if(branchId !== null, (orders) => orders.where('branchId', '=', branchId as number))
    .orderBy('orderEvent.at')
    .execute()
  return rows.map(({ at, pickupEndsAt, ...row }) => ({
    ...row,
    readyAt: at,
    keptUntil: pickupEndsAt ?? at,
  }))
}

/**
 * The order that waits with a code.
 * @returns its id and branch, which may be another one
 * @throws ShopError "pickup.code"
 */
export async function getWaitingOrderByCode(
  ctx: Context,
  codeText: string,
  branchId: number | null,
): Promise<{ id: number; branchId: number }> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['id', 'branchId'])
    .where('pickupCode', '=', extractDigits(codeText))
    .where('status', '=', 'ready_for_pickup')
    .execute()
  const order = rows.find((row) => row.branchId === branchId) ?? rows[0]
  if (!order) throw new ShopError('pickup.code')
  return order
}

/**
 * Hands an order over to whoever knows its code, or whose document was seen.
 * @throws ShopError "pickup.code", "pickup.paper" where a line needs a prescription that nobody checked, "step.impossible"
 */
export async function handOver(ctx: Context, id: number, proof: HandoverProof, by: StaffActor): Promise<void> {
  const name = normalizeInput(proof.name)
  await ctx.transact(async (ctx) => {
    const code = await getPickupCode(ctx, id)
    if (proof.code === null ? name === '' : extractDigits(proof.code) !== code) throw new ShopError('pickup.code')
    if (!proof.hasSeenPrescription && (await needsPrescription(ctx, id))) throw new ShopError('pickup.paper')
    await assertPaidAtDoor(ctx, id)
    const { isCounselled = false } = proof
    if (!(await tryTransition(ctx, 'handOver', id, by, ctx.clock.now(), { isCounselled })))
      throw new ShopError('step.impossible')
    const receivedBy = name.slice(0, 80) || null
    await ctx.db.updateTable('orders').set({ receivedBy }).where('id', '=', id).execute()
  })
}

/** @param shelfMark where in the store it waits, such as "R-04" */
export async function setShelfMark(ctx: TransactionContext, id: number, shelfMark: string): Promise<void> {
  const mark = normalizeInput(shelfMark).slice(0, 20) || null
  await ctx.db.updateTable('orders').set({ shelfMark: mark }).where('id', '=', id).execute()
}

/** Cancels orders that nobody came for. Called periodically. */
export async function cancelUncollectedPickups(ctx: Context): Promise<void> {
  const uncollectedOrders = await selectWaitingOrders(ctx, ctx.clock.now()).execute()
  await ctx.memory(createUncollectedRounds)(uncollectedOrders, toOrderName, ({ id }) =>
    ctx.transact((ctx) => tryTransition(ctx, 'cancelUncollected', id, { kind: 'job' })),
  )
}

/** E-mails customers who have a day left. Called periodically. */
export async function remindOfPickups(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const ordersToRemind = await selectWaitingOrders(ctx, addShopDays(now, 1))
    .where('pickupRemindedAt', 'is', null)
    .execute()
  await ctx.memory(createReminderRounds)(ordersToRemind, toOrderName, ({ id }) =>
    ctx.transact((ctx) => sendReminder(ctx, id, now)),
  )
}

/** Those that are kept until then at most. */
function selectWaitingOrders(ctx: Context, keptUntil: Date) {
  return ctx.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'ready_for_pickup')
    .where('pickupEndsAt', '<=', keptUntil)
    .orderBy('id')
}

/** Once, even if two servers run this. */
async function sendReminder(ctx: TransactionContext, orderId: number, at: Date): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set({ pickupRemindedAt: at })
    .where('id', '=', orderId)
    .where('status', '=', 'ready_for_pickup')
    .where('pickupRemindedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return
  await recordEventAndNotify(ctx, { orderId, kind: 'remindPickup', by: { kind: 'job' }, at }, 'pickupReminder')
}

const toOrderName = ({ id }: { id: number }) => `order ${id}`

async function getPickupCode(ctx: TransactionContext, id: number): Promise<string | null> {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['pickupCode', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (order?.status !== 'ready_for_pickup') throw new ShopError('step.impossible')
  return order.pickupCode
}

async function needsPrescription(ctx: TransactionContext, orderId: number): Promise<boolean> {
  const line = await ctx.db
    .selectFrom('orderLine')
    .select('productId')
    .where('orderId', '=', orderId)
    .where('requiresPrescription', '=', true)
    .whereRef('removedUnits', '<', 'quantity')
    .executeTakeFirst()
  return line !== undefined
}

function extractDigits(text: string): string {
  return normalizeInput(text).replace(/\D/g, '')
}
