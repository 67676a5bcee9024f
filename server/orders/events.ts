import type { Context, TransactionContext } from '../context.ts'
import type { DoorMethod, OrderEventKind, OrderStatus } from '../database/schema.ts'
import type { Actor } from '../staff/roles.ts'

/** Who acts on an order: its customer, a periodic job, the bank or payment provider, or one of the staff. */
export type EventActor =
  | { kind: 'customer'; id: number }
  | { kind: 'job' }
  | { kind: 'bank' }
  | { kind: 'staff'; actor: Actor }

/** What is stored of an event besides its kind and its status. Kinds that are not here store nothing more. */
export interface EventDataByKind {
  /** With `approvedUnits` the prescription covers no more; without, the shelf had none. */
  removeUnits: { productId: number; units: number; refundCents: number; approvedUnits?: number }
  /** Their customer wishes it. */
  removeByWish: { productId: number; units: number; refundCents: number }
  askSurcharge: { cents: number; until: string }
  changeAddress: {
    refundCents: number
    surchargeCents: number
    feeCents: number
    branchId: number
    previousBranchId: number
  }
  requestPicture: { until: string }
  returnPayment: { amountCents: number; reason: 'amount' | 'late' | 'second'; isSurcharge?: boolean }
  /** Whether whoever took it was told how to use it (RDC 44/2009, art. 58). */
  handOver: { isCounselled: boolean }
  receiveGoods: { problemId: number }
  problem: {
    problemId: number
    /** What goes back, and how much of it to the wallet. */
    cents?: number
    walletCents?: number
    /** Nothing is left of the order. */
    endsOrder?: boolean
    decision?: 'grant' | 'part' | 'refuse' | 'ask'
  }
  setCourier: { name: string; phone: string; url: string }
  setPromise: { until: string }
  propose: { proposalId: number; until?: string }
  refundRefused: { cents: number }
  receiveAtDoor: { cents: number; method: DoorMethod }
  settleRefund: { cents: number; means: string; day: string; receipt?: string }
}

export interface NewOrderEvent {
  orderId: number
  kind: OrderEventKind
  by: EventActor
  /** Left out: now. */
  at?: Date
  /** Left out: at once. */
  recordedAt?: Date
  /** The status that the order reached by it. */
  status?: OrderStatus
  data?: EventDataByKind[keyof EventDataByKind] | undefined
}

/** One thing that happened to an order. */
export interface OrderEvent {
  id: number
  kind: OrderEventKind
  at: Date
  /** Null where it changed no status. */
  status: OrderStatus | null
  by: { kind: EventActor['kind']; name: string | null; crf: string | null }
  data: object
}

/**
 * Writes down what happened to an order, in the transaction that changes it. Timeline, history and e-mails read it.
 * @returns the event's id
 */
export async function insertOrderEvent(
  ctx: TransactionContext,
  { orderId, kind, by, at = ctx.clock.now(), recordedAt = at, status, data }: NewOrderEvent,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('orderEvent')
    .values({
      orderId,
      kind,
      at,
      recordedAt,
      status: status ?? null,
      ...toActorColumns(by),
      data: JSON.stringify(data ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Names are kept as they were then; a customer is named by the order alone, so that an erasure leaves no name here. */
function toActorColumns(by: EventActor) {
  if (by.kind === 'customer') return { actorKind: by.kind, actorId: by.id, actorName: null, actorCrf: null }
  if (by.kind !== 'staff') return { actorKind: by.kind, actorId: null, actorName: null, actorCrf: null }
  const { staffId, name, crf } = by.actor
  return { actorKind: by.kind, actorId: staffId, actorName: name, actorCrf: crf }
}

/** Everything that happened to an order, in sequence: its row was locked by each change, so ids follow time. */
export async function selectOrderEvents(ctx: Context, orderId: number): Promise<OrderEvent[]> {
  const rows = await ctx.db.selectFrom('orderEvent').selectAll().where('orderId', '=', orderId).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.at,
    status: row.status,
    by: { kind: row.actorKind, name: row.actorName, crf: row.actorCrf },
    data: JSON.parse(row.data),
  }))
}
