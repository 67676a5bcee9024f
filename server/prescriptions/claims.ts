import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import type { PrescriptionFileStore } from './prescription-file-store.ts'
import { selectOpenPrescriptions, selectPrescribedProducts, selectUnusedPrescriptions } from './prescriptions.sql.ts'
import type { RepeatService } from './repeats.ts'
import { assertWithinValidity } from './validity.ts'

/** Minutes after which an upload that no order uses is erased. */
const unusedRetentionMinutes = retentionMinutesOf('unusedPrescriptions')
const quoteRetentionMinutes = retentionMinutesOf('quotes')

interface Deps {
  database: Database
  clock: Clock
  catalogue: Pick<Catalogue, 'loadProductRecords'>
  files: PrescriptionFileStore
  repeats: Pick<RepeatService, 'lockRepeatedParts' | 'listUnusableRepeatPartIds'>
}

/** Assigns prescriptions to orders, and erases those without one. */
export function createPrescriptionClaimService({ database, clock, catalogue, files, repeats }: Deps) {
  return { claimForOrder, assertOpenPrescription, releaseFromOrder, eraseUnused, erase }

  /**
   * Claims a prescription for an order, once: it must cover every product, and be valid today.
   * @throws ShopError "prescription.required", "prescription.unknown", "prescription.expired"; the transaction must then be
   *   rolled back
   */
  async function claimForOrder(
    tx: Transaction,
    claimInput: { id: number | undefined; customerId: number; orderId: number; productIds: number[] },
  ): Promise<void> {
    if (claimInput.id === undefined) throw new ShopError('prescription.required')
    const { numUpdatedRows } = await tx
      .updateTable('prescription')
      .set({ order_id: claimInput.orderId })
      .where('id', '=', claimInput.id)
      .where('customer_id', '=', claimInput.customerId)
      .where('order_id', 'is', null)
      .where('status', '=', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('prescription.unknown')
    await repeats.lockRepeatedParts(tx, claimInput.id)
    const unusableRepeatPartIds = await repeats.listUnusableRepeatPartIds(claimInput.id, tx)
    const coveredProducts = (await selectPrescribedProducts(tx, claimInput.id)).filter(
      ({ part_id }) => !unusableRepeatPartIds.includes(part_id),
    )
    if (!claimInput.productIds.every((id) => coveredProducts.some(({ product_id }) => product_id === id))) {
      throw new ShopError('prescription.required')
    }
    const records = await catalogue.loadProductRecords(claimInput.productIds, tx)
    for (const { product_id, issued_at, is_prolonged } of coveredProducts) {
      const record = records.get(product_id)
      if (issued_at !== null && record) {
        const isProlonged = is_prolonged === 1
        assertWithinValidity(issued_at, [record.prescriptionClass], clock.now(), { isProlonged })
      }
    }
  }

  /** @throws ShopError "prescription.unknown" for one that is not the customer's, or is used by an order already */
  async function assertOpenPrescription(tx: Transaction, prescriptionId: number, customerId: number): Promise<void> {
    const openPrescription = await selectOpenPrescriptions(tx, customerId)
      .where('id', '=', prescriptionId)
      .executeTakeFirst()
    if (!openPrescription) throw new ShopError('prescription.unknown')
  }

  /**
   * Releases the prescription of an order that failed or was cancelled, so that another can claim it; one that was approved
   * stays with its order, and did not serve.
   */
  async function releaseFromOrder(tx: Transaction, orderId: number): Promise<void> {
    await tx
      .updateTable('prescription')
      .set({ order_id: null })
      .where('order_id', '=', orderId)
      .where('status', '=', 'sent')
      .execute()
    await tx
      .updateTable('prescription')
      .set({ released_at: clock.now().toISOString() })
      .where('order_id', '=', orderId)
      .where('status', '=', 'approved')
      .execute()
  }

  /** Erases uploads that no order has used for 48 hours, of quotes for 21 days. Called periodically. */
  async function eraseUnused(): Promise<void> {
    const computeCutoff = (minutes: number) => addMinutes(clock.now(), -minutes).toISOString()
    for (const { id } of await selectUnusedPrescriptions(
      database.db,
      computeCutoff(unusedRetentionMinutes),
      computeCutoff(quoteRetentionMinutes),
    ))
      await erase(id, null)
  }

  /**
   * Erases a prescription with its files; does nothing if an order other than `orderId` (null: any order) has claimed it
   * since. Files are deleted before the transaction ends, so that no file is orphaned; one stays that another prescription has, too.
   */
  function erase(prescriptionId: number, orderId: number | null): Promise<void> {
    return database.transact(async (tx) => {
      const fileKeys = await lockFiles(tx, prescriptionId)
      const { numDeletedRows } = await tx
        .deleteFrom('prescription')
        .where('id', '=', prescriptionId)
        .where('order_id', orderId === null ? 'is' : '=', orderId)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) return
      for (const key of fileKeys) if (!(await selectPartsWithFile(tx, key).executeTakeFirst())) await files.erase(key)
    })
  }

  /** Of two prescriptions with one file, erased at once, the last erases it. SQLite's transactions follow each other anyway. */
  async function lockFiles(tx: Transaction, prescriptionId: number): Promise<string[]> {
    const parts = await tx
      .selectFrom('prescription_part')
      .select('file_key')
      .where('prescription_id', '=', prescriptionId)
      .orderBy('file_key')
      .execute()
    const fileKeys = [...new Set(parts.flatMap(({ file_key }) => file_key ?? []))]
    if (database.engine === 'postgres')
      for (const key of fileKeys) await selectPartsWithFile(tx, key).forUpdate().execute()
    return fileKeys
  }
}

function selectPartsWithFile(tx: Transaction, fileKey: string) {
  return tx.selectFrom('prescription_part').select('id').where('file_key', '=', fileKey).orderBy('id')
}
