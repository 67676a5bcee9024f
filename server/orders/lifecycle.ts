import type { Transaction } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { hasPermission, type Permission } from '../staff/roles.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Effects } from './effects.ts'
import { type EventActor, insertEvent } from './events.ts'
import type { OrderEmails, StatusEmail } from './order-emails.ts'
import { isInPhase, statusesIn } from './statuses.ts'

interface Transition {
  from: readonly OrderStatus[]
  to: OrderStatus
  /** Of orders of this type alone. */
  orderType?: 'delivery' | 'pickup'
  /** A permission stands for those of the staff who have it. */
  actors: readonly ('customer' | 'job' | 'bank' | Permission)[]
  /** What happens with it, in the same transaction. */
  effects?: readonly (keyof Effects)[]
  email?: StatusEmail
}

/** What an order holds while its goods are in the shop: all of it is released when it ends there. */
const releaseEffects = [
  'returnStock',
  'releaseCoupon',
  'releasePrescription',
  'releaseWindow',
  'endPickup',
  'cancelAuthorisations',
] as const
const refundEffects = ['returnBalances', 'refundPayment'] as const
const inShopStatuses = statusesIn('shop')

/**
 * Every way an order changes its status. Goods that left the shop never return to stock, since medicines can't be sold again
 * (RDC 44/2009).
 */
export const transitions = {
  pay: {
    from: ['pending_payment'],
    to: 'paid',
    actors: ['bank', 'customer'],
    effects: ['countSales', 'promise'],
    email: 'orderPaid',
  },
  review: { from: ['paid'], to: 'prescription_review', actors: ['bank', 'customer'] },
  expire: {
    from: ['pending_payment'],
    to: 'expired',
    actors: ['job'],
    effects: ['returnBalances', ...releaseEffects],
  },
  fail: {
    from: ['pending_payment'],
    to: 'failed',
    actors: ['bank'],
    effects: ['returnBalances', ...releaseEffects],
  },
  approve: {
    from: ['prescription_review'],
    to: 'preparing',
    actors: ['prescriptions.decide'],
    email: 'prescriptionApproved',
  },
  reject: {
    from: ['prescription_review'],
    to: 'cancelled',
    actors: ['prescriptions.decide'],
    effects: [...refundEffects, ...releaseEffects],
    email: 'prescriptionRefused',
  },
  pick: { from: ['paid'], to: 'preparing', actors: ['orders.handle'] },
  dispatch: {
    from: ['preparing'],
    to: 'out_for_delivery',
    orderType: 'delivery',
    actors: ['orders.handle'],
    email: 'orderOnItsWay',
  },
  /** It waits in the store for who picks it up. */
  setAside: {
    from: ['preparing'],
    to: 'ready_for_pickup',
    orderType: 'pickup',
    actors: ['orders.handle'],
    effects: ['keepForPickup'],
    email: 'orderReady',
  },
  handOver: {
    from: ['ready_for_pickup'],
    to: 'delivered',
    actors: ['orders.handle'],
    effects: ['creditCashback', 'endPickup', 'confirmAuthorisations'],
    email: 'orderDelivered',
  },
  /** Nobody came for it: it never left the shop, so all of it goes back. */
  cancelUncollected: {
    from: ['ready_for_pickup'],
    to: 'cancelled',
    actors: ['job'],
    effects: [...refundEffects, ...releaseEffects],
    email: 'orderUncollected',
  },
  deliver: {
    from: ['out_for_delivery'],
    to: 'delivered',
    actors: ['orders.handle'],
    effects: ['creditCashback', 'confirmAuthorisations'],
    email: 'orderDelivered',
  },
  cancelUnpaid: {
    from: ['pending_payment'],
    to: 'cancelled',
    actors: ['customer'],
    effects: ['returnBalances', ...releaseEffects],
    email: 'orderCancelled',
  },
  /** The customer's own cancelling, until somebody begins to pick the order. */
  cancelPaid: {
    from: ['paid', 'prescription_review'],
    to: 'cancelled',
    actors: ['customer'],
    effects: [...refundEffects, ...releaseEffects],
    email: 'orderCancelled',
  },
  cancel: {
    from: ['pending_payment', ...inShopStatuses],
    to: 'cancelled',
    actors: ['orders.end'],
    effects: [...refundEffects, ...releaseEffects],
    email: 'orderCancelled',
  },
  refund: {
    from: statusesIn('inTransit', 'done'),
    to: 'refunded',
    actors: ['orders.end'],
    effects: [...refundEffects, 'reverseCashback', 'cancelAuthorisations'],
    email: 'orderRefunded',
  },
  /** The customer withdraws within seven days of delivery (Código de Defesa do Consumidor, art. 49). */
  withdraw: {
    from: ['delivered'],
    to: 'refunded',
    actors: ['customer'],
    effects: [...refundEffects, 'reverseCashback', 'cancelAuthorisations'],
    email: 'orderRefunded',
  },
  /** The bank gave the whole payment back by itself: nothing is left to refund. */
  stop: {
    from: inShopStatuses,
    to: 'refunded',
    actors: ['bank'],
    effects: ['returnBalances', ...releaseEffects],
    email: 'orderStopped',
  },
} as const satisfies Record<string, Transition>

export type Step = keyof typeof transitions

/** Who may take this step: a job that approves a prescription does not compile. */
export type ActorFor<S extends Step> = Extract<
  EventActor,
  { kind: ActorKind<(typeof transitions)[S]['actors'][number]> }
>
type ActorKind<A> = A extends Permission ? 'staff' : A

/** The step that the staff take next with an order that goes well. */
export function findNextStep(status: OrderStatus, type: 'delivery' | 'pickup'): StandardStep | null {
  const stepsByType = { delivery: ['pick', 'dispatch', 'deliver'], pickup: ['pick', 'setAside', 'handOver'] } as const
  return stepsByType[type].find((step) => transitions[step].from[0] === status) ?? null
}

type StandardStep = 'pick' | 'dispatch' | 'deliver' | 'setAside' | 'handOver'

interface Deps {
  clock: Clock
  effects: Effects
  emails: Pick<OrderEmails, 'enqueue' | 'deleteSuperseded'>
  webhooks: Pick<Webhooks, 'enqueueStatusChange'>
}

export type Lifecycle = ReturnType<typeof createLifecycle>

/** Takes orders from one status to another, each time by one line of the table above. */
export function createLifecycle({ clock, effects, emails, webhooks }: Deps) {
  return { recordPlacement, apply }

  /** Writes down that an order was placed; nothing is told where it is `isPaidAtOnce`. */
  async function recordPlacement(
    tx: Transaction,
    orderId: number,
    by: EventActor,
    at: Date,
    isPaidAtOnce: boolean,
  ): Promise<void> {
    const eventId = await insertEvent(tx, { orderId, kind: 'place', by, at, status: 'pending_payment' })
    if (!isPaidAtOnce) await emails.enqueue(tx, { orderId, kind: 'orderPlaced', eventId })
    await enqueueStatusWebhook(tx, orderId, 'pending_payment', at)
  }

  /**
   * Takes a step, by a conditional update, so that of two at once, or on two servers, one takes it.
   * @param at when it happened, where that was earlier
   * @returns false, changing nothing, when the order is in no status from which this step leads
   * @throws ShopError "staff.forbidden"
   */
  async function apply<S extends Step>(
    tx: Transaction,
    step: S,
    orderId: number,
    by: ActorFor<S>,
    at = clock.now(),
  ): Promise<boolean> {
    const { from, to, orderType, actors, effects: effectNames = [], email }: Transition = transitions[step]
    const actor = (by as EventActor).kind === 'staff' ? (by as Extract<EventActor, { kind: 'staff' }>).actor : null
    if (actor && !actors.some((candidate) => isPermission(candidate) && hasPermission(actor, candidate)))
      throw new ShopError('staff.forbidden')
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ status: to, ...(to === 'paid' && { paid_at: at.toISOString() }) })
      .where('id', '=', orderId)
      .where('status', 'in', from)
      .$if(orderType !== undefined, (qb) => qb.where('order_type', '=', orderType ?? 'delivery'))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    const eventId = await insertEvent(tx, { orderId, kind: step, by, at, status: to })
    for (const name of effectNames) await effects[name](tx, orderId, at)
    if (email) await emails.enqueue(tx, { orderId, kind: email, eventId })
    else if (isInPhase(to, 'void')) await emails.deleteSuperseded(tx, orderId)
    await enqueueStatusWebhook(tx, orderId, to, at)
    return true
  }

  async function enqueueStatusWebhook(
    tx: Transaction,
    orderId: number,
    status: OrderStatus,
    reachedAt: Date,
  ): Promise<void> {
    await webhooks.enqueueStatusChange(tx, async () => {
      const { branch_id: branchId } = await tx
        .selectFrom('orders')
        .select('branch_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return { orderId, status, branchId, reachedAt }
    })
  }
}

function isPermission(actor: Transition['actors'][number]): actor is Permission {
  return actor !== 'customer' && actor !== 'job' && actor !== 'bank'
}

/** The table as a diagram (Mermaid), for the documentation. */
export function buildStateDiagram(): string {
  const arrows = Object.entries(transitions).flatMap(([step, { from, to, actors }]: [string, Transition]) =>
    from.map((status) => `  ${status} --> ${to}: ${step} (${actors.join(', ')})`),
  )
  const ends = statusesIn('void').map((status) => `  ${status} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> pending_payment: place (customer)', ...arrows, ...ends].join('\n')
}
