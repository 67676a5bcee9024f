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
    .insertInto('prescriptionFingerprint')
    .values(hashes.map((hash) => ({ partId, hash })))
    .execute()
}

/** Of a part whose file is another one by now. */
export async function replaceHashes(ctx: TransactionContext, partId: number, hashes: string[]): Promise<void> {
  await ctx.db.deleteFrom('prescriptionFingerprint').where('partId', '=', partId).execute()
  await recordHashes(ctx, partId, hashes)
}

/** To a part that is the same prescription. */
export async function copyHashes(ctx: TransactionContext, fromPartId: number, toPartId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom('prescriptionFingerprint')
    .select('hash')
    .where('partId', '=', fromPartId)
    .execute()
  const hashs = rows.map(({ hash }) => hash)
  await recordHashes(ctx, toPartId, hashs)
}

/** The other prescriptions that are the same, as far as orders use them or have used them, oldest first. */
export async function listEarlierUses(ctx: Context, prescriptionId: number): Promise<EarlierUse[]> {
  const rows = await ctx.db
    .selectFrom('prescription')
    .select(['prescription.id', 'orderId', 'status', 'decidedAt'])
    .where('prescription.id', '<>', prescriptionId)
    .where('orderId', 'is not', null)
    .where('releasedAt', 'is', null)
    .where('status', 'in', ['sent', 'approved'])
    .where('prescription.id', 'in', (eb) =>
      eb
        .selectFrom('prescriptionFingerprint as same')
        .innerJoin('prescriptionPart', 'prescriptionPart.id', 'same.partId')
        .select('prescriptionPart.prescriptionId')
        .where('same.hash', 'in', selectHashes(ctx, prescriptionId)),
    )
    .$narrowType<{ orderId: number }>()
    .orderBy('prescription.id')
    .execute()
  return rows.map(({ id, orderId, status, decidedAt }) => ({
    prescriptionId: id,
    orderId,
    approvedAt: status === 'approved' && decidedAt !== null ? decidedAt : null,
  }))
}

/** Until the transaction ends nobody else decides on the same prescription. SQLite's transactions follow each other anyway. */
export async function lockFingerprints(ctx: TransactionContext, prescriptionId: number): Promise<void> {
  if (ctx.engine !== 'postgres') return
  // In one order, so that two never wait for each other.
  await ctx.db
    .selectFrom('prescriptionFingerprint')
    .select('hash')
    .where('hash', 'in', selectHashes(ctx, prescriptionId))
    .orderBy('hash')
    .orderBy('partId')
    .forUpdate()
    .execute()
}

function selectHashes(ctx: Context, prescriptionId: number) {
  return ctx.db
    .selectFrom('prescriptionFingerprint as own')
    .innerJoin('prescriptionPart as ownPart', 'ownPart.id', 'own.partId')
    .select('own.hash')
    .where('ownPart.prescriptionId', '=', prescriptionId)
}

async function readOrCreateKey(ctx: Context): Promise<Buffer> {
  const encryptedKey = (await findEncryptedKey(ctx)) ?? (await createEncryptedKey(ctx))
  return Buffer.from(ctx.encryption.decryptText(encryptedKey, buildFingerprintKeyEncryptionContext()), 'base64')
}

async function findEncryptedKey(ctx: Context): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('fingerprintKey').select('keyEncrypted').executeTakeFirst()
  return row?.keyEncrypted
}

async function createEncryptedKey(ctx: Context): Promise<string> {
  const key = randomBytes(32).toString('base64')
  const keyEncrypted = ctx.encryption.encryptText(key, buildFingerprintKeyEncryptionContext())
  await ctx.db
    .insertInto('fingerprintKey')
    .values({ id: 1, keyEncrypted })
    // Of two servers that make one, the first counts.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await findEncryptedKey(ctx)) ?? keyEncrypted
}

/** As people write the same code: case, accents, spaces and dots do not count. */
function normalizeCode(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
