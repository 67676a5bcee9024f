/** A customer's passkeys. Of a confirmed mailbox alone: else a stranger could leave one in somebody else's account. */

import type { Context } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { assertNotBlocked } from './blocks.ts'
import { requireCustomerRow } from './customer.sql.ts'
import { toDeviceName } from './device-name.ts'
import {
  createRegistrationOptions,
  createSignInOptions,
  insertPasskey,
  listHolderPasskeys,
  type Passkey,
  removeHolderPasskey,
  renameHolderPasskey,
  verifyPasskeySignIn,
  verifyRegistration,
} from './passkeys.ts'
import { verifyPasswordOrCode } from './password-changes.ts'
import { startSession } from './sessions.ts'

/** What a browser's `navigator.credentials.get` takes, as JSON. */
export function createPasskeyOptions(ctx: Context): string {
  return createSignInOptions(ctx, 'customer')
}

export function listPasskeys(ctx: Context, customerId: number): Promise<Passkey[]> {
  return listHolderPasskeys(ctx, 'customer', customerId)
}

/** @returns the session token */
export async function signInWithPasskey(
  ctx: Context,
  responseJson: string,
  clientNetwork: string,
  userAgent: string | null = null,
): Promise<string> {
  const customerId = await verifyPasskeySignIn(ctx, 'customer', responseJson, clientNetwork)
  return ctx.transact(async (ctx) => {
    assertNotBlocked(await requireCustomerRow(ctx, customerId))
    return startSession(ctx, customerId, { device: toDeviceName(userAgent), signedInBy: 'passkey' })
  })
}

/** What a browser makes a passkey with, once its customer has proved to be the holder. */
export async function startPasskeyRegistration(
  ctx: Context,
  customerId: number,
  passwordOrCode: string,
  clientNetwork: string,
): Promise<string> {
  const { email, emailConfirmedAt } = await requireCustomerRow(ctx, customerId)
  if (emailConfirmedAt === null) throw new ShopError('passkey.unconfirmed')
  await verifyPasswordOrCode(ctx, customerId, passwordOrCode, clientNetwork)
  return createRegistrationOptions(ctx, 'customer', customerId, email)
}

export async function addPasskey(
  ctx: Context,
  customerId: number,
  passkey: { answer: string; name: string },
): Promise<void> {
  const newPasskey = await verifyRegistration(ctx, 'customer', customerId, passkey)
  await ctx.transact(async (ctx) => {
    await insertPasskey(ctx, 'customer', customerId, newPasskey)
    const { email, firstName } = await requireCustomerRow(ctx, customerId)
    await notify(ctx, createNotice('passkeyAdded', firstName, '/minha-conta/chaves'), { email })
  })
}

export function renamePasskey(ctx: Context, customerId: number, id: string, name: string): Promise<void> {
  return renameHolderPasskey(ctx, 'customer', customerId, id, name)
}

export function removePasskey(ctx: Context, customerId: number, id: string): Promise<void> {
  return ctx.transact(async (ctx) => {
    await removeHolderPasskey(ctx, 'customer', customerId, id)
    const { email, firstName } = await requireCustomerRow(ctx, customerId)
    await notify(ctx, createNotice('passkeyRemoved', firstName), { email })
  })
}
