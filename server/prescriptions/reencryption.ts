import type { Context } from '../context.ts'
import type { EncryptedColumn, ReencryptionOptions, ReencryptionResult } from '../platform/reencryption.ts'
import { buildDetailsEncryptionContext } from './details.ts'
import { buildFingerprintKeyEncryptionContext } from './fingerprints.ts'
import { buildPatientEncryptionContext } from './patients.ts'
import { isFileEncryptedWithNewestKey, reencryptPrescriptionFile } from './prescription-file-store.ts'
import { buildQuoteEncryptionContext } from './quotes.ts'

export const encryptedColumns: EncryptedColumn[] = [
  {
    table: 'patient',
    column: 'name_encrypted',
    contextColumn: 'customer_id',
    buildEncryptionContext: buildPatientEncryptionContext,
  },
  {
    table: 'prescription_part',
    column: 'details_encrypted',
    contextColumn: 'prescription_id',
    buildEncryptionContext: buildDetailsEncryptionContext,
  },
  ...['note_encrypted', 'answer_encrypted'].map((column) => ({
    table: 'prescription_quote',
    column,
    idColumn: 'prescription_id',
    buildEncryptionContext: buildQuoteEncryptionContext,
  })),
  { table: 'fingerprint_key', column: 'key_encrypted', buildEncryptionContext: buildFingerprintKeyEncryptionContext },
]

const batchSize = 200

/** By the id of the prescription's part. A file that is missing holds no key back, and is not told of. */
export async function* reencryptFiles(
  ctx: Context,
  { dryRun }: ReencryptionOptions,
): AsyncGenerator<ReencryptionResult> {
  const kind = 'file of prescription_part'
  for await (const { id, fileKey } of listStoredParts(ctx)) {
    const hasNewestKey = await isFileEncryptedWithNewestKey(ctx, fileKey)
    if (hasNewestKey) yield { kind, id, outcome: 'newest' }
    else if (hasNewestKey !== null)
      yield { kind, id, outcome: dryRun ? 'older' : await reencryptFile(ctx, id, fileKey) }
  }
}

/** Not those being uploaded: their server's newest key is encrypting them. */
async function* listStoredParts(ctx: Context) {
  let parts = await listStoredBatch(ctx, 0)
  while (parts.length > 0) {
    yield* parts
    parts = await listStoredBatch(ctx, parts.at(-1)?.id ?? 0)
  }
}

function listStoredBatch(ctx: Context, afterId: number) {
  return ctx.db
    .selectFrom('prescriptionPart')
    .select(['id', 'fileKey'])
    .where('id', '>', afterId)
    .where('fileKey', 'is not', null)
    .where('isStored', '=', true)
    .orderBy('id')
    .limit(batchSize)
    .$narrowType<{ fileKey: string }>()
    .execute()
}

/**
 * Holds the row meanwhile: who erases the prescription waits, and finds the new file to erase; another run waits, and finds
 * nothing left to do.
 */
function reencryptFile(ctx: Context, id: number, fileKey: string): Promise<ReencryptionResult['outcome']> {
  return ctx.transact(async (ctx) => {
    const partQuery = ctx.db.selectFrom('prescriptionPart').select('id').where('id', '=', id)
    const lockedPart = await (ctx.engine === 'postgres' ? partQuery.forUpdate() : partQuery).executeTakeFirst()
    if (!lockedPart || (await isFileEncryptedWithNewestKey(ctx, fileKey)) !== false) return 'conflict'
    return (await reencryptPrescriptionFile(ctx, fileKey)) ? 'changed' : 'unreadable'
  })
}
