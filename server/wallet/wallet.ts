/** A customer's wallet and gains: one ledger, in which every balance is the sum of its entries. */

import { sql } from 'kysely'
import type { Customer } from '../accounts/customers.ts'
import { findCustomer, lockBalances } from '../accounts/customers.ts'
import type { NewAddress } from '../addresses/addresses.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { LedgerEntryKind, Row } from '../database/schema.ts'
import { startOfShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { sumBy } from '../platform/sum-by.ts'
import { calculateCashbackReturn } from './cashback.ts'
import { insertLedgerEntryOnce, selectStatementPage, sumLedgerEntries } from './wallet.sql.ts'

/** A benefit that a customer has from somebody, such as an employer. */
export interface Gain {
  id: number
  name: string
  balanceCents: number
  /** Where it may be used. */
  addresses: (NewAddress & { id: number })[]
}

export interface LedgerEntry {
  id: number
  kind: LedgerEntryKind
  orderId: number | null
  /** Positive for credits. */
  amountCents: number
  enteredAt: Date
}

interface StatementRequest {
  /** First and last day, yyyy-MM-dd in São Paulo, both included. */
  from?: string | undefined
  to?: string | undefined
  /** From 1. */
  page: number
  perPage: number
}

export interface Statement {
  /** Newest first. */
  entries: LedgerEntry[]
  total: number
  pages: number
  /** Of all entries, whatever the period. */
  balanceCents: number
}

/** Cents in the customer's own wallet. */
export function loadBalance(ctx: Context, customerId: number): Promise<number> {
  return sumLedgerEntries(ctx, customerId, null)
}

/** @throws ShopError "gain.unknown" for an id that is unknown, another customer's, or waiting for the e-mail's confirmation */
export async function loadGainBalance(ctx: Context, customerId: number, gainId: number): Promise<number> {
  await assertOwnGain(ctx, customerId, gainId)
  return sumLedgerEntries(ctx, customerId, gainId)
}

export function loadStatement(ctx: Context, customerId: number, request: StatementRequest): Promise<Statement> {
  return loadStatementPage(ctx, customerId, null, request)
}

/** @throws ShopError "gain.unknown" for an id that is unknown or another customer's */
export async function loadGainStatement(
  ctx: Context,
  customerId: number,
  gainId: number,
  request: StatementRequest,
): Promise<Statement> {
  await assertOwnGain(ctx, customerId, gainId)
  return loadStatementPage(ctx, customerId, gainId, request)
}

export async function listGains(ctx: Context, customerId: number): Promise<Gain[]> {
  return loadGainDetails(ctx, customerId, await listVisibleGains(ctx, customerId))
}

/** What a customer has been given shows once the e-mail is confirmed: it was meant for the person who reads it. */
async function listVisibleGains(ctx: Context, customerId: number): Promise<Row<'gain'>[]> {
  const [customer, gains] = await Promise.all([findCustomer(ctx, customerId), selectGains(ctx, customerId)])
  return customer?.emailConfirmedAt ? gains : []
}

function selectGains(ctx: Context, customerId: number): Promise<Row<'gain'>[]> {
  return ctx.db.selectFrom('gain').selectAll().where('customerId', '=', customerId).orderBy('id').execute()
}

async function loadGainDetails(ctx: Context, customerId: number, gains: Row<'gain'>[]): Promise<Gain[]> {
  if (gains.length === 0) return []
  const ids = gains.map(({ id }) => id)
  const [addresses, balances] = await Promise.all([
    ctx.db.selectFrom('gainAddress').selectAll().where('gainId', 'in', ids).orderBy('id').execute(),
    Promise.all(ids.map((id) => sumLedgerEntries(ctx, customerId, id))),
  ])
  return gains.map(({ id, name }, index) => ({
    id,
    name,
    balanceCents: balances[index] ?? 0,
    addresses: addresses.filter(({ gainId }) => gainId === id).map(toGainAddress),
  }))
}

/** Whether this is a benefit user (specification, section 3): who has confirmed the e-mail, see `listVisibleGains`. */
export async function hasGains(
  ctx: Context,
  { id, emailConfirmedAt }: Pick<Customer, 'id' | 'emailConfirmedAt'>,
): Promise<boolean> {
  if (!emailConfirmedAt) return false
  const { rows } = await sql`select id from gain where customer_id = ${id} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Brings the cashback of an order to what is due for it (cents): credits it once, at delivery, and takes back what is not due any more,
 * as much as is left of it in the wallet. Called again with the same amount it changes nothing; the caller holds the order's row.
 */
export async function settleCashback(
  ctx: TransactionContext,
  order: { id: number; customerId: number },
  dueCents: number,
): Promise<void> {
  const entries = await ctx.db
    .selectFrom('ledgerEntry')
    .select('amountCents')
    .where('orderId', '=', order.id)
    .where('kind', 'in', ['cashback', 'cashback_returned'])
    .execute()
  const insert = (kind: 'cashback' | 'cashback_returned', amountCents: number) =>
    insertLedgerEntryOnce(ctx, { order, gainId: null, kind, amountCents })
  if (entries.length === 0) {
    if (dueCents > 0) await insert('cashback', dueCents)
    return
  }
  await lockBalances(ctx, order.customerId)
  const creditedCents = sumBy(entries, ({ amountCents }) => amountCents)
  const walletCents = await sumLedgerEntries(ctx, order.customerId, null)
  const returnedCents = calculateCashbackReturn(creditedCents, dueCents, walletCents)
  if (returnedCents > 0) await insert('cashback_returned', -returnedCents)
}

async function loadStatementPage(
  ctx: Context,
  customerId: number,
  gainId: number | null,
  request: StatementRequest,
): Promise<Statement> {
  const { page, perPage } = request
  const period = {
    from: request.from === undefined ? undefined : startOfShopDay(request.from),
    endsBefore: request.to === undefined ? undefined : startOfShopDay(request.to, 1),
  }
  const [balanceCents, { rows, total }] = await Promise.all([
    sumLedgerEntries(ctx, customerId, gainId),
    selectStatementPage(ctx, { customerId, gainId, ...period, offset: (page - 1) * perPage, limit: perPage }),
  ])
  return { entries: rows, total, pages: Math.max(1, Math.ceil(total / perPage)), balanceCents }
}

async function assertOwnGain(ctx: Context, customerId: number, gainId: number): Promise<void> {
  if (!(await listVisibleGains(ctx, customerId)).some(({ id }) => id === gainId)) throw new ShopError('gain.unknown')
}

function toGainAddress({
  addressType,
  gainId: _,
  ...remainingColumns
}: Row<'gainAddress'>): NewAddress & { id: number } {
  return { ...remainingColumns, addressType }
}
