import type { Database } from '../../database/connection.ts'
import type { Clock } from '../../platform/clock.ts'
import { centsOf } from '../amounts.ts'
import type { CardOrder } from './mercado-pago.shapes.ts'

/** A refund that the shop asks for, by its own name; the provider gives it an id of its own. */
interface RefundName {
  /** The charge's. */
  reference: string
  payment: string
  name: string
  amountCents: number
}

export interface AskedRefund extends RefundName {
  requestedAt: Date
  providerId: string | null
  isRefused: boolean
}

export type CardRefunds = ReturnType<typeof createCardRefunds>

/** Which of the provider's refunds the shop asked for. */
export function createCardRefunds({ db }: Pick<Database, 'db'>, clock: Clock) {
  return { request, markRefused, listFor, find }

  /** @returns when it was asked for first */
  async function request(refund: RefundName): Promise<Date> {
    const { reference, payment, name, amountCents } = refund
    await db
      .insertInto('card_refund')
      .values({
        reference,
        payment_reference: payment,
        name,
        amount_cents: amountCents,
        requested_at: clock.now().toISOString(),
        provider_id: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [first] = await find(refund)
    return first?.requestedAt ?? clock.now()
  }

  async function markRefused({ reference, payment, name }: RefundName): Promise<void> {
    await db
      .updateTable('card_refund')
      .set({ is_refused: 1 })
      .where('reference', '=', reference)
      .where('payment_reference', '=', payment)
      .where('name', '=', name)
      .where('provider_id', 'is', null)
      .execute()
  }

  /**
   * The refunds that were asked for of a charge. One whose answer was lost is the provider's first of the same payment and amount that is none of
   * the others.
   */
  async function listFor(reference: string, { transactions }: CardOrder): Promise<AskedRefund[]> {
    const requests = await find({ reference })
    const claimedIds = new Set(requests.map(({ providerId }) => providerId))
    for (const refund of requests.filter(({ providerId, isRefused }) => providerId === null && !isRefused)) {
      const match = transactions?.refunds?.find(
        ({ id, transaction_id, amount }) =>
          !claimedIds.has(id) && transaction_id === refund.payment && centsOf(amount) === refund.amountCents,
      )
      if (!match) continue
      refund.providerId = match.id
      claimedIds.add(match.id)
      await db
        .updateTable('card_refund')
        .set({ provider_id: match.id })
        .where('reference', '=', reference)
        .where('payment_reference', '=', refund.payment)
        .where('name', '=', refund.name)
        .execute()
    }
    return requests
  }

  async function find(of: Pick<RefundName, 'reference'> & Partial<RefundName>): Promise<AskedRefund[]> {
    const rows = await db
      .selectFrom('card_refund')
      .selectAll()
      .where('reference', '=', of.reference)
      .$if(of.name !== undefined, (qb) => qb.where('name', '=', of.name ?? ''))
      .$if(of.payment !== undefined, (qb) => qb.where('payment_reference', '=', of.payment ?? ''))
      .orderBy('requested_at')
      .execute()
    return rows.map((row) => ({
      reference: row.reference,
      payment: row.payment_reference,
      name: row.name,
      amountCents: row.amount_cents,
      requestedAt: new Date(row.requested_at),
      providerId: row.provider_id,
      isRefused: row.is_refused === 1,
    }))
  }
}
