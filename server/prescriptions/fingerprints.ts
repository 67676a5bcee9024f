import { createHmac, randomBytes } from 'node:crypto'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import type { NewPrescriptionPart } from './prescription.ts'

/** What of an upload tells that it is the same prescription. */
interface FingerprintSource extends Pick<NewPrescriptionPart, 'issuers' | 'code' | 'sncr'> {
  /** The file as it was sent, and what of it is the prescription: a photo's hidden data change nothing. */
  files: Uint8Array[]
  /** Of a PDF's signatures: whoever appends to a signed file does not make another of it. */
  signatureDigests: string[]
}

/** A prescription that an order uses, or that served one. */
interface EarlierUse {
  prescriptionId: number
  orderId: number
  /** Null while it is not decided. */
  approvedAt: Date | null
}

/** The key's context in the encryption. */
export const buildFingerprintKeyEncryptionContext = () => 'prescription fingerprint key'

/**
 * What recognises a prescription that was sent before, by whomever: keyed hashes of file, signature, number, issuer and code, kept as long as
 * the prescription. Their key does not change with ENCRYPTION_KEYS, which encrypt it. Outside of transactions, since the first one makes it.
 */
export async function computeHashes(
  ctx: OutsideTransaction,
  { issuers, code, sncr, files, signatureDigests }: FingerprintSource,
): Promise<string[]> {
  const fingerprintedValues = [
    ...files.map((file) => ['file', file] as const),
    ...signatureDigests.map((signatureDigest) => ['signature', signatureDigest] as const),
    ...(code === '' ? [] : [['code', `${normalizeCode(issuers)}/${normalizeCode(code)}`] as const]),
    ...(sncr ? [['sncr', sncr] as const] : []),
  ]
  if (fingerprintedValues.length === 0) return []
  const hmacKey = await readOrCreateKey(ctx)
  const hashes = fingerprintedValues.map(([kind, content]) =>
    createHmac('sha256', hmacKey).update(`${kind} `).update(content).digest('base64url'),
  )
  return [...new Set(hashes)]
}

export async function recordHashes(ctx: TransactionContext, partId: number, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return
  await ctx.db
    .insertInto('prescription_fingerprint')
    .values(hashes.map((hash) => ({ part_id: partId, hash })))
    .execute()
}

/** To a part that is the same prescription. */
export async function copyHashes(ctx: TransactionContext, fromPartId: number, toPartId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom('prescription_fingerprint')
    .select('hash')
    .where('part_id', '=', fromPartId)
    .execute()
  await recordHashes(
    ctx,
    toPartId,
    rows.map(({ hash }) => hash),
  )
}

/** The other prescriptions that are the same, as far as orders use them or have used them, oldest first. */
export async function listEarlierUses(ctx: Context, prescriptionId: number): Promise<EarlierUse[]> {
  const rows = await ctx.db
    .selectFrom('prescription')
    .select(['prescription.id', 'order_id', 'status', 'decided_at'])
    .where('prescription.id', '<>', prescriptionId)
    .where('order_id', 'is not', null)
    .where('released_at', 'is', null)
    .where('status', 'in', ['sent', 'approved'])
    .where('prescription.id', 'in', (eb) =>
      eb
        .selectFrom('prescription_fingerprint as same')
        .innerJoin('prescription_part', 'prescription_part.id', 'same.part_id')
        .select('prescription_part.prescription_id')
        .where('same.hash', 'in', selectHashes(ctx, prescriptionId)),
    )
    .$narrowType<{ order_id: number }>()
    .orderBy('prescription.id')
    .execute()
  return rows.map(({ id, order_id, status, decided_at }) => ({
    prescriptionId: id,
    orderId: order_id,
    approvedAt: status === 'approved' && decided_at !== null ? new Date(decided_at) : null,
  }))
}

/** Until the transaction ends nobody else decides on the same prescription. SQLite's transactions follow each other anyway. */
export async function lockFingerprints(ctx: TransactionContext, prescriptionId: number): Promise<void> {
  if (ctx.engine !== 'postgres') return
  // In one order, so that two never wait for each other.
  await ctx.db
    .selectFrom('prescription_fingerprint')
    .select('hash')
    .where('hash', 'in', selectHashes(ctx, prescriptionId))
    .orderBy('hash')
    .orderBy('part_id')
    .forUpdate()
    .execute()
}

function selectHashes(ctx: Context, prescriptionId: number) {
  return ctx.db
    .selectFrom('prescription_fingerprint as own')
    .innerJoin('prescription_part as own_part', 'own_part.id', 'own.part_id')
    .select('own.hash')
    .where('own_part.prescription_id', '=', prescriptionId)
}

async function readOrCreateKey(ctx: Context): Promise<Buffer> {
  const encryptedKey = (await findEncryptedKey(ctx)) ?? (await createEncryptedKey(ctx))
  return Buffer.from(ctx.encryption.decryptText(encryptedKey, buildFingerprintKeyEncryptionContext()), 'base64')
}

async function findEncryptedKey(ctx: Context): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('fingerprint_key').select('key_encrypted').executeTakeFirst()
  return row?.key_encrypted
}

async function createEncryptedKey(ctx: Context): Promise<string> {
  const key = randomBytes(32).toString('base64')
  const key_encrypted = ctx.encryption.encryptText(key, buildFingerprintKeyEncryptionContext())
  await ctx.db
    .insertInto('fingerprint_key')
    .values({ id: 1, key_encrypted })
    // Of two servers that make one, the first counts.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await findEncryptedKey(ctx)) ?? key_encrypted
}

/** As people write the same code: case, accents, spaces and dots do not count. */
function normalizeCode(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
