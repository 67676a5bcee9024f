import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Context } from '../context.ts'
import type { BankRefundStatus, RefundReason, Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { ProviderName } from '../ports/payment-provider.ts'
import { isPastRefundWindow, requiresManualRefund } from '../receipts/providers.ts'
import { calculateRemainder, sumRefundCents } from '../receipts/refund-amounts.ts'
import { maxRefusals } from './charges.sql.ts'

/** A payment received, and what went back of it without the shop's asking. */
export interface Payment {
  provider: ProviderName
  /** The provider's id of it: of a Pix its end-to-end id. */
  reference: string
  method: PaymentMethodDetails
  orderId: number
  amountCents: number
  status: Row<'payment'>['status']
  /** Why it was not captured; null where it was. */
  reason: RefundReason | null
  receivedAt: Date
  /** Without parts that were refunded or are due, and without what the bank returns by itself. */
  restCents: number
  bankRefunds: {
    id: string
    amountCents: number
    status: BankRefundStatus
    isDispute: boolean
    /** The provider's own word for its status, where it told one. */
    providerStatus: string | null
  }[]
  /** What the staff have to return of it, since the provider does not, or refused to. */
  refundsToSettle: RefundToSettle[]
  /** What they returned by other means. */
  settlements: { id: number; amountCents: number; means: string; day: string; receipt: string | null }[]
  /** The provider returns it no more. */
  isRefundWindowOver: boolean
  /** A refund at the provider was taken for the one that was due by its amount alone. */
  isRefundMatchedByAmount: boolean
}

/** A refund that is due, and that the provider does not make. */
export interface RefundToSettle {
  /** `payment-7`, or `part-7` of a part. */
  key: string
  amountCents: number
  /** The provider's words; null where it has no call for refunds. */
  refusal: { reason: string; isFinal: boolean } | null
}

/** All payments received for an order, oldest first. */
export async function listPayments(ctx: Context, orderId: number, status?: 'captured'): Promise<Payment[]> {
  const rows = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .$if(status !== undefined, (qb) => qb.where('status', '=', 'captured'))
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return toPaymentsWithRefunds(ctx, rows)
}

/** How each of these orders was paid; those that were not, or by balances alone, are left out. */
export async function loadPaymentMethods(
  ctx: Context,
  orderIds: number[],
): Promise<Map<number, 'pix' | 'card' | 'external'>> {
  const methodByOrderId = new Map<number, 'pix' | 'card' | 'external'>()
  for (const batch of splitIntoBatches(orderIds)) {
    const rows = await ctx.db
      .selectFrom('payment')
      .select(['order_id', 'method'])
      .where('order_id', 'in', batch)
      .where('refund_reason', 'is', null)
      // One that was back with its payer before it was read never paid for the order: the last one counts here.
      .orderBy((eb) => eb.case().when('status', '=', 'refunded').then(0).else(1).end())
      .orderBy('id')
      .execute()
    for (const { order_id, method } of rows) methodByOrderId.set(order_id, method ?? 'external')
  }
  return methodByOrderId
}

async function toPaymentsWithRefunds(ctx: Context, rows: Row<'payment'>[]): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [partialRefunds, bankRefundRows, settlementRows] = await Promise.all([
    ctx.db.selectFrom('partial_refund').selectAll().where('payment_id', 'in', ids).orderBy('id').execute(),
    ctx.db.selectFrom('bank_refund').selectAll().where('payment_id', 'in', ids).orderBy('noticed_at').execute(),
    ctx.db.selectFrom('refund_settlement').selectAll().where('payment_id', 'in', ids).orderBy('id').execute(),
  ])
  return rows.map((row) => {
    const bankRefunds = bankRefundRows
      .filter((refund) => refund.payment_id === row.id)
      .map(({ refund_id: id, amount_cents, status, is_dispute, provider_status }) => ({
        id,
        amountCents: amount_cents,
        status,
        isDispute: is_dispute === 1,
        providerStatus: provider_status,
      }))
    const parts = partialRefunds.filter((refund) => refund.payment_id === row.id)
    const partialRefundCents = sumBy(parts, ({ amount_cents }) => amount_cents)
    const bankRefundCents = sumRefundCents(bankRefunds.filter(({ status }) => status !== 'failed'))
    const receivedAt = new Date(row.received_at)
    const restCents = calculateRemainder(row.amount_cents, partialRefundCents, bankRefundCents)
    return {
      provider: row.provider,
      reference: row.reference,
      method: {
        method: row.method,
        brand: row.card_brand,
        lastFour: row.card_last_four,
        installments: row.installments,
      },
      orderId: row.order_id,
      amountCents: row.amount_cents,
      status: row.status,
      reason: row.refund_reason,
      receivedAt,
      restCents,
      bankRefunds,
      refundsToSettle: [
        ...toRefundsToSettle(ctx, row, {
          key: `payment-${row.id}`,
          amountCents: restCents,
          isDue: row.status === 'refund_due',
        }),
        ...parts.flatMap((part) =>
          toRefundsToSettle(
            ctx,
            { ...part, provider: row.provider },
            { key: `part-${part.id}`, amountCents: part.amount_cents, isDue: part.status === 'due' },
          ),
        ),
      ],
      settlements: settlementRows
        .filter(({ payment_id }) => payment_id === row.id)
        .map(({ id, amount_cents, means, settled_on, receipt }) => ({
          id,
          amountCents: amount_cents,
          means,
          day: settled_on,
          receipt,
        })),
      isRefundWindowOver: isPastRefundWindow(ctx, row.provider, receivedAt),
      isRefundMatchedByAmount: row.is_refund_matched_by_amount === 1,
    }
  })
}

/** None where it is not due, or where the provider is still to return it. */
function toRefundsToSettle(
  ctx: Context,
  { provider, refusal_count, refusal_reason }: Pick<Row<'payment'>, 'provider' | 'refusal_count' | 'refusal_reason'>,
  { key, amountCents, isDue }: { key: string; amountCents: number; isDue: boolean },
): RefundToSettle[] {
  if (!isDue || amountCents === 0 || (refusal_count === 0 && !requiresManualRefund(ctx, provider))) return []
  const refusal = { reason: refusal_reason ?? '', isFinal: refusal_count >= maxRefusals }
  return [{ key, amountCents, refusal: refusal_count > 0 ? refusal : null }]
}

/** All money still to be refunded, whole payments and parts, oldest first. */
export async function listDueRefunds(ctx: Context) {
  const [paymentRows, partialRefunds] = await Promise.all([
    ctx.db.selectFrom('payment').selectAll().where('status', '=', 'refund_due').orderBy('received_at').execute(),
    ctx.db
      .selectFrom('partial_refund')
      .innerJoin('payment', 'payment.id', 'partial_refund.payment_id')
      .select(['payment.provider', 'payment.reference', 'partial_refund.order_id as orderId'])
      .select(['partial_refund.amount_cents as amountCents', 'partial_refund.created_at'])
      .select(['partial_refund.refusal_count', 'partial_refund.refusal_reason'])
      .where('partial_refund.status', '=', 'due')
      .execute(),
  ])
  const payments: Payment[] = []
  for (const batch of splitIntoBatches(paymentRows)) payments.push(...(await toPaymentsWithRefunds(ctx, batch)))
  return [
    ...payments.map(({ orderId, provider, reference, receivedAt, restCents, refundsToSettle }) => {
      const refusal = refundsToSettle.find(({ key }) => key.startsWith('payment-'))?.refusal
      return {
        orderId,
        provider,
        reference,
        amountCents: restCents,
        receivedAt,
        requiresManualRefund: requiresManualRefund(ctx, provider) || refusal?.isFinal === true,
        refusalReason: refusal?.reason ?? null,
      }
    }),
    ...partialRefunds.map(({ created_at, refusal_count, refusal_reason, ...refund }) => ({
      ...refund,
      receivedAt: new Date(created_at),
      requiresManualRefund: refusal_count >= maxRefusals,
      refusalReason: refusal_reason,
    })),
  ]
    .filter(({ amountCents }) => amountCents > 0)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
}

/** How many refunds are owed, of whole payments and of parts, and since when the oldest; null where none is. */
export async function summarizeDueRefunds(ctx: Context): Promise<{ count: number; oldestAt: Date | null }> {
  const [fullRefunds, partialRefunds] = await Promise.all([
    ctx.db
      .selectFrom('payment')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('received_at').as('oldest')])
      .where('status', '=', 'refund_due')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('partial_refund')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
      .where('status', '=', 'due')
      .executeTakeFirstOrThrow(),
  ])
  const [oldestTimestamp] = [fullRefunds.oldest, partialRefunds.oldest].filter(Boolean).sort()
  return {
    count: fullRefunds.count + partialRefunds.count,
    oldestAt: oldestTimestamp ? new Date(oldestTimestamp) : null,
  }
}
