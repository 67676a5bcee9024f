import type { Database, Transaction } from '../database/connection.ts'
import type { BankRefundStatus, Row } from '../database/schema.ts'
import type { OrderService } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChargeRow } from './charges.sql.ts'
import type { ProviderName, ProviderPayment, ProviderRefund } from './provider.ts'
import type { PaymentLogger } from './provider-caller.ts'

interface Deps {
  database: Database
  clock: Clock
  orders: Pick<OrderService, 'stopAfterBankRefund' | 'isOrderVoid'>
  requiresManualRefund: (provider: ProviderName) => boolean
  log: PaymentLogger
}

type PaymentRow = Row<'payment'>

const storedStatusByProviderStatus = { pending: 'under_way', returned: 'returned', failed: 'failed' } as const

/** What a provider returns of a payment by itself: in its own application, by the rules of the Pix, or since the payer disputes it. */
export function createUnrequestedRefundRecorder({ database, clock, orders, requiresManualRefund, log }: Deps) {
  return { recordUnrequestedRefunds }

  /**
   * Records what was returned of a payment without the shop's asking. An order whose payment came back whole is stopped while it is
   * in the shop; if that refund fails later, as a dispute does that the shop wins, the money counts again.
   */
  async function recordUnrequestedRefunds(charge: ChargeRow, providerPayment: ProviderPayment): Promise<void> {
    const hasNewRefund = await database.transact(async (tx) => {
      const payment = await findPaymentRow(tx, charge, providerPayment)
      if (!payment) return false
      const reversals = await listReversals(tx, payment, providerPayment)
      const unrequestedRefunds = [...(await listUnrequestedRefunds(tx, payment, providerPayment)), ...reversals]
      let hasNewRefund = false
      for (const refund of unrequestedRefunds) hasNewRefund = (await recordRefund(tx, payment, refund)) || hasNewRefund
      const returnedCents = sumRefundCents(
        [...providerPayment.refunds, ...reversals].filter(({ status }) => status === 'returned'),
      )
      if (unrequestedRefunds.length > 0 && returnedCents >= payment.amount_cents)
        await stopOrderAndMarkRefunded(tx, payment)
      else if (payment.status === 'refunded' && unrequestedRefunds.some(({ status }) => status === 'failed'))
        await reinstatePayment(tx, payment, [...providerPayment.refunds, ...reversals])
      return hasNewRefund
    })
    if (hasNewRefund)
      log.warn(
        { charge: charge.reference, provider: charge.provider, orderId: charge.order_id },
        'the payment provider returned money that the shop did not ask it to',
      )
  }

  /** A payment that was approved and then was not after all is as good as returned, until it is approved again. */
  async function listReversals(
    tx: Transaction,
    payment: PaymentRow,
    { isReversed }: ProviderPayment,
  ): Promise<ProviderRefund[]> {
    const recordedReversal = await tx
      .selectFrom('bank_refund')
      .select('refund_id')
      .where('payment_id', '=', payment.id)
      .where('refund_id', '=', reversalId)
      .executeTakeFirst()
    if (!isReversed && !recordedReversal) return []
    const status = isReversed ? 'returned' : 'failed'
    return [{ id: reversalId, amountCents: payment.amount_cents, status, requestedAt: null }]
  }

  function findPaymentRow(tx: Transaction, charge: ChargeRow, { reference }: ProviderPayment) {
    return tx
      .selectFrom('payment')
      .selectAll()
      .where('provider', '=', charge.provider)
      .where('reference', '=', reference)
      .where('order_id', '=', charge.order_id)
      .executeTakeFirst()
  }

  /** Those with an id that the shop never gave, and those of a refund that this database knows nothing of. */
  async function listUnrequestedRefunds(
    tx: Transaction,
    payment: PaymentRow,
    { refunds }: ProviderPayment,
  ): Promise<ProviderRefund[]> {
    if (refunds.length === 0) return []
    const [partialRefunds, recordedRefunds] = [
      await tx.selectFrom('partial_refund').select('id').where('payment_id', '=', payment.id).execute(),
      await tx.selectFrom('bank_refund').select('refund_id').where('payment_id', '=', payment.id).execute(),
    ]
    const isFullRefundExpected = payment.status !== 'captured'
    const wasRequested = ({ id, isDispute }: ProviderRefund) => {
      if (isDispute) return false
      // Where refunds are made by hand, this is the one that was due.
      if (requiresManualRefund(payment.provider)) return isFullRefundExpected
      return isRefundAttempt('refund', id)
        ? isFullRefundExpected
        : partialRefunds.some((partialRefund) => isRefundAttempt(toPartialRefundIdPrefix(partialRefund.id), id))
    }
    return refunds.filter(
      (refund) => recordedRefunds.some(({ refund_id }) => refund_id === refund.id) || !wasRequested(refund),
    )
  }

  /** @returns whether nothing was known of it */
  async function recordRefund(tx: Transaction, payment: PaymentRow, refund: ProviderRefund): Promise<boolean> {
    const status: BankRefundStatus = storedStatusByProviderStatus[refund.status]
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('bank_refund')
      .values({
        payment_id: payment.id,
        refund_id: refund.id,
        order_id: payment.order_id,
        amount_cents: refund.amountCents,
        status,
        is_dispute: refund.isDispute ? 1 : 0,
        noticed_at: clock.now().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['payment_id', 'refund_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return true
    await tx
      .updateTable('bank_refund')
      .set({ status })
      .where('payment_id', '=', payment.id)
      .where('refund_id', '=', refund.id)
      .where('status', '<>', status)
      .execute()
    return false
  }

  /** A captured payment that is back with its payer: nothing is owed any more, and its order goes no further. */
  async function stopOrderAndMarkRefunded(tx: Transaction, payment: PaymentRow): Promise<void> {
    if (payment.status !== 'captured') return
    await orders.stopAfterBankRefund(tx, payment.order_id)
    await changePaymentStatus(tx, payment, 'captured', 'refunded')
  }

  /** What came back to the shop is the order's again, or its customer's where the order was stopped. */
  async function reinstatePayment(tx: Transaction, payment: PaymentRow, refunds: ProviderRefund[]): Promise<void> {
    if (sumRefundCents(refunds.filter(({ status }) => status !== 'failed')) >= payment.amount_cents) return
    const isVoid = await orders.isOrderVoid(tx, payment.order_id)
    await changePaymentStatus(tx, payment, 'refunded', isVoid ? 'refund_due' : 'captured')
  }

  async function changePaymentStatus(
    tx: Transaction,
    payment: PaymentRow,
    expectedStatus: PaymentRow['status'],
    newStatus: PaymentRow['status'],
  ) {
    await tx
      .updateTable('payment')
      .set({ status: newStatus })
      .where('id', '=', payment.id)
      .where('status', '=', expectedStatus)
      .execute()
  }
}

/** The id of what was taken back without a refund. */
const reversalId = 'reversal'

/** The prefix of the ids of a partial refund's attempts at the provider; that of the remainder is "refund". */
export function toPartialRefundIdPrefix(id: number): string {
  return `item${id}n`
}

/** Whether the provider's id is that of an attempt of the shop's own: the prefix and a number. */
export function isRefundAttempt(idPrefix: string, id: string): boolean {
  return id.startsWith(idPrefix) && /^\d+$/.test(id.slice(idPrefix.length))
}

/** The refunds' total, in cents. */
export function sumRefundCents(refunds: { amountCents: number }[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
