import type { Database } from '../database/connection.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { inBatches } from '../platform/csv/batches.ts'
import { ShopError } from '../platform/errors.ts'
import { createBankRefunds } from './bank-refunds.ts'
import { bankFault, createBankReports, type PaymentLog } from './bank-reports.ts'
import { createCharging } from './charging.ts'
import { recordPayment } from './incoming.ts'
import { createPaymentRecords } from './payment-records.ts'
import { type ChargeRow, markSpent, selectChargeOf, selectOwingCharges, selectUnreadCharges } from './payments.sql.ts'
import { chargesNamedIn } from './pix/api-pix.shapes.ts'
import type { BankCall, BankCharge, PixBank } from './pix/pix-bank.ts'
import { createRefunds } from './refunds.ts'
import { createSharedRuns } from './shared-runs.ts'
import { findUnknownPayments } from './unknown-payments.ts'

export type PaymentStatus = 'paid' | 'pending' | 'expired' | 'failed' | 'cancelled'

interface Deps {
  database: Database
  clock: Clock
  orders: Orders
  bank: PixBank
  log: PaymentLog
  /** Ends a shopper's wait for the bank. */
  openDeadline?: (() => AbortSignal) | undefined
}

/** How long a shopper waits for the bank in all, token and second tries included, in milliseconds. */
const maxWaitMs = 6_000

/** Minimum time between two requests to the bank about one charge while pages poll. "Já paguei" asks at once. */
const pauseSeconds = 0.3
/** More milliseconds than the clocks of two servers differ by. */
const clocksDifferMs = 60_000
/** Milliseconds after an order's end for which its charge is still checked, if the bank was unavailable at that moment. */
const reconciliationWindowMs = 24 * 60 * 60_000
/** Unknown charges of one webhook call that get a line in the log: strangers must not fill it. */
const unknownLogged = 10
const job = { kind: 'job' } as const
/** A limit that keeps one round of `expireDue` short. */
const unsettledPerRound = 20

export type Payments = ReturnType<typeof createPayments>

/**
 * Payments by Pix. Only the bank's own response about a charge counts, whatever triggered the request. Every step may be
 * repeated, late, run by two servers at once, or interrupted by a failure of the bank.
 */
export function createPayments({
  database,
  clock,
  orders,
  bank,
  log,
  openDeadline = () => AbortSignal.timeout(maxWaitMs),
}: Deps) {
  const { query } = database
  const rereads = createSharedRuns()
  /** Of this process: when the webhook was last called, and how many entries were odd or named no charge of the shop. */
  const webhookCalls = { lastAt: null as Date | null, odd: 0, unknown: 0 }
  /** By txid: when a round last asked about a charge that the bank refused to tell of, or that still owes its refund. */
  let askedInVain = new Map<string, number>()
  const { withErrorLog, attempt } = createBankReports(log)
  const { issueRefunds } = createRefunds({ database, clock, bank, log })
  const { recordForeign } = createBankRefunds({ database, clock, orders, log })
  const { chargeOrder, findCharge } = createCharging({
    database,
    clock,
    orders,
    bank,
    withErrorLog,
    applyBankCharge,
    openDeadline,
  })
  return {
    chargeOrder,
    findCharge,
    checkPayment,
    handlePixWebhook,
    webhookCalls: () => ({ ...webhookCalls }),
    expireDue,
    cancelOrder,
    findUnknownPayments: (period: { from: Date; until: Date }) => findUnknownPayments(database, bank, period),
    ...createPaymentRecords(query),
  }

  /**
   * The payment status of an order. While it is pending the bank is asked, at most every `pauseSeconds` unless the shopper
   * requests it (`ask`); a bank that does not respond changes nothing. An order past its deadline expires here.
   * @throws ShopError "order.unknown"
   */
  async function checkPayment(customerId: number, orderId: number, { ask }: { ask: boolean }): Promise<PaymentStatus> {
    const order = await orders.findOrder(customerId, orderId)
    if (order.status !== 'pending_payment') return paymentStatus(order.status)
    if (order.paymentDueAt <= clock.now()) await expire(orderId)
    else await pollCharge(orderId, { ask })
    return paymentStatus((await orders.findOrder(customerId, orderId)).status)
  }

  /**
   * Uses the txids of a webhook call only as a hint: each charge that is ours is read from the bank. So anyone may call the
   * webhook, and however many calls come at once, a charge is read once at a time. An entry that is odd, unknown or refused by
   * the bank keeps none of the others.
   * @throws ShopError "payment.unavailable", so that the bank calls again
   */
  async function handlePixWebhook(entries: unknown[]): Promise<void> {
    const { txids, odd } = chargesNamedIn(entries)
    webhookCalls.lastAt = clock.now()
    webhookCalls.odd += odd
    const charges: ChargeRow[] = []
    for (const some of inBatches(txids))
      charges.push(...(await query.selectFrom('pix_charge').selectAll().where('txid', 'in', some).execute()))
    reportUnknown(txids, charges)
    let failure: unknown
    for (const charge of charges) {
      try {
        await withErrorLog(charge, () => rereads.run(charge.txid, () => refreshCharge(charge)))
      } catch (error) {
        failure ??= error
        // Nor would the bank tell of the others.
        if (bankFault(error)?.isUnavailable !== false) break
      }
    }
    if (failure !== undefined) throw failure
  }

  /** After a restore the database may lack charges that the bank has; strangers may name any. */
  function reportUnknown(txids: string[], charges: ChargeRow[]): void {
    const ownTxids = new Set(charges.map(({ txid }) => txid))
    const unknown = txids.filter((txid) => !ownTxids.has(txid))
    webhookCalls.unknown += unknown.length
    for (const txid of unknown.slice(0, unknownLogged))
      log.warn({ txid }, 'the bank tells of a charge that the shop does not know')
  }

  /**
   * Expires the orders whose payment deadline has passed, each after asking the bank a last time, and completes what a
   * failing bank left unfinished: unnoticed payments, refunds still due. Called periodically, by any number of servers.
   */
  async function expireDue(): Promise<void> {
    let bankAnswers = true
    for (const orderId of await orders.dueOrders()) {
      if (bankAnswers) bankAnswers = await expire(orderId)
      // Stock must not wait for the bank: these charges are read when it is available again.
      else await orders.endUnpaid(orderId, 'expire', job)
    }
    if (!bankAnswers) return

    for (const charge of await unsettledCharges()) {
      if (!(await attempt(charge, () => refreshCharge(charge)))) return
      askedInVain.set(charge.txid, clock.now().getTime())
    }
  }

  /**
   * Charges to be read from the bank again, the least recently checked first: those of orders that ended unpaid lately and
   * were not read after their end, and those of orders with a refund due. One that the bank refuses to tell of goes behind
   * the others, so that these get their turn, however many are refused.
   */
  async function unsettledCharges(): Promise<ChargeRow[]> {
    const until = clock.now()
    const since = new Date(until.getTime() - reconciliationWindowMs)
    const rows = await selectOwingCharges(query)
    for (const ended of inBatches(await orders.endedUnpaid({ since, until })))
      rows.push(...(await selectUnreadCharges(query, ended)))
    const charges = new Map(rows.map((charge) => [charge.txid, charge]))
    askedInVain = new Map([...askedInVain].filter(([txid]) => charges.has(txid)))
    const lastAsked = ({ txid, checked_at, created_at }: ChargeRow) =>
      Math.max(Date.parse(checked_at ?? created_at), askedInVain.get(txid) ?? 0)
    return [...charges.values()].sort((a, b) => lastAsked(a) - lastAsked(b)).slice(0, unsettledPerRound)
  }

  /**
   * Cancels a customer's unpaid order at their request, and returns its stock. The bank is asked first, since a paid order
   * must not be cancelled. A Pix that arrives afterwards is refunded.
   * @throws ShopError "order.unknown", "order.notCancellable"
   */
  async function cancelOrder(customerId: number, orderId: number): Promise<void> {
    await orders.findOrder(customerId, orderId)
    await pollCharge(orderId, { ask: true })
    if (!(await orders.endUnpaid(orderId, 'cancelUnpaid', { kind: 'customer', id: customerId })))
      throw new ShopError('order.notCancellable')
    const charge = await selectChargeOf(query, orderId)
    if (charge) await attempt(charge, () => closeAndRead(charge))
  }

  /** A charge whose code nobody has seen cannot be paid: asking about it would only prolong the wait for a bank that hangs. */
  async function pollCharge(orderId: number, { ask }: { ask: boolean }): Promise<void> {
    const charge = await selectChargeOf(query, orderId)
    // Who asks is not refused for what another clock says: of another server, or of this one before it was set back.
    if (!charge?.pix_code || !(ask || (await claimPoll(charge.txid)))) return
    const isRead = await attempt(charge, () => refreshCharge(charge, { signal: openDeadline() }))
    // The page that follows does not wait for the same bank again. Once the charge has expired only a reading counts.
    const now = clock.now()
    if (!isRead && now.toISOString() < charge.expires_at) await markPolled(charge.txid, now)
  }

  /** Claims the next request to the bank, so that of concurrent ones, on any server, only one is made. */
  async function claimPoll(txid: string): Promise<boolean> {
    const now = clock.now()
    const longAgo = new Date(now.getTime() - pauseSeconds * 1000)
    // The clock has been set back since: its readings from before must not keep the bank from being asked.
    const ahead = new Date(now.getTime() + clocksDifferMs)
    const { numUpdatedRows } = await query
      .updateTable('pix_charge')
      .set({ checked_at: now.toISOString() })
      .where('txid', '=', txid)
      // A claim is no reading yet, and from then on would be taken for one.
      .where('expires_at', '>', now.toISOString())
      .where((eb) =>
        eb.or([
          eb('checked_at', 'is', null),
          eb('checked_at', '<=', longAgo.toISOString()),
          eb('checked_at', '>', ahead.toISOString()),
        ]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** @returns false when the bank is unavailable; the order expires anyway */
  async function expire(orderId: number): Promise<boolean> {
    const charge = await selectChargeOf(query, orderId)
    const bankAnswers = charge ? await attempt(charge, () => closeAndRead(charge)) : true
    await orders.endUnpaid(orderId, 'expire', job)
    return bankAnswers
  }

  /** Cancels the charge before reading it, so that no payment can arrive in between. */
  async function closeAndRead(charge: ChargeRow): Promise<void> {
    await bank.cancelCharge(charge.txid)
    await refreshCharge(charge)
  }

  async function refreshCharge(charge: ChargeRow, options?: BankCall): Promise<void> {
    const askedAt = clock.now()
    const bankCharge = await bank.findCharge(charge.txid, options)
    if (bankCharge) await applyBankCharge(charge, bankCharge)
    await markPolled(charge.txid, askedAt)
  }

  async function markPolled(txid: string, at: Date): Promise<void> {
    await query.updateTable('pix_charge').set({ checked_at: at.toISOString() }).where('txid', '=', txid).execute()
  }

  async function applyBankCharge(charge: ChargeRow, bankCharge: BankCharge): Promise<void> {
    for (const pix of bankCharge.pix) {
      await recordPayment(database, orders, {
        reference: pix.endToEndId,
        orderId: charge.order_id,
        amountCents: pix.amountCents,
        expectedCents: charge.amount_cents,
        receivedAt: pix.receivedAt,
      })
    }
    for (const pix of bankCharge.pix) await recordForeign(charge, pix)
    if (bankCharge.status === 'completed' && bankCharge.pix.length > 0) await markSpent(query, charge)
    if (bankCharge.status === 'removed') {
      if (charge.expires_at <= clock.now().toISOString()) await orders.endUnpaid(charge.order_id, 'expire', job)
      else await orders.endUnpaid(charge.order_id, 'fail', { kind: 'bank' })
    }
    await attempt(charge, () => issueRefunds(charge, bankCharge))
  }
}

function paymentStatus(status: OrderStatus): PaymentStatus {
  switch (status) {
    case 'pending_payment':
      return 'pending'
    case 'expired':
    case 'failed':
    case 'cancelled':
      return status
    case 'refunded':
      return 'cancelled'
    default:
      return 'paid'
  }
}
