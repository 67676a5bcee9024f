import { sql } from 'kysely'
import type { Customer, CustomerService } from '../accounts/customers.ts'
import type { NewAddress } from '../addresses/addresses.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { createDryRunDatabase } from '../database/dry-run.ts'
import type { LedgerEntryKind, Row } from '../database/schema.ts'
import { startOfShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import type { ImportOptions, ImportRowStream } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { createBalanceService } from './balances.ts'
import { importGains } from './gain-import.ts'
import { insertLedgerEntryOnce, selectStatementPage, sumLedgerEntries } from './wallet.sql.ts'
import * as forms from './wallet-forms.ts'

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

/** A delivered order, as its cashback is calculated. */
export interface Purchase {
  id: number
  customerId: number
  couponDiscountCents: number
  lines: { productId: number; quantity: number; priceCents: number }[]
}

interface Deps {
  database: Database
  clock: Clock
  customers: Pick<CustomerService, 'findCustomer' | 'loadIdsByEmail' | 'lockBalances'>
  catalogue: Pick<Catalogue, 'loadProductRecords'>
}

export type WalletService = ReturnType<typeof createWalletService>

/** A customer's wallet and gains: one ledger, in which every balance is the sum of its entries. */
export function createWalletService({ database, clock, customers, catalogue }: Deps) {
  const { db, transact } = database
  return {
    forms,
    ...createBalanceService({ database, clock, customers }),
    loadBalance,
    loadGainBalance,
    loadStatement,
    loadGainStatement,
    listGains,
    hasGains,
    creditCashback,
    reverseCashback,
    removeGain,
    importGains: (file: ImportRowStream, { dryRun }: ImportOptions = {}) =>
      importGains(dryRun ? createDryRunDatabase(database) : database, clock, customers, file),
  }

  /** Cents in the customer's own wallet. */
  function loadBalance(customerId: number): Promise<number> {
    return sumLedgerEntries(db, customerId, null)
  }

  /** @throws ShopError "gain.unknown" for an id that is unknown, another customer's, or waiting for the e-mail's confirmation */
  async function loadGainBalance(customerId: number, gainId: number): Promise<number> {
    await assertOwnGain(customerId, gainId)
    return sumLedgerEntries(db, customerId, gainId)
  }

  function loadStatement(customerId: number, request: StatementRequest): Promise<Statement> {
    return loadStatementPage(customerId, null, request)
  }

  /** @throws ShopError "gain.unknown" for an id that is unknown or another customer's */
  async function loadGainStatement(customerId: number, gainId: number, request: StatementRequest): Promise<Statement> {
    await assertOwnGain(customerId, gainId)
    return loadStatementPage(customerId, gainId, request)
  }

  async function listGains(customerId: number): Promise<Gain[]> {
    return loadGainDetails(customerId, await listVisibleGains(customerId))
  }

  /** What a customer has been given shows once the e-mail is confirmed: it was meant for the person who reads it. */
  async function listVisibleGains(customerId: number): Promise<Row<'gain'>[]> {
    const [customer, gains] = await Promise.all([customers.findCustomer(customerId), selectGains(customerId)])
    return customer?.emailConfirmedAt ? gains : []
  }

  function selectGains(customerId: number): Promise<Row<'gain'>[]> {
    return db.selectFrom('gain').selectAll().where('customer_id', '=', customerId).orderBy('id').execute()
  }

  async function loadGainDetails(customerId: number, gains: Row<'gain'>[]): Promise<Gain[]> {
    if (gains.length === 0) return []
    const ids = gains.map(({ id }) => id)
    const [addresses, balances] = await Promise.all([
      db.selectFrom('gain_address').selectAll().where('gain_id', 'in', ids).orderBy('id').execute(),
      Promise.all(ids.map((id) => sumLedgerEntries(db, customerId, id))),
    ])
    return gains.map(({ id, name }, index) => ({
      id,
      name,
      balanceCents: balances[index] ?? 0,
      addresses: addresses.filter(({ gain_id }) => gain_id === id).map(toGainAddress),
    }))
  }

  async function findCustomerIdByEmail(email: string, tx?: Transaction): Promise<number | undefined> {
    const normalizedEmail = email.toLowerCase()
    return (await customers.loadIdsByEmail([normalizedEmail], tx)).get(normalizedEmail)
  }

  /**
   * Deletes a gain with its statement.
   * @returns whether there was one
   */
  function removeGain(email: string, name: string): Promise<boolean> {
    return transact(async (tx) => {
      const gain = await tx
        .selectFrom('gain')
        .select('id')
        .where('customer_id', '=', (await findCustomerIdByEmail(email, tx)) ?? 0)
        .where('name', '=', name)
        .executeTakeFirst()
      if (!gain) return false
      await tx.deleteFrom('ledger_entry').where('gain_id', '=', gain.id).execute()
      await tx.deleteFrom('gain').where('id', '=', gain.id).execute()
      return true
    })
  }

  /** Whether this is a benefit user (specification, section 3): who has confirmed the e-mail, see `listVisibleGains`. */
  async function hasGains(
    { id, emailConfirmedAt }: Pick<Customer, 'id' | 'emailConfirmedAt'>,
    tx: Transaction = db,
  ): Promise<boolean> {
    if (!emailConfirmedAt) return false
    const { rows } = await sql`select id from gain where customer_id = ${id} limit 1`.execute(tx)
    return rows.length > 0
  }

  /**
   * Credits an order's cashback, in the transaction that marks it as delivered: one percent of what was paid for products
   * that may be promoted and are no medicines (RDC 96/2008, art. 10). Once, however often it is called.
   */
  async function creditCashback(tx: Transaction, purchase: Purchase): Promise<void> {
    const cashbackCents = await calculateCashback(tx, purchase)
    if (cashbackCents > 0)
      await insertLedgerEntryOnce(tx, clock.now(), {
        order: purchase,
        gainId: null,
        kind: 'cashback',
        amountCents: cashbackCents,
      })
  }

  /** Takes the cashback of a refunded order back, as much as is left of it in the wallet. Once, however often it is called. */
  async function reverseCashback(tx: Transaction, orderId: number): Promise<void> {
    const cashbackEntry = await tx
      .selectFrom('ledger_entry')
      .select(['customer_id', 'amount_cents'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'cashback')
      .executeTakeFirst()
    if (!cashbackEntry) return
    const { customer_id: customerId, amount_cents: cashbackCents } = cashbackEntry
    const order = { id: orderId, customerId }
    await customers.lockBalances(tx, customerId)
    const reversedCents = Math.min(cashbackCents, await sumLedgerEntries(tx, customerId, null))
    if (reversedCents > 0)
      await insertLedgerEntryOnce(tx, clock.now(), {
        order,
        gainId: null,
        kind: 'cashback_returned',
        amountCents: -reversedCents,
      })
  }

  /** Cents, rounded half up. A coupon takes its part of whatever it applies to: of all that may be promoted, medicines too. */
  async function calculateCashback(tx: Transaction, { couponDiscountCents, lines }: Purchase): Promise<number> {
    const products = await catalogue.loadProductRecords(
      lines.map(({ productId }) => productId),
      tx,
    )
    const promotableLines = lines.filter(({ productId }) => products.get(productId)?.promoAllowed)
    const promotableCents = sumLineCents(promotableLines)
    const eligibleCents = sumLineCents(promotableLines.filter(({ productId }) => !products.get(productId)?.isMedicine))
    if (eligibleCents === 0) return 0
    const paidCents = (eligibleCents * Math.max(0, promotableCents - couponDiscountCents)) / promotableCents
    return Math.floor((paidCents + 50) / 100)
  }

  async function loadStatementPage(
    customerId: number,
    gainId: number | null,
    request: StatementRequest,
  ): Promise<Statement> {
    const { page, perPage } = request
    const period = {
      from: request.from === undefined ? undefined : startOfShopDay(request.from).toISOString(),
      endsBefore: request.to === undefined ? undefined : startOfShopDay(request.to, 1).toISOString(),
    }
    const [balanceCents, { rows, total }] = await Promise.all([
      sumLedgerEntries(db, customerId, gainId),
      selectStatementPage(db, { customerId, gainId, ...period, offset: (page - 1) * perPage, limit: perPage }),
    ])
    return { entries: rows.map(toLedgerEntry), total, pages: Math.max(1, Math.ceil(total / perPage)), balanceCents }
  }

  async function assertOwnGain(customerId: number, gainId: number): Promise<void> {
    if (!(await listVisibleGains(customerId)).some(({ id }) => id === gainId)) throw new ShopError('gain.unknown')
  }
}

function sumLineCents(lines: Purchase['lines']): number {
  return lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
}

function toLedgerEntry(row: Row<'ledger_entry'>): LedgerEntry {
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    amountCents: row.amount_cents,
    enteredAt: new Date(row.entered_at),
  }
}

function toGainAddress({
  address_type,
  gain_id: _,
  ...remainingColumns
}: Row<'gain_address'>): NewAddress & { id: number } {
  return { ...remainingColumns, addressType: address_type }
}
