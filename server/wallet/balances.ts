/** Payment of orders with gains and the wallet. */

import { findCustomer, lockBalances } from '../accounts/customers.ts'
import type { Context, TransactionContext } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { takeBackUngranted } from './granted-gains.ts'
import {
  type Balance,
  type BalanceChoice,
  divideBalanceRefund,
  type PaymentSplit,
  splitAmongBalances,
} from './payment-split.ts'
import { insertLedgerEntryOnce, sumLedgerEntries } from './wallet.sql.ts'

/** What returning a payment needs to know of an order. */
interface BalancePaidOrder {
  id: number
  customerId: number
  balanceCents: number
}

/**
 * Divides a total, in cents, among the chosen balances: gains first, then the wallet. To pay, call it within the transaction
 * that places the order, after `lockBalances`: then nobody else spends the balances meanwhile.
 * @throws ShopError "balance.short" where the wallet holds less than it is to pay
 */
export async function splitPayment(
  ctx: Context,
  customerId: number,
  totalCents: number,
  choice: BalanceChoice,
): Promise<PaymentSplit> {
  return splitAmongBalances(await listSpendableBalances(ctx, customerId), totalCents, choice)
}

/** @throws ShopError "gain.notOwn" for a gain that is unknown or another customer's */
export async function assertOwnGains(ctx: Context, customerId: number, gainIds: number[]): Promise<void> {
  const ownGainIds = new Set((await listGains(ctx, customerId)).map(({ id }) => id))
  if (gainIds.some((id) => !ownGainIds.has(id))) throw new ShopError('gain.notOwn', { input: 'gains' })
}

/** Gains by id, then the wallet. A gain may be spent once its customer's e-mail is confirmed: it was meant for its reader. */
async function listSpendableBalances(ctx: Context, customerId: number): Promise<Balance[]> {
  const customer = await findCustomer(ctx, customerId)
  const gains = customer?.emailConfirmedAt ? await listGains(ctx, customerId) : []
  const balances: Balance[] = []
  for (const { id: gainId, name } of [...gains, { id: null, name: null }])
    balances.push({ gainId, name, balanceCents: await sumLedgerEntries(ctx, customerId, gainId) })
  return balances
}

function listGains(ctx: Context, customerId: number) {
  return ctx.db.selectFrom('gain').select(['id', 'name']).where('customerId', '=', customerId).orderBy('id').execute()
}

/** Writes what the balances pay of an order into their statements. */
export async function debitBalances(
  ctx: TransactionContext,
  order: { id: number; customerId: number },
  { balances }: PaymentSplit,
) {
  for (const { gainId, paymentCents } of balances)
    if (paymentCents > 0)
      await insertLedgerEntryOnce(ctx, { order, gainId, kind: 'purchase', amountCents: -paymentCents })
}

/** Returns what balances paid of an order, once, however often it is called. What a removed gain paid goes to the wallet. */
export async function refundBalances(ctx: TransactionContext, order: BalancePaidOrder): Promise<void> {
  if (order.balanceCents === 0) return
  const purchases = await listOrderEntries(ctx, order.id, 'purchase')
  await lockBalances(ctx, order.customerId)
  const partCents = await sumRefundedToWallet(ctx, order.id)
  for (const { gainId, amountCents } of divideBalanceRefund(order.balanceCents, purchases, partCents))
    await returnToBalance(ctx, order, gainId, amountCents)
}

async function returnToBalance(
  ctx: TransactionContext,
  order: BalancePaidOrder,
  gainId: number | null,
  amountCents: number,
): Promise<void> {
  if (amountCents > 0) await insertLedgerEntryOnce(ctx, { order, gainId, kind: 'purchase_returned', amountCents })
  if (gainId !== null) await takeBackUngranted(ctx, gainId, order.customerId)
}

/** Returns a part of what balances paid of an order, to the wallet. */
export async function refundToWallet(
  ctx: TransactionContext,
  order: { id: number; customerId: number },
  cents: number,
): Promise<void> {
  await insertLedgerEntryOnce(ctx, { order, gainId: null, kind: 'part_returned', amountCents: cents })
}

/** Cents of an order that came back to balances in parts. */
export async function sumRefundedToWallet(ctx: Context, orderId: number): Promise<number> {
  const { sum } = await ctx.db
    .selectFrom('ledgerEntry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('sum'))
    .where('orderId', '=', orderId)
    .where('kind', '=', 'part_returned')
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** What went back to balances of each order, in parts and with its end, in cents; one that returned nothing is left out. */
export async function sumBalanceReturns(
  ctx: Context,
  orderIds: number[],
): Promise<Map<number, { partCents: number; remainderCents: number }>> {
  const rows = await ctx.db
    .selectFrom('ledgerEntry')
    .select((eb) => ['orderId', 'kind', eb.fn.sum<number>('amountCents').as('cents')])
    .where('orderId', 'in', orderIds)
    .where('kind', 'in', ['part_returned', 'purchase_returned'])
    .groupBy(['orderId', 'kind'])
    .execute()
  const sums = new Map<number, { partCents: number; remainderCents: number }>()
  for (const { orderId, kind, cents } of rows) {
    const key = kind === 'part_returned' ? 'partCents' : 'remainderCents'
    const id = orderId ?? 0
    sums.set(id, { partCents: 0, remainderCents: 0, ...sums.get(id), [key]: Number(cents) })
  }
  return sums
}

/** What balances paid of an order, in cents, and whether it was returned; `name` null is the wallet. */
export async function listBalancePayments(ctx: Context, orderId: number) {
  const [purchases, refunds] = await Promise.all([
    listOrderEntries(ctx, orderId, 'purchase'),
    listOrderEntries(ctx, orderId, 'purchase_returned'),
  ])
  return purchases.map(({ gainId, name, amountCents }) => ({
    gainId,
    name,
    amountCents: -amountCents,
    isReturned: refunds.length > 0,
  }))
}

function listOrderEntries(ctx: Context, orderId: number, kind: 'purchase' | 'purchase_returned') {
  return ctx.db
    .selectFrom('ledgerEntry')
    .leftJoin('gain', 'gain.id', 'ledgerEntry.gainId')
    .select(['gainId', 'gain.name', 'amountCents'])
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .orderBy('ledgerEntry.id')
    .execute()
}
