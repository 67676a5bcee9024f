/** Passkeys of the shop's own people, in place of password and code. Both stay: a device may be lost. */

import { randomBytes } from 'node:crypto'
import { evaluateAttempt, toStaffFailureKey } from '../accounts/failure-limiter.ts'
import {
  createRegistrationOptions,
  createSignInOptions,
  insertPasskey,
  listHolderPasskeys,
  lockPasskey,
  type Passkey,
  removeHolderPasskey,
  renameHolderPasskey,
  verifyPasskeySignIn,
  verifyRegistration,
} from '../accounts/passkeys.ts'
import { comparePassword } from '../accounts/passwords.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { record } from './audit.ts'
import type { Actor } from './roles.ts'
import { hashToken, toActor } from './staff-rows.ts'

/** What a browser's `navigator.credentials.get` takes, as JSON. */
export function createPasskeyOptions(ctx: Context): string {
  return createSignInOptions(ctx, 'staff')
}

/** @returns the token of a session that wants no second factor */
export async function signInWithPasskey(ctx: Context, responseJson: string, clientNetwork: string): Promise<string> {
  const staffId = await verifyPasskeySignIn(ctx, 'staff', responseJson, clientNetwork)
  const sessionToken = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await ctx.transact(async (ctx) => {
    const row = await findStaffRow(ctx, staffId)
    if (!row) throw new ShopError('passkey.refused')
    const session = {
      tokenHash: hashToken(sessionToken),
      staffId: row.id,
      isVerified: true,
      createdAt: now,
      usedAt: now,
    } as const
    await ctx.db.insertInto('staffSession').values(session).execute()
    const target = { type: 'staff', id: row.id, name: row.email } as const
    await record(ctx, toActor(row, clientNetwork), 'staff.signIn', target, 'passkey')
  })
  return sessionToken
}

/** Each with the hash of what is shown of it. */
export async function listPasskeys(ctx: Context, actor: Actor): Promise<(Passkey & { seenHash: string })[]> {
  const ownPasskeys = await listHolderPasskeys(ctx, 'staff', requireStaffId(actor))
  return ownPasskeys.map((passkey) => ({ ...passkey, seenHash: toSeenHash(passkey.name) }))
}

export async function startPasskeyRegistration(ctx: Context, actor: Actor, password: string): Promise<string> {
  const row = await findStaffRow(ctx, requireStaffId(actor))
  if (!row) throw new ShopError('staff.signedOut')
  const compare = async () => (await comparePassword(row.passwordHash ?? undefined, password)) || null
  if (!(await evaluateAttempt(ctx, toStaffFailureKey(row.email), actor.clientNetwork, compare)))
    throw new ShopError('password.wrong', { input: 'password' })
  return createRegistrationOptions(ctx, 'staff', row.id, row.email)
}

export async function addPasskey(ctx: Context, actor: Actor, passkey: { answer: string; name: string }): Promise<void> {
  const staffId = requireStaffId(actor)
  const newPasskey = await verifyRegistration(ctx, 'staff', staffId, passkey)
  await ctx.transact(async (ctx) => {
    await insertPasskey(ctx, 'staff', staffId, newPasskey)
    await auditAndNotify(ctx, actor, 'staff.addPasskey')
  })
}

export async function renamePasskey(
  ctx: Context,
  actor: Actor,
  id: string,
  name: string,
  seenHash: string,
): Promise<void> {
  const staffId = requireStaffId(actor)
  await ctx.transact(async (ctx) => {
    assertSeen((await lockPasskey(ctx, 'staff', staffId, id)).name, seenHash)
    await renameHolderPasskey(ctx, 'staff', staffId, id, name)
  })
}

export async function removePasskey(ctx: Context, actor: Actor, id: string, seenHash: string): Promise<void> {
  const staffId = requireStaffId(actor)
  await ctx.transact(async (ctx) => {
    assertSeen((await lockPasskey(ctx, 'staff', staffId, id)).name, seenHash)
    await removeHolderPasskey(ctx, 'staff', staffId, id)
    await auditAndNotify(ctx, actor, 'staff.removePasskey')
  })
}

async function auditAndNotify(
  ctx: TransactionContext,
  actor: Actor,
  action: 'staff.addPasskey' | 'staff.removePasskey',
): Promise<void> {
  const row = await findStaffRow(ctx, requireStaffId(actor))
  if (!row) throw new ShopError('staff.signedOut')
  await record(ctx, actor, action, { type: 'staff', id: row.id, name: row.email })
  const notice =
    action === 'staff.addPasskey'
      ? createNotice('passkeyAdded', row.name, null)
      : createNotice('passkeyRemoved', row.name)
  await notify(ctx, notice, { email: row.email })
}

function findStaffRow(ctx: Context, id: number): Promise<Row<'staff'> | undefined> {
  return ctx.db.selectFrom('staff').selectAll().where('id', '=', id).where('removedAt', 'is', null).executeTakeFirst()
}

/** Neither the operator nor a system has passkeys. */
function requireStaffId({ staffId }: Actor): number {
  if (staffId === null) throw new ShopError('staff.forbidden')
  return staffId
}
