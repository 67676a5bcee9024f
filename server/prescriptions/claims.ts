import type { Database, Transaction } from '../database/connection.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { FileStore } from './file-store.ts'
import { selectErasable, selectOpen, selectProducts } from './prescriptions.sql.ts'
import { refuseOutdated } from './validity.ts'

/** Minutes after which an upload that no order uses is erased. */
const unusedMinutes = 48 * 60

interface Parts {
  database: Database
  clock: Clock
  files: FileStore
}

/** Assigns prescriptions to orders, and erases those without one. */
export function openClaims({ database, clock, files }: Parts) {
  return { claim, refuseUnknown, release, eraseUnused }

  /**
   * Claims a prescription for an order, once: it must cover every product, and be valid today.
   * @throws ShopError "prescription.required", "prescription.unknown", "prescription.expired"; the transaction must then be
   *   rolled back
   */
  async function claim(
    tx: Transaction,
    use: { id: number | undefined; customerId: number; orderId: number; productIds: number[] },
  ): Promise<void> {
    if (use.id === undefined) throw new ShopError('prescription.required')
    const { numUpdatedRows } = await tx
      .updateTable('prescription')
      .set({ order_id: use.orderId })
      .where('id', '=', use.id)
      .where('customer_id', '=', use.customerId)
      .where('order_id', 'is', null)
      .where('status', '=', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('prescription.unknown')
    const covered = await selectProducts(tx, use.id)
    if (!use.productIds.every((id) => covered.some(({ product_id }) => product_id === id))) {
      throw new ShopError('prescription.required')
    }
    for (const { product_id, issued_at, prescription_class } of covered) {
      if (issued_at !== null && use.productIds.includes(product_id))
        refuseOutdated(issued_at, [prescription_class], clock.now())
    }
  }

  /** @throws ShopError "prescription.unknown" for one that is not the customer's, or is used by an order already */
  async function refuseUnknown(tx: Transaction, id: number, customerId: number): Promise<void> {
    const open = await selectOpen(tx, customerId).where('id', '=', id).executeTakeFirst()
    if (!open) throw new ShopError('prescription.unknown')
  }

  /** Releases the prescription of an order that failed or was cancelled, so that another can claim it. */
  async function release(tx: Transaction, orderId: number): Promise<void> {
    await tx
      .updateTable('prescription')
      .set({ order_id: null })
      .where('order_id', '=', orderId)
      .where('status', '=', 'sent')
      .execute()
  }

  /**
   * Erases uploads that no order has used for 48 hours, and what must not be kept of customers whose accounts are erased.
   * Called periodically.
   */
  async function eraseUnused(): Promise<void> {
    const before = minutesAfter(clock.now(), -unusedMinutes).toISOString()
    for (const { id, order_id } of await selectErasable(database.query, before)) {
      await database.transact((tx) => erase(tx, id, order_id))
    }
  }

  /**
   * Does nothing if another order has claimed it since. Files are deleted before their rows, so that no file is orphaned.
   */
  async function erase(tx: Transaction, id: number, orderId: number | null): Promise<void> {
    const parts = await tx
      .selectFrom('prescription_part')
      .select('file_key')
      .where('prescription_id', '=', id)
      .execute()
    const { numDeletedRows } = await tx
      .deleteFrom('prescription')
      .where('id', '=', id)
      .where('order_id', orderId === null ? 'is' : '=', orderId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) return
    for (const { file_key } of parts) if (file_key) await files.erase(file_key)
  }
}
