/** Whose an account is once somebody has proved to read its mailbox. */

import type { TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { withdrawRecipient } from '../notify/mail/mail.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { markEmailConfirmed } from './customer.sql.ts'
import { eraseCodesOf } from './email-codes.ts'
import { moveGains } from './gains.sql.ts'
import { findAttemptCounterKey, forgetDevices } from './known-devices.ts'
import { revokeAllSessions } from './sessions.ts'

interface ProvenAccount {
  id: number
  isNew: boolean
  /** Somebody had registered the mailbox and never proved to read it. */
  hasClosedAnother: boolean
}

/**
 * The account of who reads a mailbox. One that was registered and never proved may be a stranger's, or of somebody who mistyped the
 * address: its orders, addresses and name are not shown to the reader, who gets an empty one. It stays for the law, and nobody enters it any
 * more. On a device that has signed in to it the reader is who registered it.
 * @param email in lower case
 * @param row the account of that e-mail
 */
export async function findOrCreateProvenAccount(
  ctx: TransactionContext,
  email: string,
  row: Row<'customer'> | undefined,
  deviceToken: string | null,
): Promise<ProvenAccount> {
  if (row && (row.emailConfirmedAt !== null || (await isOwnDevice(ctx, row.id, deviceToken)))) {
    await markEmailConfirmed(ctx, row.id, ctx.clock.now())
    return { id: row.id, isNew: false, hasClosedAnother: false }
  }
  if (row) await closeUnprovenAccount(ctx, row)
  const id = await createAccount(ctx, email)
  if (row) await moveGains(ctx, row.id, id)
  return { id, isNew: true, hasClosedAnother: row !== undefined }
}

async function isOwnDevice(ctx: TransactionContext, customerId: number, deviceToken: string | null): Promise<boolean> {
  return (await findAttemptCounterKey(ctx, customerId, deviceToken)) !== null
}

async function closeUnprovenAccount(ctx: TransactionContext, { id, email }: Row<'customer'>): Promise<void> {
  // An address that can never exist (RFC 2606).
  const formerEmail = `unproven-${id}@invalid`
  await ctx.db.updateTable('customer').set({ email: formerEmail, passwordHash: '' }).where('id', '=', id).execute()
  await eraseCodesOf(ctx, id)
  await revokeAllSessions(ctx, id)
  await forgetDevices(ctx, id, null)
  await withdrawRecipient(ctx, email, formerEmail)
}

async function createAccount(ctx: TransactionContext, email: string): Promise<number> {
  const now = ctx.clock.now()
  const emptyProfile = { firstName: '', lastName: '', phone: '', birthday: null, passwordHash: '' }
  const row = { ...emptyProfile, email, createdAt: now, emailConfirmedAt: now }
  const { id } = await ctx.db.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
  await notify(ctx, createNotice('welcome', null), { email })
  return id
}
