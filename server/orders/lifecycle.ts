import type { TransactionContext } from '../context.ts'
import type { OrderStatus } from '../database/schema.ts'
import { notifyBranch } from '../notify/branch-alerts.ts'
import { ShopError } from '../platform/errors.ts'
import { hasPermission, type Permission } from '../staff/roles.ts'
import { enqueueReviewEnd, enqueueStatusChange } from '../webhooks/webhooks.ts'
import { transitionEffects } from './effects.ts'
import { type EventActor, insertOrderEvent, type NewOrderEvent } from './events.ts'
import type { StatusEmailKind } from './order-emails.ts'
import { deleteSupersededEmails, enqueue } from './order-emails.ts'
import { isInPhase, listStatusesIn } from './statuses.ts'

interface Transition {
  from: readonly OrderStatus[]
  to: OrderStatus
  /** Of orders of this type alone. */
  orderType?: 'delivery' | 'pickup'
  /** Who may apply it; a permission stands for the staff who have it. */
  actors: readonly ('customer' | 'job' | 'bank' | Permission)[]
  /** What happens with it, in the same transaction. */
  effects?: readonly (keyof typeof transitionEffects)[]
  email?: StatusEmailKind
  /** The order is to be paid where it is handed over. */
  isUnpaid?: boolean
}

/** Releases what an order has reserved while its goods are in the shop. */
const releaseEffectNames = [
  'restoreStock',
  'releaseCoupon',
  'releasePrescription',
  'releaseWindow',
  'endPickup',
  'cancelAuthorisations',
] as const
const refundEffectNames = ['returnBalances', 'refundPayment', 'withdrawSales'] as const
const inShopStatuses = listStatusesIn('shop')

/**
 * Every way an order changes its status. Goods that left the shop never return to stock, since medicines can't be sold again
 * (RDC 44/2009).
 */
export const transitions = {
  pay: {
    from: ['pending_payment'],
    to: 'paid',
    actors: ['bank', 'customer'],
    effects: ['recordSales', 'promiseDelivery'],
    email: 'orderPaid',
  },
  /** It goes to the counter unpaid: it is paid at the door. */
  acceptUnpaid: {
    from: ['pending_payment'],
    to: 'paid',
    actors: ['customer'],
    effects: ['promiseDelivery'],
    email: 'orderToPayAtDoor',
    isUnpaid: true,
  },
  review: { from: ['paid'], to: 'prescription_review', actors: ['bank', 'customer'] },
  expire: {
    from: ['pending_payment'],
    to: 'expired',
    actors: ['job'],
    effects: ['returnBalances', ...releaseEffectNames],
  },
  fail: {
    from: ['pending_payment'],
    to: 'failed',
    actors: ['bank'],
    effects: ['returnBalances', ...releaseEffectNames],
  },
  /** It waits to be picked, as one that needs no prescription: nobody has begun. */
  approve: {
    from: ['prescription_review'],
    to: 'paid',
    actors: ['prescriptions.decide'],
    email: 'prescriptionApproved',
  },
  /** The job, where another picture that a pharmacist asked for did not come. */
  reject: {
    from: ['prescription_review'],
    to: 'cancelled',
    actors: ['prescriptions.decide', 'job'],
    effects: [...refundEffectNames, ...releaseEffectNames],
    email: 'prescriptionRefused',
  },
  /** Nothing is left that needs the prescription: its customer did not want it any more. */
  waiveReview: {
    from: ['prescription_review'],
    to: 'paid',
    actors: ['customer', 'orders.handle'],
    effects: ['releasePrescription'],
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
    effects: ['startPickup'],
    email: 'orderReady',
  },
  handOver: {
    from: ['ready_for_pickup'],
    to: 'delivered',
    actors: ['orders.handle'],
    effects: ['settleCashback', 'endPickup', 'confirmAuthorisations'],
    email: 'orderDelivered',
  },
  /** Nobody came for it: it never left the shop, so all of it goes back. */
  cancelUncollected: {
    from: ['ready_for_pickup'],
    to: 'cancelled',
    actors: ['job'],
    effects: [...refundEffectNames, ...releaseEffectNames],
    email: 'orderUncollected',
  },
  /** Nobody took it at the door, or paid for it: it was in no other hands, so all of it goes back. */
  returnUnpaid: {
    from: ['out_for_delivery', 'ready_for_pickup'],
    to: 'cancelled',
    actors: ['orders.handle', 'orders.end', 'requests.answer'],
    effects: ['returnBalances', ...releaseEffectNames],
    email: 'orderNotTaken',
    isUnpaid: true,
  },
  deliver: {
    from: ['out_for_delivery'],
    to: 'delivered',
    actors: ['orders.handle'],
    effects: ['settleCashback', 'confirmAuthorisations'],
    email: 'orderDelivered',
  },
  cancelUnpaid: {
    from: ['pending_payment'],
    to: 'cancelled',
    actors: ['customer'],
    effects: ['returnBalances', ...releaseEffectNames],
    email: 'orderCancelled',
  },
  /** The customer's own cancelling, until somebody begins to pick the order. */
  cancelPaid: {
    from: ['paid', 'prescription_review'],
    to: 'cancelled',
    actors: ['customer'],
    effects: [...refundEffectNames, ...releaseEffectNames],
    email: 'orderCancelled',
  },
  cancel: {
    from: ['pending_payment', ...inShopStatuses],
    to: 'cancelled',
    actors: ['orders.end', 'requests.answer'],
    effects: [...refundEffectNames, ...releaseEffectNames],
    email: 'orderCancelled',
  },
  /** Whoever grants the last of an order's units ends it, too. */
  refund: {
    from: listStatusesIn('inTransit', 'done'),
    to: 'refunded',
    actors: ['orders.end', 'requests.answer'],
    effects: [...refundEffectNames, 'settleCashback', 'cancelAuthorisations'],
    email: 'orderRefunded',
  },
  /** The customer withdraws within seven days of delivery (Código de Defesa do Consumidor, art. 49). */
  withdraw: {
    from: ['delivered'],
    to: 'refunded',
    actors: ['customer'],
    effects: [...refundEffectNames, 'settleCashback', 'cancelAuthorisations'],
    email: 'orderRefunded',
  },
  /** The bank gave the whole payment back by itself: nothing is left to refund. */
  stop: {
    from: inShopStatuses,
    to: 'refunded',
    actors: ['bank'],
    effects: ['returnBalances', 'withdrawSales', ...releaseEffectNames],
    email: 'orderStopped',
  },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions

/** Who may apply this transition: a job that approves a prescription does not compile. */
export type ActorFor<S extends TransitionName> = Extract<
  EventActor,
  { kind: ActorKind<(typeof transitions)[S]['actors'][number]> }
>
type ActorKind<A> = A extends Permission ? 'staff' : A

/** The transition that the staff apply next to an order that goes well. */
export function findNextTransition(status: OrderStatus, type: 'delivery' | 'pickup'): HappyPathTransition | null {
  const transitionNamesByType = {
    delivery: ['pick', 'dispatch', 'deliver'],
    pickup: ['pick', 'setAside', 'handOver'],
  } as const
  return transitionNamesByType[type].find((step) => transitions[step].from[0] === status) ?? null
}

export type HappyPathTransition = 'pick' | 'dispatch' | 'deliver' | 'setAside' | 'handOver'

/** Records that an order was placed; no e-mail is sent where it `isPaidAtOnce`, since that of the payment follows. */
export async function recordPlacement(
  ctx: TransactionContext,
  orderId: number,
  by: EventActor,
  at: Date,
  isPaidAtOnce: boolean,
): Promise<void> {
  const eventId = await insertOrderEvent(ctx, { orderId, kind: 'place', by, at, status: 'pending_payment' })
  if (!isPaidAtOnce) await enqueue(ctx, { orderId, kind: 'orderPlaced', eventId })
  await enqueueWebhook(ctx, null, orderId, at)
}

/**
 * Applies a transition by a conditional update, so that of two concurrent calls, or two servers, one succeeds.
 * @param at when it happened, where that was earlier
 * @returns false, changing nothing, when the order is in no status from which this transition starts
 */
export async function tryTransition<S extends TransitionName>(
  ctx: TransactionContext,
  transitionName: S,
  orderId: number,
  by: ActorFor<S>,
  at = ctx.clock.now(),
  data?: NewOrderEvent['data'],
): Promise<boolean> {
  const {
    from,
    to,
    orderType,
    actors,
    effects: effectNames = [],
    email,
    isUnpaid = false,
  }: Transition = transitions[transitionName]
  const actor = (by as EventActor).kind === 'staff' ? (by as Extract<EventActor, { kind: 'staff' }>).actor : null
  if (actor && !actors.some((candidate) => isPermission(candidate) && hasPermission(actor, candidate)))
    throw new ShopError('staff.forbidden')
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set({ status: to, ...(transitionName === 'pay' && { paidAt: at }) })
    .where('id', '=', orderId)
    .where('status', 'in', from)
    // Of an order that was paid before it came to the door there is no such step.
    .$if(isUnpaid, (qb) => qb.where('doorMeans', 'is not', null).where('paidAt', 'is', null))
    .$if(orderType !== undefined, (qb) => qb.where('orderType', '=', orderType ?? 'delivery'))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const event = {
    orderId,
    kind: transitionName,
    by,
    at,
    recordedAt: ctx.clock.now(),
    status: to,
    ...(data && { data }),
  }
  const eventId = await insertOrderEvent(ctx, event)
  for (const name of effectNames) await transitionEffects[name](ctx, orderId, at)
  if (email) await enqueue(ctx, { orderId, kind: email, eventId })
  else if (isInPhase(to, 'void')) await deleteSupersededEmails(ctx, orderId)
  await enqueueWebhook(ctx, transitionName, orderId, at)
  if (transitionName === 'pay' || transitionName === 'acceptUnpaid')
    await notifyBranch(ctx, await loadBranchId(ctx, orderId), orderId)
  return true
}

/** @param transitionName null: the order was placed */
async function enqueueWebhook(
  ctx: TransactionContext,
  transitionName: keyof typeof transitions | null,
  orderId: number,
  reachedAt: Date,
): Promise<void> {
  const loadChange = async () => ({ orderId, branchId: await loadBranchId(ctx, orderId), reachedAt })
  if (transitionName === 'approve' || transitionName === 'waiveReview') return enqueueReviewEnd(ctx, loadChange)
  const status = transitionName === null ? 'pending_payment' : transitions[transitionName].to
  await enqueueStatusChange(ctx, async () => ({ ...(await loadChange()), status }))
}

async function loadBranchId(ctx: TransactionContext, orderId: number): Promise<number> {
  const query = ctx.db.selectFrom('orders').select('branchId').where('id', '=', orderId)
  return (await query.executeTakeFirstOrThrow()).branchId
}

function isPermission(actor: Transition['actors'][number]): actor is Permission {
  return actor !== 'customer' && actor !== 'job' && actor !== 'bank'
}

/** The table as a diagram (Mermaid), for the documentation. */
export function buildStateDiagram(): string {
  const arrows = Object.entries(transitions).flatMap(([step, { from, to, actors }]: [string, Transition]) =>
    from.map((status) => `  ${status} --> ${to}: ${step} (${actors.join(', ')})`),
  )
  const endArrows = listStatusesIn('void').map((status) => `  ${status} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> pending_payment: place (customer)', ...arrows, ...endArrows].join('\n')
}
