import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import type { Context } from '../context.ts'
import type { BankRefundStatus, RefundReason, Row } from '../database/schema.ts'
import type { PaymentWay } from '../orders/payment-way.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { ProviderName } from '../ports/payment-provider.ts'
import { doorProviderName, isPastRefundWindow, requiresManualRefund } from '../receipts/providers.ts'
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
    .where('orderId', '=', orderId)
    .$if(status !== undefined, (qb) => qb.where('status', '=', 'captured'))
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()
  return toPaymentsWithRefunds(ctx, rows)
}

/** How each of these orders was paid; those that were not, or by balances alone, are left out. */
export async function loadPaymentMethods(ctx: Context, orderIds: number[]): Promise<Map<number, PaymentWay>> {
  const methodByOrderId = new Map<number, PaymentWay>()
  for (const batch of splitIntoBatches(orderIds)) {
    const rows = await ctx.db
      .selectFrom('payment')
      .select(['orderId', 'method', 'provider'])
      .where('orderId', 'in', batch)
      .where('refundReason', 'is', null)
      // One that was back with its payer before it was read never paid for the order: the last one counts here.
      .orderBy((eb) => eb.case().when('status', '=', 'refunded').then(0).else(1).end())
      .orderBy('id')
      .execute()
    for (const { orderId, method, provider } of rows)
      methodByOrderId.set(orderId, provider === doorProviderName ? 'door' : (method ?? 'external'))
  }
  return methodByOrderId
}

async function toPaymentsWithRefunds(ctx: Context, rows: Row<'payment'>[]): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [partialRefunds, bankRefundRows, settlementRows] = await Promise.all([
    ctx.db.selectFrom('partialRefund').selectAll().where('paymentId', 'in', ids).orderBy('id').execute(),
    ctx.db.selectFrom('bankRefund').selectAll().where('paymentId', 'in', ids).orderBy('noticedAt').execute(),
    ctx.db.selectFrom('refundSettlement').selectAll().where('paymentId', 'in', ids).orderBy('id').execute(),
  ])
  return rows.map((row) => {
    const bankRefunds = bankRefundRows
      .filter((refund) => refund.paymentId === row.id)
      .map(({ refundId: id, amountCents, status, isDispute, providerStatus }) => ({
        id,
        amountCents,
        status,
        isDispute,
        providerStatus,
      }))
    const parts = partialRefunds.filter((refund) => refund.paymentId === row.id)
    const partialRefundCents = sumBy(parts, ({ amountCents }) => amountCents)
    const bankRefundCents = sumRefundCents(bankRefunds.filter(({ status }) => status !== 'failed'))
    const receivedAt = row.receivedAt
    const restCents = calculateRemainder(row.amountCents, partialRefundCents, bankRefundCents)
    return {
      provider: row.provider,
      reference: row.reference,
      method: {
        method: row.method,
        brand: row.cardBrand,
        lastFour: row.cardLastFour,
        installments: row.installments,
        doorMethod: row.doorMethod,
      },
      orderId: row.orderId,
      amountCents: row.amountCents,
      status: row.status,
      reason: row.refundReason,
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
            { key: `part-${part.id}`, amountCents: part.amountCents, isDue: part.status === 'due' },
          ),
        ),
      ],
      settlements: settlementRows
        .filter(({ paymentId }) => paymentId === row.id)
        .map(({ id, amountCents, means, settledOn, receipt }) => ({
          id,
          amountCents,
          means,
          day: settledOn,
          receipt,
        })),
      isRefundWindowOver: isPastRefundWindow(ctx, row.provider, receivedAt),
      isRefundMatchedByAmount: row.isRefundMatchedByAmount,
    }
  })
}

/** None where it is not due, or where the provider is still to return it. */
function toRefundsToSettle(
  ctx: Context,
  { provider, refusalCount, refusalReason }: Pick<Row<'payment'>, 'provider' | 'refusalCount' | 'refusalReason'>,
  { key, amountCents, isDue }: { key: string; amountCents: number; isDue: boolean },
): RefundToSettle[] {
  if (!isDue || amountCents === 0 || (refusalCount === 0 && !requiresManualRefund(ctx, provider))) return []
  const refusal = { reason: refusalReason ?? '', isFinal: refusalCount >= maxRefusals }
  return [{ key, amountCents, refusal: refusalCount > 0 ? refusal : null }]
}

/** All money still to be refunded, whole payments and parts, oldest first. */
export async function listDueRefunds(ctx: Context) {
  const [paymentRows, partialRefunds] = await Promise.all([
    ctx.db.selectFrom('payment').selectAll().where('status', '=', 'refund_due').orderBy('receivedAt').execute(),
    ctx.db
      .selectFrom('partialRefund')
      .innerJoin('payment', 'payment.id', 'partialRefund.paymentId')
      .select(['payment.provider', 'payment.reference', 'partialRefund.orderId'])
      .select(['partialRefund.amountCents', 'partialRefund.createdAt'])
      .select(['partialRefund.refusalCount', 'partialRefund.refusalReason'])
      .where('partialRefund.status', '=', 'due')
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
    ...partialRefunds.map(({ createdAt, refusalCount, refusalReason, ...refund }) => ({
      ...refund,
      receivedAt: createdAt,
      requiresManualRefund: refusalCount >= maxRefusals,
      refusalReason,
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
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('receivedAt').as('oldestAt')])
      .where('status', '=', 'refund_due')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('partialRefund')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('createdAt').as('oldestAt')])
      .where('status', '=', 'due')
      .executeTakeFirstOrThrow(),
  ])
  const instants = [fullRefunds.oldestAt, partialRefunds.oldestAt].filter((instant) => instant !== null)
  const [oldestAt = null] = instants.sort((a, b) => a.getTime() - b.getTime())
  return {
    count: fullRefunds.count + partialRefunds.count,
    oldestAt,
  }
}
