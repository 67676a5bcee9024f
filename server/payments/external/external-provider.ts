import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../database/connection.ts'
import type { Row } from '../../database/schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseJson, unavailable } from '../answers.ts'
import {
  type ChargeKey,
  type NewCharge,
  type PaymentProvider,
  ProviderError,
  type Reading,
  type ReadPayment,
  type Received,
  type Report,
  type StartedCharge,
} from '../provider.ts'

/** Without the character zero, which PostgreSQL cannot store. */
const Id = z.string().regex(/^[^\0]{1,100}$/u)

/** What the provider posts to /webhooks/payment (README.md of this folder). */
export const ExternalReport = z.object({
  /** The payment's id at the provider. */
  payment_id: Id,
  transaction_reference: Id,
  status: z.enum(['paid', 'refused', 'refunded']),
  /** Reais with at most two decimals. */
  amount: z.number().positive().max(10_000_000).multipleOf(0.01),
})
export type ExternalReport = z.infer<typeof ExternalReport>

interface Deps {
  database: Database
  clock: Clock
  /** The page's address, and the secret that signs the provider's calls; null where no provider is configured. */
  settings: { url: string; secret: string } | null
}

/**
 * Payment at a provider's own page. It cannot be asked, so its signed reports are stored, and read like a bank's answer; and it has no
 * call for refunds: a person returns the money there, and its report ends the wait.
 */
export function createExternalProvider({ database, clock, settings }: Deps): PaymentProvider {
  const { db } = database
  return {
    name: 'external',
    waitMinutes: 60,
    isRefusalFinal: true,
    takesBackWithinDays: 0,
    makeReference: randomUUID,
    start,
    read,
    close: async () => {},
    refund: null,
    receive,
  }

  /** The page's address has the specification's three parameters. */
  async function start({ reference, orderId }: NewCharge): Promise<StartedCharge> {
    if (!settings) throw unavailable(new ProviderError('no external payment page is set up', null))
    const parameters = new URLSearchParams({ transaction_reference: reference, order_id: String(orderId), layout: '2' })
    return { providerId: null, payable: `${settings.url}${settings.url.includes('?') ? '&' : '?'}${parameters}` }
  }

  async function read({ reference }: ChargeKey): Promise<Reading | null> {
    const reports = await db
      .selectFrom('external_report')
      .selectAll()
      .where('reference', '=', reference)
      .orderBy('received_at')
      .execute()
    if (reports.length === 0) return null
    const ofMoney = reports.filter(({ status }) => status !== 'refused')
    const ids = [...new Set(ofMoney.map(({ payment_id }) => payment_id))]
    const reportsOf = (id: string) => ofMoney.filter(({ payment_id }) => payment_id === id)
    const payments = ids.map((id) => paymentOf(id, reportsOf(id)))
    const state = ofMoney.length < reports.length ? 'refused' : 'closed'
    return { state, payable: null, payments }
  }

  async function receive({ body, header }: Report): Promise<Received> {
    if (!isGenuine(body, header('x-signature') ?? '')) return 'forged'
    const call = ExternalReport.safeParse(parseJson(body))
    if (!call.success) return 'malformed'
    const { transaction_reference: reference, payment_id, status, amount } = call.data
    const isOwn = await db
      .selectFrom('charge')
      .select('reference')
      .where('provider', '=', 'external')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (isOwn)
      await db
        .insertInto('external_report')
        .values({
          reference,
          payment_id,
          status,
          amount_cents: Math.round(amount * 100),
          received_at: clock.now().toISOString(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return { references: [reference] }
  }

  /** Whether the provider signed exactly these bytes: HMAC-SHA-256 in hexadecimal, compared in constant time. */
  function isGenuine(body: Uint8Array, signature: string): boolean {
    if (!settings) return false
    const expected = createHmac('sha256', settings.secret).update(body).digest()
    const actual = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
}

/** The provider names no refund: of the same amount, reported as often as it likes, there is one. */
function paymentOf(reference: string, reports: Row<'external_report'>[]): ReadPayment {
  const refunds = reports.filter(({ status }) => status === 'refunded')
  const paid = reports.find(({ status }) => status === 'paid')
  const [first] = reports
  return {
    reference,
    amountCents: paid?.amount_cents ?? Math.max(...refunds.map(({ amount_cents }) => amount_cents)),
    receivedAt: new Date((paid ?? first)?.received_at ?? 0),
    method: null,
    refunds: refunds.map(({ amount_cents, received_at }) => {
      const refund = { id: String(amount_cents), amountCents: amount_cents, status: 'returned' as const }
      return { ...refund, requestedAt: new Date(received_at) }
    }),
  }
}
