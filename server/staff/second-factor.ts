import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { normalizeCode } from '../platform/user-input.ts'

/** Seconds for which a code holds (RFC 6238, section 5.2). */
const codePeriodSeconds = 30
/** Steps by which a phone's clock may be off. */
const maxDriftSteps = 1
const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  /** As the app shows it: the shop's name. */
  issuer: string
}

/** Codes of an authenticator app (TOTP, RFC 6238), and ten recovery codes for when the phone is away. */
export function createSecondFactorService({ database, clock, encryption, issuer }: Deps) {
  const { db } = database
  return { startEnrolment, confirmEnrolment, verifyCode, renewRecoveryCodes, reencrypt }

  /** The address that the app reads from a QR code; makes the secret the first time. */
  async function startEnrolment({
    id,
    email,
  }: Pick<Row<'staff'>, 'id' | 'email'>): Promise<{ uri: string; secret: string }> {
    await db
      .updateTable('staff')
      .set({
        totp_secret_encrypted: encryption.encryptText(new Secret({ size: 20 }).base32, buildEncryptionContext(id)),
      })
      .where('id', '=', id)
      .where('totp_secret_encrypted', 'is', null)
      .execute()
    const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const totp = createTotp(row)
    return { uri: new TOTP({ issuer, label: email, secret: totp.secret }).toString(), secret: totp.secret.base32 }
  }

  /**
   * The app's first code: from now on one is asked at every sign-in.
   * @returns the recovery codes, which are shown this once; null for a wrong code
   */
  async function confirmEnrolment(tx: Transaction, row: Row<'staff'>, code: string): Promise<string[] | null> {
    if (!(await verifyTotpCode(tx, row, code))) return null
    await tx.updateTable('staff').set({ totp_confirmed: 1 }).where('id', '=', row.id).execute()
    return renewRecoveryCodes(tx, row.id)
  }

  /** Whether a code is the app's, or a recovery code; each is accepted once. */
  async function verifyCode(tx: Transaction, row: Row<'staff'>, input: string): Promise<boolean> {
    const code = normalizeCode(input).toLowerCase()
    if (/^\d{6}$/.test(code)) return verifyTotpCode(tx, row, code)
    const { numDeletedRows } = await tx
      .deleteFrom('staff_recovery_code')
      .where('staff_id', '=', row.id)
      .where('code_hash', '=', hashRecoveryCode(row.id, code))
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  async function verifyTotpCode(tx: Transaction, row: Row<'staff'>, code: string): Promise<boolean> {
    if (row.totp_secret_encrypted === null) return false
    const now = clock.now().getTime()
    const driftSteps = createTotp(row).validate({ token: code, timestamp: now, window: maxDriftSteps })
    if (driftSteps === null) return false
    const totpStep = Math.floor(now / 1000 / codePeriodSeconds) + driftSteps
    const { numUpdatedRows } = await tx
      .updateTable('staff')
      .set({ last_totp_step: totpStep })
      .where('id', '=', row.id)
      .where('last_totp_step', '<', totpStep)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** @returns ten new ones, `abcd-efgh`; the older ones are void */
  async function renewRecoveryCodes(tx: Transaction, staffId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => generateRecoveryCode(8))
    await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
    const rows = codes.map((code) => ({ staff_id: staffId, code_hash: hashRecoveryCode(staffId, code) }))
    await tx.insertInto('staff_recovery_code').values(rows).execute()
    return codes.map((code) => `${code.slice(0, 4)}-${code.slice(4)}`)
  }

  /** Brings the secrets under the newest key. */
  function reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    return reencryptColumn(
      { db, encryption },
      { table: 'staff', column: 'totp_secret_encrypted', buildEncryptionContext },
      options,
    )
  }

  function createTotp({ id, totp_secret_encrypted }: Pick<Row<'staff'>, 'id' | 'totp_secret_encrypted'>): TOTP {
    const secretBase32 = encryption.decryptText(totp_secret_encrypted ?? '', buildEncryptionContext(id))
    return new TOTP({ issuer, period: codePeriodSeconds, secret: Secret.fromBase32(secretBase32) })
  }
}

function buildEncryptionContext(id: number): string {
  return `staff ${id} totp`
}

/** Forty random bits each, tried against a limit: a plain hash is enough. */
function hashRecoveryCode(staffId: number, code: string): string {
  return createHash('sha256').update(`${staffId} ${code}`).digest('base64url')
}

function generateRecoveryCode(length: number): string {
  return Array.from({ length }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join('')
}
