import type { Database, Transaction } from '../database/connection.ts'
import type { BankRefundStatus, Row } from '../database/schema.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChargeRow } from './charges.sql.ts'
import type { ProviderName, ReadPayment, ReadRefund } from './provider.ts'
import type { PaymentLog } from './provider-log.ts'

interface Deps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'stopRefunded' | 'isOver'>
  requiresManualRefund: (provider: ProviderName) => boolean
  log: PaymentLog
}

type PaymentRow = Row<'payment'>

const statuses = { underWay: 'under_way', returned: 'returned', failed: 'failed' } as const

/** What a provider returns of a payment by itself: in its own application, by the rules of the Pix, or since the payer disputes it. */
export function createForeignRefunds({ database, clock, orders, requiresManualRefund, log }: Deps) {
  return { recordForeign }

  /**
   * Records what was returned of a payment without the shop's asking. An order whose payment came back whole is stopped while it is
   * in the shop; if that refund fails later, as a dispute does that the shop wins, the money counts again.
   */
  async function recordForeign(charge: ChargeRow, read: ReadPayment): Promise<void> {
    const isNew = await database.transact(async (tx) => {
      const payment = await paymentOf(tx, charge, read)
      if (!payment) return false
      const reversal = await reversalOf(tx, payment, read)
      const foreign = [...(await foreignOf(tx, payment, read)), ...reversal]
      let isNew = false
      for (const refund of foreign) isNew = (await recordRefund(tx, payment, refund)) || isNew
      const backCents = sumOf([...read.refunds, ...reversal].filter(({ status }) => status === 'returned'))
      if (foreign.length > 0 && backCents >= payment.amount_cents) await settle(tx, payment)
      else if (payment.status === 'refunded' && foreign.some(({ status }) => status === 'failed'))
        await unsettle(tx, payment, [...read.refunds, ...reversal])
      return isNew
    })
    if (isNew)
      log.warn(
        { charge: charge.reference, provider: charge.provider, orderId: charge.order_id },
        'the payment provider returned money that the shop did not ask it to',
      )
  }

  /** A payment that was approved and then was not after all is as good as returned, until it is approved again. */
  async function reversalOf(tx: Transaction, payment: PaymentRow, { isReversed }: ReadPayment): Promise<ReadRefund[]> {
    const recordedRefund = await tx
      .selectFrom('bank_refund')
      .select('refund_id')
      .where('payment_id', '=', payment.id)
      .where('refund_id', '=', reversalId)
      .executeTakeFirst()
    if (!isReversed && !recordedRefund) return []
    const status = isReversed ? 'returned' : 'failed'
    return [{ id: reversalId, amountCents: payment.amount_cents, status, requestedAt: null }]
  }

  function paymentOf(tx: Transaction, charge: ChargeRow, { reference }: ReadPayment) {
    return tx
      .selectFrom('payment')
      .selectAll()
      .where('provider', '=', charge.provider)
      .where('reference', '=', reference)
      .where('order_id', '=', charge.order_id)
      .executeTakeFirst()
  }

  /** Those with an id that the shop never gave, and those of a refund that this database knows nothing of. */
  async function foreignOf(tx: Transaction, payment: PaymentRow, { refunds }: ReadPayment): Promise<ReadRefund[]> {
    if (refunds.length === 0) return []
    const [parts, recorded] = [
      await tx.selectFrom('partial_refund').select('id').where('payment_id', '=', payment.id).execute(),
      await tx.selectFrom('bank_refund').select('refund_id').where('payment_id', '=', payment.id).execute(),
    ]
    const isWholeDue = payment.status !== 'captured'
    const isOwn = ({ id, isDispute }: ReadRefund) => {
      if (isDispute) return false
      // Where a person returns the money, who was asked to has done so.
      if (requiresManualRefund(payment.provider)) return isWholeDue
      return isTryOf('refund', id) ? isWholeDue : parts.some((part) => isTryOf(partName(part.id), id))
    }
    return refunds.filter((refund) => recorded.some(({ refund_id }) => refund_id === refund.id) || !isOwn(refund))
  }

  /** @returns whether nothing was known of it */
  async function recordRefund(tx: Transaction, payment: PaymentRow, refund: ReadRefund): Promise<boolean> {
    const status: BankRefundStatus = statuses[refund.status]
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
  async function settle(tx: Transaction, payment: PaymentRow): Promise<void> {
    if (payment.status !== 'captured') return
    await orders.stopRefunded(tx, payment.order_id)
    await move(tx, payment, 'captured', 'refunded')
  }

  /** What came back to the shop is the order's again, or its customer's where the order was stopped. */
  async function unsettle(tx: Transaction, payment: PaymentRow, refunds: ReadRefund[]): Promise<void> {
    if (sumOf(refunds.filter(({ status }) => status !== 'failed')) >= payment.amount_cents) return
    const isOver = await orders.isOver(tx, payment.order_id)
    await move(tx, payment, 'refunded', isOver ? 'refund_due' : 'captured')
  }

  async function move(tx: Transaction, payment: PaymentRow, from: PaymentRow['status'], to: PaymentRow['status']) {
    await tx
      .updateTable('payment')
      .set({ status: to })
      .where('id', '=', payment.id)
      .where('status', '=', from)
      .execute()
  }
}

/** The name of what was taken back without a refund. */
const reversalId = 'reversal'

/** How the tries of a refund of a part are named at the provider; those of the rest begin with "refund". */
export function partName(id: number): string {
  return `item${id}n`
}

/** Whether the provider's id is that of a try of the shop's own: its name and a number. */
export function isTryOf(name: string, id: string): boolean {
  return id.startsWith(name) && /^\d+$/.test(id.slice(name.length))
}

/** What of an amount is on its way back or arrived, in cents. */
export function sumOf(refunds: { amountCents: number }[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
