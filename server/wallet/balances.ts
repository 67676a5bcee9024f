import type { CustomerService } from '../accounts/customers.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { insertLedgerEntryOnce, sumLedgerEntries } from './wallet.sql.ts'

/** Which balances a customer pays with. */
export interface BalanceChoice {
  /** Each pays as much as it can, the lowest id first; those that are not the customer's own pay nothing. */
  gainIds: number[]
  /** At most this much from the wallet, in cents, once the gains have paid. */
  walletCents: number
}

export const noBalanceChoice: BalanceChoice = { gainIds: [], walletCents: 0 }

/** A balance that may pay; `gainId` null is the wallet. */
interface Balance {
  gainId: number | null
  /** Null for the wallet. */
  name: string | null
  balanceCents: number
}

/** How much a balance pays of an order, in cents. */
export interface BalancePayment extends Balance {
  paymentCents: number
}

export interface PaymentSplit {
  /** Every balance above zero, the gains first; those not chosen pay 0. */
  balances: BalancePayment[]
  balanceCents: number
  /** What is left to pay by another means. */
  dueCents: number
}

/** What returning a payment needs to know of an order. */
interface BalancePaidOrder {
  id: number
  customerId: number
  balanceCents: number
}

interface Deps {
  clock: Clock
  database: Pick<Database, 'db'>
  customers: Pick<CustomerService, 'findCustomer'>
}

/** Payment of orders with gains and the wallet. */
export function createBalanceService({ clock, database: { db }, customers }: Deps) {
  return {
    splitPayment,
    assertOwnGains,
    debitBalances,
    refundBalances,
    refundToWallet,
    sumRefundedToWallet,
    listBalancePayments,
  }

  /**
   * Divides a total, in cents, among the chosen balances: gains first, then the wallet. To pay, call it within the transaction
   * that places the order, after `customers.lockBalances`: then nobody else spends the balances meanwhile.
   * @throws ShopError "balance.short" where the wallet holds less than it is to pay
   */
  async function splitPayment(
    customerId: number,
    totalCents: number,
    choice: BalanceChoice,
    tx: Transaction = db,
  ): Promise<PaymentSplit> {
    const balances: BalancePayment[] = []
    let dueCents = totalCents
    for (const balance of await listSpendableBalances(customerId, tx)) {
      const paymentCents = Math.min(calculateChosenCents(balance, choice), dueCents)
      if (paymentCents > balance.balanceCents) throw new ShopError('balance.short')
      dueCents -= paymentCents
      if (balance.balanceCents > 0) balances.push({ ...balance, paymentCents })
    }
    return { balances, balanceCents: totalCents - dueCents, dueCents }
  }

  function calculateChosenCents({ gainId, balanceCents }: Balance, { gainIds, walletCents }: BalanceChoice): number {
    if (gainId === null) return walletCents
    return gainIds.includes(gainId) ? balanceCents : 0
  }

  /** @throws ShopError "gain.notOwn" for a gain that is unknown or another customer's */
  async function assertOwnGains(customerId: number, gainIds: number[], tx: Transaction): Promise<void> {
    const ownGainIds = new Set((await listGains(tx, customerId)).map(({ id }) => id))
    if (gainIds.some((id) => !ownGainIds.has(id))) throw new ShopError('gain.notOwn', { input: 'gains' })
  }

  /** Gains by id, then the wallet. A gain may be spent once its customer's e-mail is confirmed: it was meant for its reader. */
  async function listSpendableBalances(customerId: number, tx: Transaction): Promise<Balance[]> {
    const customer = await customers.findCustomer(customerId, tx)
    const gains = customer?.emailConfirmedAt ? await listGains(tx, customerId) : []
    const balances: Balance[] = []
    for (const { id: gainId, name } of [...gains, { id: null, name: null }])
      balances.push({ gainId, name, balanceCents: await sumLedgerEntries(tx, customerId, gainId) })
    return balances
  }

  function listGains(tx: Transaction, customerId: number) {
    return tx.selectFrom('gain').select(['id', 'name']).where('customer_id', '=', customerId).orderBy('id').execute()
  }

  /** Writes what the balances pay of an order into their statements. */
  async function debitBalances(tx: Transaction, order: { id: number; customerId: number }, { balances }: PaymentSplit) {
    for (const { gainId, paymentCents } of balances)
      if (paymentCents > 0)
        await insertLedgerEntryOnce(tx, clock.now(), { order, gainId, kind: 'purchase', amountCents: -paymentCents })
  }

  /** Returns what balances paid of an order, once, however often it is called. What a removed gain paid goes to the wallet. */
  async function refundBalances(tx: Transaction, order: BalancePaidOrder): Promise<void> {
    if (order.balanceCents === 0) return
    const paidCentsByGainId = new Map<number | null, number>([[null, order.balanceCents]])
    for (const { gainId, amountCents } of await listOrderEntries(tx, order.id, 'purchase')) {
      if (gainId === null) continue
      paidCentsByGainId.set(gainId, -amountCents)
      paidCentsByGainId.set(null, (paidCentsByGainId.get(null) ?? 0) + amountCents)
    }
    // What came back in parts went to the wallet; the wallet's own share pays for it first.
    let refundedCents = await sumRefundedToWallet(tx, order.id)
    for (const [gainId, paidCents] of paidCentsByGainId) {
      const amountCents = Math.max(0, paidCents - refundedCents)
      refundedCents -= paidCents - amountCents
      if (amountCents > 0)
        await insertLedgerEntryOnce(tx, clock.now(), { order, gainId, kind: 'purchase_returned', amountCents })
    }
  }

  /** Returns a part of what balances paid of an order, to the wallet. */
  async function refundToWallet(
    tx: Transaction,
    order: { id: number; customerId: number },
    cents: number,
  ): Promise<void> {
    await insertLedgerEntryOnce(tx, clock.now(), { order, gainId: null, kind: 'part_returned', amountCents: cents })
  }

  /** Cents of an order that came back to balances in parts. */
  async function sumRefundedToWallet(tx: Transaction, orderId: number): Promise<number> {
    const { sum } = await tx
      .selectFrom('ledger_entry')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.lit(0)).as('sum'))
      .where('order_id', '=', orderId)
      .where('kind', '=', 'part_returned')
      .executeTakeFirstOrThrow()
    return Number(sum)
  }

  /** What balances paid of an order, in cents, and whether it was returned; `name` null is the wallet. */
  async function listBalancePayments(orderId: number) {
    const [purchases, refunds] = await Promise.all([
      listOrderEntries(db, orderId, 'purchase'),
      listOrderEntries(db, orderId, 'purchase_returned'),
    ])
    return purchases.map(({ gainId, name, amountCents }) => ({
      gainId,
      name,
      amountCents: -amountCents,
      isReturned: refunds.length > 0,
    }))
  }

  function listOrderEntries(tx: Transaction, orderId: number, kind: 'purchase' | 'purchase_returned') {
    return tx
      .selectFrom('ledger_entry')
      .leftJoin('gain', 'gain.id', 'ledger_entry.gain_id')
      .select(['gain_id as gainId', 'gain.name', 'amount_cents as amountCents'])
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .orderBy('ledger_entry.id')
      .execute()
  }
}
