import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { charges } from '../../app/texts/charges.ts'
import type { Database } from '../database/connection.ts'
import type { Order } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { BankReports } from './bank-reports.ts'
import { type ChargeRow, selectChargeOf } from './payments.sql.ts'
import { readBrCode } from './pix/br-code.ts'
import { type BankCharge, BankFault, type PixBank } from './pix/pix-bank.ts'

/** What the shopper pays. */
interface Charge {
  /** The charge's id at the bank: 32 letters and digits. */
  txid: string
  /** "Pix copia e cola", which is also the QR code's content. */
  pixCode: string
  amountCents: number
  expiresAt: Date
}

interface Deps {
  database: Database
  clock: Clock
  orders: Orders
  bank: PixBank
  withErrorLog: BankReports['withErrorLog']
  /** Applies the bank's state of a charge to its order. */
  applyBankCharge: (charge: ChargeRow, bankCharge: BankCharge) => Promise<void>
  openDeadline: () => AbortSignal
}

/** Pix charges, one per order; a second one where the first took a Pix of another amount. */
export function createCharging({
  database: { query },
  clock,
  orders,
  bank,
  withErrorLog,
  applyBankCharge,
  openDeadline,
}: Deps) {
  return { chargeOrder, findCharge }

  /**
   * Creates an order's Pix charge, or returns the existing one.
   *
   * The txid is stored before the bank is called: whatever fails afterwards, a retry asks for the same charge.
   * @throws ShopError "order.unknown", "order.notPayable", "payment.unavailable"
   */
  async function chargeOrder(customerId: number, orderId: number): Promise<Charge> {
    const order = await orders.findOrder(customerId, orderId)
    const expiresIn = Math.floor((order.paymentDueAt.getTime() - clock.now().getTime()) / 1000)
    if (order.status !== 'pending_payment' || expiresIn < 1) throw new ShopError('order.notPayable')

    const { row, isNew } = await ownCharge(order)
    if (row.pix_code !== null) return charge(row, row.pix_code)

    const pixCode = await withErrorLog(row, () => codeFromBank(row, isNew, expiresIn))
    await query.updateTable('pix_charge').set({ pix_code: pixCode }).where('txid', '=', row.txid).execute()
    return charge(row, pixCode)
  }

  /** @returns the charge of a customer's order, null when none was made yet or the order is not theirs */
  async function findCharge(customerId: number, orderId: number): Promise<Charge | null> {
    const [own, order] = await Promise.all([selectChargeOf(query, orderId), orders.summaryOf(orderId)])
    return own && own.pix_code !== null && order?.customerId === customerId ? charge(own, own.pix_code) : null
  }

  /** @returns the order's charge; two concurrent calls both get the one inserted first */
  async function ownCharge(order: Order): Promise<{ row: ChargeRow; isNew: boolean }> {
    const earlier = await selectChargeOf(query, order.id)
    if (earlier) return { row: earlier, isNew: false }
    const { numInsertedOrUpdatedRows } = await query
      .insertInto('pix_charge')
      .values({
        txid: randomUUID().replaceAll('-', ''),
        order_id: order.id,
        amount_cents: order.dueCents,
        pix_code: null,
        created_at: clock.now().toISOString(),
        expires_at: order.paymentDueAt.toISOString(),
        checked_at: null,
      })
      .onConflict((conflict) => conflict.column('order_id').where(sql.ref('is_spent'), '=', sql.lit(0)).doNothing())
      .executeTakeFirst()
    const row = await selectChargeOf(query, order.id)
    if (!row) throw new Error(`order ${order.id} has no charge after one was written`)
    return { row, isNew: numInsertedOrUpdatedRows === 1n }
  }

  async function codeFromBank(row: ChargeRow, isNew: boolean, expiresIn: number): Promise<string> {
    const { txid, order_id: orderId, amount_cents: amountCents } = row
    const options = { signal: openDeadline() }
    const there = isNew ? null : await bank.findCharge(txid, options)
    if (there && there.status !== 'active') {
      await applyBankCharge(row, there)
      throw new ShopError('order.notPayable')
    }
    const message = charges.message(orderId)
    return usableCode(row, there ?? (await bank.createCharge({ txid, amountCents, expiresIn, message }, options)))
  }
}

/** @throws ShopError "payment.unavailable": no code is better than one that cannot be paid, or for a wrong amount */
function usableCode(row: ChargeRow, bankCharge: BankCharge): string {
  try {
    if (bankCharge.amountCents !== row.amount_cents) throw new Error(`charges ${bankCharge.amountCents} cents`)
    const pixCode = bankCharge.pixCode ?? ''
    readBrCode(pixCode)
    return pixCode
  } catch (error) {
    throw new ShopError('payment.unavailable', {}, { cause: new BankFault(`${row.txid}: unusable charge`, 200, error) })
  }
}

function charge(row: ChargeRow, pixCode: string): Charge {
  return { txid: row.txid, pixCode, amountCents: row.amount_cents, expiresAt: new Date(row.expires_at) }
}
