import type { Database } from '../database/connection.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type Reencrypted, type ReencryptionOptions, reencryptColumn } from '../platform/reencryption.ts'
import { detailsContext } from './details.ts'
import type { PrescriptionFiles } from './encrypted-files.ts'
import { fingerprintKeyContext } from './fingerprints.ts'
import { patientContext } from './patients.ts'
import { quoteContext } from './quotes.ts'

interface Deps {
  database: Database
  encryption: Encryption
  files: PrescriptionFiles
}

const patientNames = {
  table: 'patient',
  column: 'name_encrypted',
  contextColumn: 'customer_id',
  contextOf: patientContext,
}
const partDetails = {
  table: 'prescription_part',
  column: 'details_encrypted',
  contextColumn: 'prescription_id',
  contextOf: detailsContext,
}
const quoteTexts = (['note_encrypted', 'answer_encrypted'] as const).map((column) => ({
  table: 'prescription_quote',
  column,
  idColumn: 'prescription_id',
  contextOf: quoteContext,
}))
const fingerprintKey = { table: 'fingerprint_key', column: 'key_encrypted', contextOf: fingerprintKeyContext }
const batchSize = 200

/** Brings patients, details and files of prescriptions under the newest key. */
export function createReencryption({ database, encryption, files }: Deps) {
  const { db, transact } = database
  return { reencrypt }

  async function* reencrypt(options: ReencryptionOptions): AsyncGenerator<Reencrypted> {
    yield* reencryptColumn({ db, encryption }, patientNames, options)
    yield* reencryptColumn({ db, encryption }, partDetails, options)
    for (const column of quoteTexts) yield* reencryptColumn({ db, encryption }, column, options)
    yield* reencryptColumn({ db, encryption }, fingerprintKey, options)
    yield* reencryptFiles(options)
  }

  /** By the id of the prescription's part. A file that is missing holds no key back, and is not told of. */
  async function* reencryptFiles({ dryRun }: ReencryptionOptions): AsyncGenerator<Reencrypted> {
    const kind = 'file of prescription_part'
    for await (const { id, file_key } of storedParts()) {
      const isNewest = await files.isEncryptedWithNewestKey(file_key)
      if (isNewest) yield { kind, id, outcome: 'newest' }
      else if (isNewest !== null) yield { kind, id, outcome: dryRun ? 'older' : await reencryptFile(id, file_key) }
    }
  }

  /** Not those being uploaded: their server's newest key is encrypting them. */
  async function* storedParts() {
    let parts = await listStored(0)
    while (parts.length > 0) {
      yield* parts
      parts = await listStored(parts.at(-1)?.id ?? 0)
    }
  }

  function listStored(after: number) {
    return db
      .selectFrom('prescription_part')
      .select(['id', 'file_key'])
      .where('id', '>', after)
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
  function reencryptFile(id: number, key: string): Promise<Reencrypted['outcome']> {
    return transact(async (tx) => {
      const part = tx.selectFrom('prescription_part').select('id').where('id', '=', id)
      const held = await (database.engine === 'postgres' ? part.forUpdate() : part).executeTakeFirst()
      if (!held || (await files.isEncryptedWithNewestKey(key)) !== false) return 'overtaken'
      return (await files.reencrypt(key)) ? 'changed' : 'unreadable'
    })
  }
}
