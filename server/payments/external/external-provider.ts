import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../database/connection.ts'
import type { Row } from '../../database/schema.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type ChargeKey,
  type ChargeSnapshot,
  createUnavailableError,
  type IncomingWebhook,
  type NewCharge,
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
  type StartedCharge,
  type WebhookOutcome,
} from '../../ports/payment-provider.ts'
import { AmountCents, ProviderId } from '../amounts.ts'
import { tryParseJson } from '../provider-responses.ts'

/** What the provider posts to /webhooks/payment (README.md of this folder). */
export const ExternalReport = z.object({
  payment_id: ProviderId,
  transaction_reference: ProviderId,
  status: z.enum(['paid', 'refused', 'refunded']),
  /** Reais with at most two decimals. */
  amount: AmountCents.pipe(z.number().positive().max(1_000_000_000)),
})
export type ExternalReport = z.input<typeof ExternalReport>

/** What is kept of a signed report of a known charge that cannot be read: that there is one. No payment has this id, or amount. */
const unreadableReport = { payment_id: '', status: 'paid', amountCents: 0 } as const

interface Deps {
  database: Database
  clock: Clock
  /** The page's address, and the secret that signs the provider's calls; null where no provider is configured. */
  settings: { url: string; secret: string } | null
}

/**
 * Payment at a provider's own page. It has no API to read charges, so its signed reports are stored, and read like a bank's response; and it has no
 * call for refunds: a person returns the money there, and its report ends the wait.
 */
export function createExternalProvider({ database, clock, settings }: Deps): PaymentProvider {
  const { db } = database
  return {
    name: 'external',
    paymentTimeoutMinutes: 60,
    isDeclineFinal: true,
    disputeWindowDays: 0,
    createReference: randomUUID,
    startCharge,
    readCharge,
    closeCharge: async () => {},
    refund: null,
    handleWebhook,
  }

  /** The page's address has the specification's three parameters. */
  async function startCharge({ reference, orderId }: NewCharge): Promise<StartedCharge> {
    if (!settings) throw createUnavailableError(new ProviderError('no external payment page is set up', null))
    const parameters = new URLSearchParams({ transaction_reference: reference, order_id: String(orderId), layout: '2' })
    return { providerId: null, codeOrUrl: `${settings.url}${settings.url.includes('?') ? '&' : '?'}${parameters}` }
  }

  async function readCharge({ reference }: ChargeKey): Promise<ChargeSnapshot | null> {
    const reports = await db
      .selectFrom('externalReport')
      .selectAll()
      .where('reference', '=', reference)
      .orderBy('receivedAt')
      // Of the same instant the readable one counts.
      .orderBy('paymentId')
      .execute()
    if (reports.length === 0) return null
    const paymentReports = reports.filter(({ status, paymentId }) => status !== 'refused' && paymentId !== '')
    // What it was about is told by the next report that can be read.
    const isLastUnreadable = reports.at(-1)?.paymentId === unreadableReport.payment_id
    const paymentIds = [...new Set(paymentReports.map(({ paymentId }) => paymentId))]
    const filterReportsByPayment = (id: string) => paymentReports.filter(({ paymentId }) => paymentId === id)
    const payments = paymentIds.map((id) => toPayment(id, filterReportsByPayment(id)))
    const state = reports.some(({ status }) => status === 'refused')
      ? 'refused'
      : paymentReports.length > 0
        ? 'closed'
        : 'open'
    return {
      state,
      codeOrUrl: null,
      payments,
      ...(isLastUnreadable && { unclearReason: 'a report that cannot be read' }),
    }
  }

  async function handleWebhook({ body, getHeader }: IncomingWebhook): Promise<WebhookOutcome> {
    if (!hasValidSignature(body, getHeader('x-signature') ?? '')) return 'forged'
    const json = tryParseJson(body)
    const report = ExternalReport.safeParse(json)
    const reference = report.data?.transaction_reference ?? findReference(json)
    if (reference === null) return 'malformed'
    const {
      payment_id,
      status,
      amount: amountCents,
    } = report.data ?? {
      ...unreadableReport,
      amount: unreadableReport.amountCents,
    }
    const charge = await db
      .selectFrom('charge')
      .select('reference')
      .where('provider', '=', 'external')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (charge)
      await db
        .insertInto('externalReport')
        .values({ reference, paymentId: payment_id, status, amountCents, receivedAt: clock.now() })
        .onConflict((conflict) =>
          report.success
            ? conflict.doNothing()
            : conflict
                .columns(['reference', 'paymentId', 'status', 'amountCents'])
                .doUpdateSet({ receivedAt: clock.now() }),
        )
        .execute()
    else if (!report.success) return 'malformed'
    return { references: [reference], ...(!report.success && { isMalformed: true, invalidCount: 1 }) }
  }

  /** Whether the provider signed exactly these bytes: HMAC-SHA-256 in hexadecimal, compared in constant time. */
  function hasValidSignature(body: Uint8Array, signature: string): boolean {
    if (!settings) return false
    const expectedSignature = createHmac('sha256', settings.secret).update(body).digest()
    const receivedSignature = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
    return (
      receivedSignature.length === expectedSignature.length && timingSafeEqual(receivedSignature, expectedSignature)
    )
  }
}

/** Of a report that cannot be read as a whole. */
function findReference(json: unknown): string | null {
  return z.object({ transaction_reference: ProviderId }).safeParse(json).data?.transaction_reference ?? null
}

/** The provider names no refund: of the same amount, reported as often as it likes, there is one. */
function toPayment(reference: string, reports: Row<'externalReport'>[]): ProviderPayment {
  const refundReports = reports.filter(({ status }) => status === 'refunded')
  const paidReport = reports.find(({ status }) => status === 'paid')
  const [firstReport] = reports
  return {
    reference,
    amountCents: paidReport?.amountCents ?? Math.max(...refundReports.map(({ amountCents }) => amountCents)),
    receivedAt: new Date((paidReport ?? firstReport)?.receivedAt ?? 0),
    method: null,
    refunds: refundReports.map(({ amountCents, receivedAt }) => {
      const refund = { id: String(amountCents), amountCents, status: 'returned' as const }
      return { ...refund, requestedAt: receivedAt }
    }),
  }
}
