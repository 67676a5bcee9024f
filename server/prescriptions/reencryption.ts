import type { Database } from '../database/connection.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { buildDetailsEncryptionContext } from './details.ts'
import { buildFingerprintKeyEncryptionContext } from './fingerprints.ts'
import { buildPatientEncryptionContext } from './patients.ts'
import type { PrescriptionFileStore } from './prescription-file-store.ts'
import { buildQuoteEncryptionContext } from './quotes.ts'

interface Deps {
  database: Database
  encryption: Encryption
  files: PrescriptionFileStore
}

const patientNameColumn = {
  table: 'patient',
  column: 'name_encrypted',
  contextColumn: 'customer_id',
  buildEncryptionContext: buildPatientEncryptionContext,
}
const partDetailsColumn = {
  table: 'prescription_part',
  column: 'details_encrypted',
  contextColumn: 'prescription_id',
  buildEncryptionContext: buildDetailsEncryptionContext,
}
const quoteTextColumns = (['note_encrypted', 'answer_encrypted'] as const).map((column) => ({
  table: 'prescription_quote',
  column,
  idColumn: 'prescription_id',
  buildEncryptionContext: buildQuoteEncryptionContext,
}))
const fingerprintKeyColumn = {
  table: 'fingerprint_key',
  column: 'key_encrypted',
  buildEncryptionContext: buildFingerprintKeyEncryptionContext,
}
const batchSize = 200

/** Brings patients, details and files of prescriptions under the newest key. */
export function createReencryptionService({ database, encryption, files }: Deps) {
  const { db, transact } = database
  return { reencrypt }

  async function* reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    yield* reencryptColumn({ db, encryption }, patientNameColumn, options)
    yield* reencryptColumn({ db, encryption }, partDetailsColumn, options)
    for (const column of quoteTextColumns) yield* reencryptColumn({ db, encryption }, column, options)
    yield* reencryptColumn({ db, encryption }, fingerprintKeyColumn, options)
    yield* reencryptFiles(options)
  }

  /** By the id of the prescription's part. A file that is missing holds no key back, and is not told of. */
  async function* reencryptFiles({ dryRun }: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    const kind = 'file of prescription_part'
    for await (const { id, file_key } of listStoredParts()) {
      const hasNewestKey = await files.isEncryptedWithNewestKey(file_key)
      if (hasNewestKey) yield { kind, id, outcome: 'newest' }
      else if (hasNewestKey !== null) yield { kind, id, outcome: dryRun ? 'older' : await reencryptFile(id, file_key) }
    }
  }

  /** Not those being uploaded: their server's newest key is encrypting them. */
  async function* listStoredParts() {
    let parts = await listStoredBatch(0)
    while (parts.length > 0) {
      yield* parts
      parts = await listStoredBatch(parts.at(-1)?.id ?? 0)
    }
  }

  function listStoredBatch(afterId: number) {
    return db
      .selectFrom('prescription_part')
      .select(['id', 'file_key'])
      .where('id', '>', afterId)
      .where('file_key', 'is not', null)
      .where('is_stored', '=', 1)
      .orderBy('id')
      .limit(batchSize)
      .$narrowType<{ file_key: string }>()
      .execute()
  }

  /**
   * Holds the row meanwhile: who erases the prescription waits, and finds the new file to erase; another run waits, and finds
   * nothing left to do.
   */
  function reencryptFile(id: number, fileKey: string): Promise<ReencryptionResult['outcome']> {
    return transact(async (tx) => {
      const partQuery = tx.selectFrom('prescription_part').select('id').where('id', '=', id)
      const lockedPart = await (database.engine === 'postgres' ? partQuery.forUpdate() : partQuery).executeTakeFirst()
      if (!lockedPart || (await files.isEncryptedWithNewestKey(fileKey)) !== false) return 'conflict'
      return (await files.reencrypt(fileKey)) ? 'changed' : 'unreadable'
    })
  }
}
