import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../database/connection.ts'
import type { Encryption } from '../platform/encryption.ts'
import type { NewPrescriptionPart } from './prescription.ts'

interface Deps {
  database: Database
  encryption: Encryption
}

/** What of an upload tells that it is the same prescription. */
interface FingerprintSource extends Pick<NewPrescriptionPart, 'issuers' | 'code' | 'sncr'> {
  /** The file as it was sent, and as it is stored: a photo's hidden data change nothing. */
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

export type FingerprintService = ReturnType<typeof createFingerprintService>

/** The key's context in the encryption. */
export const buildFingerprintKeyEncryptionContext = () => 'prescription fingerprint key'

/**
 * Recognises a prescription that was sent before, by whomever: by keyed hashes of file, signature, number, issuer and code, kept as
 * long as the prescription. Their key does not change with ENCRYPTION_KEYS, which encrypt it.
 */
export function createFingerprintService({ database, encryption }: Deps) {
  let cachedKeyPromise: Promise<Buffer> | null = null
  return { computeHashes, recordHashes, copyHashes, listEarlierUses, lockFingerprints }

  /** Outside of transactions, since the first one makes the key. */
  async function computeHashes({ issuers, code, sncr, files, signatureDigests }: FingerprintSource): Promise<string[]> {
    const fingerprintedValues = [
      ...files.map((file) => ['file', file] as const),
      ...signatureDigests.map((signatureDigest) => ['signature', signatureDigest] as const),
      ...(code === '' ? [] : [['code', `${normalizeCode(issuers)}/${normalizeCode(code)}`] as const]),
      ...(sncr ? [['sncr', sncr] as const] : []),
    ]
    if (fingerprintedValues.length === 0) return []
    const hmacKey = await getCachedKey()
    const hashes = fingerprintedValues.map(([kind, content]) =>
      createHmac('sha256', hmacKey).update(`${kind} `).update(content).digest('base64url'),
    )
    return [...new Set(hashes)]
  }

  async function recordHashes(tx: Transaction, partId: number, hashes: string[]): Promise<void> {
    if (hashes.length === 0) return
    await tx
      .insertInto('prescription_fingerprint')
      .values(hashes.map((hash) => ({ part_id: partId, hash })))
      .execute()
  }

  /** To a part that is the same prescription. */
  async function copyHashes(tx: Transaction, fromPartId: number, toPartId: number): Promise<void> {
    const rows = await tx
      .selectFrom('prescription_fingerprint')
      .select('hash')
      .where('part_id', '=', fromPartId)
      .execute()
    await recordHashes(
      tx,
      toPartId,
      rows.map(({ hash }) => hash),
    )
  }

  /** The other prescriptions that are the same, as far as orders use them or have used them, oldest first. */
  async function listEarlierUses(prescriptionId: number, db: Transaction = database.db): Promise<EarlierUse[]> {
    const rows = await db
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
          .where('same.hash', 'in', selectHashes(db, prescriptionId)),
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
  async function lockFingerprints(tx: Transaction, prescriptionId: number): Promise<void> {
    if (database.engine !== 'postgres') return
    // In one order, so that two never wait for each other.
    await tx
      .selectFrom('prescription_fingerprint')
      .select('hash')
      .where('hash', 'in', selectHashes(tx, prescriptionId))
      .orderBy('hash')
      .orderBy('part_id')
      .forUpdate()
      .execute()
  }

  function selectHashes(db: Transaction, prescriptionId: number) {
    return db
      .selectFrom('prescription_fingerprint as own')
      .innerJoin('prescription_part as own_part', 'own_part.id', 'own.part_id')
      .select('own.hash')
      .where('own_part.prescription_id', '=', prescriptionId)
  }

  function getCachedKey(): Promise<Buffer> {
    cachedKeyPromise ??= readOrCreateKey().catch((error) => {
      cachedKeyPromise = null
      throw error
    })
    return cachedKeyPromise
  }

  async function readOrCreateKey(): Promise<Buffer> {
    const encryptedKey = encryption.encryptText(
      randomBytes(32).toString('base64'),
      buildFingerprintKeyEncryptionContext(),
    )
    await database.db
      .insertInto('fingerprint_key')
      .values({ id: 1, key_encrypted: encryptedKey })
      // Of two servers that make one, the first counts.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const { key_encrypted } = await database.db
      .selectFrom('fingerprint_key')
      .select('key_encrypted')
      .executeTakeFirstOrThrow()
    return Buffer.from(encryption.decryptText(key_encrypted, buildFingerprintKeyEncryptionContext()), 'base64')
  }
}

/** As people write the same code: case, accents, spaces and dots do not count. */
function normalizeCode(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
