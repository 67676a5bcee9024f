/** Codes of an authenticator app (TOTP, RFC 6238), and ten recovery codes for when the phone is away. */

import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { normalizeLabelledCode } from '../platform/user-input.ts'

/** Seconds for which a code holds (RFC 6238, section 5.2). */
const codePeriodSeconds = 30
/** Steps by which a phone's clock may be off. */
const maxDriftSteps = 1
const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The address that the app reads from a QR code; makes the secret the first time. */
export async function startEnrolment(
  ctx: Context,
  { id, email }: Pick<Row<'staff'>, 'id' | 'email'>,
): Promise<{ uri: string; secret: string }> {
  await ctx.db
    .updateTable('staff')
    .set({
      totpSecretEncrypted: ctx.encryption.encryptText(new Secret({ size: 20 }).base32, buildEncryptionContext(id)),
    })
    .where('id', '=', id)
    .where('totpSecretEncrypted', 'is', null)
    .execute()
  const row = await ctx.db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const totp = createTotp(ctx, row)
  return {
    uri: new TOTP({ issuer: ctx.settings.profile.name, label: email, secret: totp.secret }).toString(),
    secret: totp.secret.base32,
  }
}

/**
 * The app's first code: from now on one is asked at every sign-in.
 * @returns the recovery codes, which are shown this once; null for a wrong code
 */
export async function confirmEnrolment(
  ctx: TransactionContext,
  row: Row<'staff'>,
  code: string,
): Promise<string[] | null> {
  if (!(await verifyTotpCode(ctx, row, code))) return null
  await ctx.db.updateTable('staff').set({ isTotpConfirmed: true }).where('id', '=', row.id).execute()
  return renewRecoveryCodes(ctx, row.id)
}

/** Which of the two a code is; each is accepted once. @returns null for neither */
export async function verifyCode(
  ctx: TransactionContext,
  row: Row<'staff'>,
  input: string,
): Promise<'app' | 'recovery code' | null> {
  const code = normalizeLabelledCode(input).toLowerCase()
  if (/^\d{6}$/.test(code)) return (await verifyTotpCode(ctx, row, code)) ? 'app' : null
  const { numDeletedRows } = await ctx.db
    .deleteFrom('staffRecoveryCode')
    .where('staffId', '=', row.id)
    .where('codeHash', '=', hashRecoveryCode(row.id, code))
    .executeTakeFirst()
  return numDeletedRows === 1n ? 'recovery code' : null
}

async function verifyTotpCode(ctx: TransactionContext, row: Row<'staff'>, code: string): Promise<boolean> {
  if (row.totpSecretEncrypted === null) return false
  const now = ctx.clock.now().getTime()
  const driftSteps = createTotp(ctx, row).validate({ token: code, timestamp: now, window: maxDriftSteps })
  if (driftSteps === null) return false
  const totpStep = Math.floor(now / 1000 / codePeriodSeconds) + driftSteps
  const { numUpdatedRows } = await ctx.db
    .updateTable('staff')
    .set({ lastTotpStep: totpStep })
    .where('id', '=', row.id)
    .where('lastTotpStep', '<', totpStep)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns ten new ones, `abcd-efgh`; the older ones are void */
export async function renewRecoveryCodes(ctx: TransactionContext, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateRecoveryCode(8))
  await ctx.db.deleteFrom('staffRecoveryCode').where('staffId', '=', staffId).execute()
  const rows = codes.map((code) => ({ staffId, codeHash: hashRecoveryCode(staffId, code) }))
  await ctx.db.insertInto('staffRecoveryCode').values(rows).execute()
  return codes.map((code) => `${code.slice(0, 4)}-${code.slice(4)}`)
}

export const encryptedColumns: EncryptedColumn[] = [
  { table: 'staff', column: 'totp_secret_encrypted', buildEncryptionContext },
]

function createTotp(ctx: Context, { id, totpSecretEncrypted }: Pick<Row<'staff'>, 'id' | 'totpSecretEncrypted'>): TOTP {
  const secretBase32 = ctx.encryption.decryptText(totpSecretEncrypted ?? '', buildEncryptionContext(id))
  return new TOTP({
    issuer: ctx.settings.profile.name,
    period: codePeriodSeconds,
    secret: Secret.fromBase32(secretBase32),
  })
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
