import type { Database } from '../../database/connection.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CardOrderAnswer } from './mercado-pago.schemas.ts'

/** A refund that the shop requests, under a name of its own; the provider gives it an id of its own. */
export interface RefundKey {
  /** The charge's. */
  reference: string
  paymentReference: string
  name: string
  amountCents: number
}

export interface RequestedRefund extends RefundKey {
  requestedAt: Date
  providerRefundId: string | null
  isRefused: boolean
  /** Several of the provider's refunds could be this one. */
  isMatchedByAmount: boolean
}

type OrderRefund = CardOrderAnswer['transactions']['refunds'][number]

export type CardRefundStore = ReturnType<typeof createCardRefundStore>

/** Which of the provider's refunds the shop requested. */
export function createCardRefundStore({ db }: Pick<Database, 'db'>, clock: Clock) {
  return { recordRequest, markRefused, identify, listCandidates, listRequests }

  /** @returns when it was first requested */
  async function recordRequest(refund: RefundKey): Promise<Date> {
    const { reference, paymentReference, name, amountCents } = refund
    await db
      .insertInto('cardRefund')
      .values({
        reference,
        paymentReference,
        name,
        amountCents,
        requestedAt: clock.now(),
        providerId: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [firstRequest] = await listRequests(refund)
    return firstRequest?.requestedAt ?? clock.now()
  }

  async function markRefused({ reference, paymentReference, name }: RefundKey): Promise<void> {
    await db
      .updateTable('cardRefund')
      .set({ isRefused: true })
      .where('reference', '=', reference)
      .where('paymentReference', '=', paymentReference)
      .where('name', '=', name)
      .where('providerId', 'is', null)
      .execute()
  }

  /**
   * Stores which of the provider's refunds a request became, after an answer to it: the one that was not there before it was sent.
   * Where none is new, it had been carried out before, and its answer was lost. Of several any may be it, which is kept as such.
   * @param knownIds the provider's refunds before the request was sent
   */
  async function identify(
    refund: RefundKey,
    { order, knownIds }: { order: CardOrderAnswer; knownIds: ReadonlySet<string> },
  ): Promise<OrderRefund | null> {
    const [request] = await listRequests(refund)
    if (!request) return null
    if (request.providerRefundId !== null)
      return order.transactions.refunds.find(({ id }) => id === request.providerRefundId) ?? null
    const candidates = await listCandidates(request, order)
    const newCandidates = candidates.filter(({ id }) => !knownIds.has(id))
    const [match, ...others] = newCandidates.length > 0 ? newCandidates : candidates
    if (!match) return null
    await db
      .updateTable('cardRefund')
      .set({ providerId: match.id, isMatchedByAmount: others.length > 0 })
      .where('reference', '=', refund.reference)
      .where('paymentReference', '=', refund.paymentReference)
      .where('name', '=', refund.name)
      .where('providerId', 'is', null)
      .execute()
    return match
  }

  /** The provider's refunds that a request may have become: of its payment and amount, and no other request's. */
  async function listCandidates(request: RefundKey, { transactions }: CardOrderAnswer): Promise<OrderRefund[]> {
    const requests = await listRequests({ reference: request.reference })
    const claimedIds = new Set(requests.map(({ providerRefundId }) => providerRefundId))
    return transactions.refunds.filter(
      ({ id, paymentId, amount }) =>
        !claimedIds.has(id) && paymentId === request.paymentReference && amount === request.amountCents,
    )
  }

  async function listRequests(filter: Pick<RefundKey, 'reference'> & Partial<RefundKey>): Promise<RequestedRefund[]> {
    const rows = await db
      .selectFrom('cardRefund')
      .selectAll()
      .where('reference', '=', filter.reference)
      .$if(filter.name !== undefined, (qb) => qb.where('name', '=', filter.name ?? ''))
      .$if(filter.paymentReference !== undefined, (qb) =>
        qb.where('paymentReference', '=', filter.paymentReference ?? ''),
      )
      .orderBy('requestedAt')
      .execute()
    return rows.map(({ providerId, ...row }) => ({
      ...row,
      providerRefundId: providerId,
    }))
  }
}
