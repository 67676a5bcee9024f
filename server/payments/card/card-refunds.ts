import type { Database } from '../../database/connection.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseCents } from '../amounts.ts'
import type { CardOrder } from './mercado-pago.schemas.ts'

/** A refund that the shop requests, under a name of its own; the provider gives it an id of its own. */
interface RefundKey {
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
}

export type CardRefundStore = ReturnType<typeof createCardRefundStore>

/** Which of the provider's refunds the shop requested. */
export function createCardRefundStore({ db }: Pick<Database, 'db'>, clock: Clock) {
  return { recordRequest, markRefused, matchAndListRequests, listRequests }

  /** @returns when it was first requested */
  async function recordRequest(refund: RefundKey): Promise<Date> {
    const { reference, paymentReference, name, amountCents } = refund
    await db
      .insertInto('card_refund')
      .values({
        reference,
        payment_reference: paymentReference,
        name,
        amount_cents: amountCents,
        requested_at: clock.now().toISOString(),
        provider_id: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [firstRequest] = await listRequests(refund)
    return firstRequest?.requestedAt ?? clock.now()
  }

  async function markRefused({ reference, paymentReference, name }: RefundKey): Promise<void> {
    await db
      .updateTable('card_refund')
      .set({ is_refused: 1 })
      .where('reference', '=', reference)
      .where('payment_reference', '=', paymentReference)
      .where('name', '=', name)
      .where('provider_id', 'is', null)
      .execute()
  }

  /**
   * The refunds requested for a charge. One whose response was lost is matched, and stored, with the provider's first refund of the same
   * payment and amount that belongs to none of the others.
   */
  async function matchAndListRequests(reference: string, { transactions }: CardOrder): Promise<RequestedRefund[]> {
    const requests = await listRequests({ reference })
    const claimedIds = new Set(requests.map(({ providerRefundId }) => providerRefundId))
    for (const request of requests.filter(
      ({ providerRefundId, isRefused }) => providerRefundId === null && !isRefused,
    )) {
      const providerRefund = transactions?.refunds?.find(
        ({ id, transaction_id, amount }) =>
          !claimedIds.has(id) &&
          transaction_id === request.paymentReference &&
          parseCents(amount) === request.amountCents,
      )
      if (!providerRefund) continue
      request.providerRefundId = providerRefund.id
      claimedIds.add(providerRefund.id)
      await db
        .updateTable('card_refund')
        .set({ provider_id: providerRefund.id })
        .where('reference', '=', reference)
        .where('payment_reference', '=', request.paymentReference)
        .where('name', '=', request.name)
        .execute()
    }
    return requests
  }

  async function listRequests(filter: Pick<RefundKey, 'reference'> & Partial<RefundKey>): Promise<RequestedRefund[]> {
    const rows = await db
      .selectFrom('card_refund')
      .selectAll()
      .where('reference', '=', filter.reference)
      .$if(filter.name !== undefined, (qb) => qb.where('name', '=', filter.name ?? ''))
      .$if(filter.paymentReference !== undefined, (qb) =>
        qb.where('payment_reference', '=', filter.paymentReference ?? ''),
      )
      .orderBy('requested_at')
      .execute()
    return rows.map((row) => ({
      reference: row.reference,
      paymentReference: row.payment_reference,
      name: row.name,
      amountCents: row.amount_cents,
      requestedAt: new Date(row.requested_at),
      providerRefundId: row.provider_id,
      isRefused: row.is_refused === 1,
    }))
  }
}
