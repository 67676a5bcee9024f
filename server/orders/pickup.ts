import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { EventActor } from './events.ts'
import { insertOrderEvent } from './events.ts'
import type { OrderLifecycle } from './lifecycle.ts'
import type { OrderEmailService } from './order-emails.ts'

type StaffActor = Extract<EventActor, { kind: 'staff' }>

const dayMinutes = 24 * 60
/** Orders per round. */
const maxOrdersPerRound = 200

interface Deps {
  database: Database
  clock: Clock
  lifecycle: Pick<OrderLifecycle, 'tryTransition'>
  emails: Pick<OrderEmailService, 'enqueue'>
}

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
}

/** Orders that are picked up in a store. */
export function createPickupService({ database, clock, lifecycle, emails }: Deps) {
  const { db, transact } = database
  return { listWaitingPickups, getWaitingOrderByCode, handOver, setShelfMark, remindAndCancelPickups }

  /** Of a branch, or (null) of all: those that wait longest first. */
  async function listWaitingPickups(branchId: number | null): Promise<WaitingPickup[]> {
    const rows = await db
      .selectFrom('orders')
      .innerJoin('order_event', (join) =>
        join.onRef('order_event.order_id', '=', 'orders.id').on('order_event.status', '=', 'ready_for_pickup'),
      )
      .select(['orders.id', 'branch_id', 'customer_id', 'shelf_mark', 'pickup_until', 'order_event.at'])
      .where('orders.status', '=', 'ready_for_pickup')
      .$if(branchId !== null, (orders) => orders.where('branch_id', '=', branchId as number))
      .orderBy('order_event.at')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      branchId: row.branch_id,
      customerId: row.customer_id,
      shelfMark: row.shelf_mark,
      readyAt: new Date(row.at),
      keptUntil: new Date(row.pickup_until ?? row.at),
    }))
  }

  /**
   * The order that waits with a code.
   * @returns its id and branch, which may be another one
   * @throws ShopError "pickup.code"
   */
  async function getWaitingOrderByCode(
    codeText: string,
    branchId: number | null,
  ): Promise<{ id: number; branchId: number }> {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'branch_id as branchId'])
      .where('pickup_code', '=', extractDigits(codeText))
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
  async function handOver(
    id: number,
    proof: HandoverProof,
    by: StaffActor,
    transactionHook: TransactionHook,
  ): Promise<void> {
    const name = normalizeInput(proof.name)
    await transact(async (tx) => {
      const code = await getPickupCode(tx, id)
      if (proof.code === null ? name === '' : extractDigits(proof.code) !== code) throw new ShopError('pickup.code')
      if (!proof.hasSeenPrescription && (await needsPrescription(tx, id))) throw new ShopError('pickup.paper')
      if (!(await lifecycle.tryTransition(tx, 'handOver', id, by))) throw new ShopError('step.impossible')
      const received_by = name.slice(0, 80) || null
      await tx.updateTable('orders').set({ received_by }).where('id', '=', id).execute()
      await transactionHook(tx)
    })
  }

  /** @param shelfMark where in the store it waits, such as "R-04" */
  async function setShelfMark(tx: Transaction, id: number, shelfMark: string): Promise<void> {
    const shelf_mark = normalizeInput(shelfMark).slice(0, 20) || null
    await tx.updateTable('orders').set({ shelf_mark }).where('id', '=', id).execute()
  }

  /** E-mails customers who have a day left, and cancels orders that nobody came for. Called periodically. */
  async function remindAndCancelPickups(): Promise<void> {
    const now = clock.now()
    const selectWaitingOrders = () =>
      db
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'ready_for_pickup')
        .orderBy('id')
        .limit(maxOrdersPerRound)
    const expiredPickups = await selectWaitingOrders().where('pickup_until', '<=', now.toISOString()).execute()
    for (const { id } of expiredPickups) {
      await transact((tx) => lifecycle.tryTransition(tx, 'cancelUncollected', id, { kind: 'job' }))
    }
    const reminderCutoff = addMinutes(now, dayMinutes).toISOString()
    const pickupsToRemind = await selectWaitingOrders()
      .where('pickup_until', '<=', reminderCutoff)
      .where('pickup_reminded_at', 'is', null)
      .execute()
    for (const { id } of pickupsToRemind) await transact((tx) => sendReminder(tx, id, now))
  }

  /** Once, even if two servers run this. */
  async function sendReminder(tx: Transaction, orderId: number, at: Date): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ pickup_reminded_at: at.toISOString() })
      .where('id', '=', orderId)
      .where('status', '=', 'ready_for_pickup')
      .where('pickup_reminded_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    const eventId = await insertOrderEvent(tx, { orderId, kind: 'remindPickup', by: { kind: 'job' }, at })
    await emails.enqueue(tx, { orderId, kind: 'pickupReminder', eventId })
  }
}

async function getPickupCode(tx: Transaction, id: number): Promise<string | null> {
  const order = await tx.selectFrom('orders').select(['pickup_code', 'status']).where('id', '=', id).executeTakeFirst()
  if (order?.status !== 'ready_for_pickup') throw new ShopError('step.impossible')
  return order.pickup_code
}

async function needsPrescription(tx: Transaction, orderId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('order_line')
    .select('product_id')
    .where('order_id', '=', orderId)
    .where('requires_prescription', '=', 1)
    .whereRef('removed_units', '<', 'quantity')
    .executeTakeFirst()
  return line !== undefined
}

function extractDigits(text: string): string {
  return normalizeInput(text).replace(/\D/g, '')
}
