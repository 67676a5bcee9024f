import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/connection.ts'
import { ShopError } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import type { Prescription } from './prescription.ts'

interface Parts {
  database: Database
  clock: Clock
  files: FileStore
}

/** The pharmacist's decisions, and access to prescription files. */
export function openReview({ database: { query }, clock, files }: Parts) {
  return { decide, readFileOf, readOwnFile }

  /**
   * Records the pharmacist's decision about a prescription.
   * @returns the order that uses it; null, changing nothing, when it was decided before or no order uses it
   */
  async function decide(tx: Transaction, id: number, status: 'approved' | 'rejected', reason: string | null) {
    const { numUpdatedRows } = await tx
      .updateTable('prescription')
      .set({ status, reason, decided_at: clock.now().toISOString() })
      .where('id', '=', id)
      .where('order_id', 'is not', null)
      .where('status', '=', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return null
    const { order_id } = await tx
      .selectFrom('prescription')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return order_id
  }

  /**
   * A part's stored file. Each access is recorded in the database before the file is read.
   * @returns null where the part has no file
   */
  async function readFileOf(prescription: Prescription, partId: number, lookedBy: string): Promise<Buffer | null> {
    const row = await query
      .selectFrom('prescription_part')
      .select('file_key')
      .where('id', '=', partId)
      .where('prescription_id', '=', prescription.id)
      .executeTakeFirst()
    if (!row?.file_key) return null
    await query
      .insertInto('prescription_look')
      .values({
        prescription_id: prescription.id,
        part_id: partId,
        looked_at: clock.now().toISOString(),
        looked_by: lookedBy,
      })
      .execute()
    return files.read(row.file_key)
  }

  /**
   * A part's file for the customer who sent it: their own access is not recorded.
   * @throws ShopError "prescription.unknown" for a part that is unknown, another customer's, or has no file
   */
  async function readOwnFile(customerId: number, partId: number): Promise<{ type: string; content: Buffer }> {
    const row = await query
      .selectFrom('prescription_part')
      .innerJoin('prescription', 'prescription.id', 'prescription_part.prescription_id')
      .select(['file_key', 'file_type'])
      .where('prescription_part.id', '=', partId)
      .where('prescription_part.is_stored', '=', 1)
      .where('prescription.customer_id', '=', customerId)
      .executeTakeFirst()
    if (!row?.file_key || !row.file_type) throw new ShopError('prescription.unknown')
    return { type: row.file_type, content: await files.read(row.file_key) }
  }
}
