import { shopTexts } from '../../app/texts/backoffice/shop.ts'
import type { Context, TransactionContext } from '../context.ts'
import { lockDatabaseKind } from '../database/database-kind.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { type ProfileInput, toProfileInput } from './shop-profile-form.ts'

const labels: Record<string, readonly [label: string, hint?: string]> = shopTexts.fields

/** As `shop.json` has it now, with the hash of all of it, for the forms. @throws ShopError "staff.forbidden", "profile.unreadable" */
export async function loadProfile(
  ctx: Context,
  actor: Actor,
): Promise<{ profile: ShopProfile; input: ProfileInput; seenHash: string }> {
  requirePermission(actor, 'shop.change')
  const profile = readProfile(ctx)
  return { profile, input: toProfileInput(profile), seenHash: toSeenHash(profile) }
}

/** @throws ShopError "staff.forbidden", "page.outdated", "profile.unreadable", "profile.readOnly" */
export async function changeProfile(
  ctx: Context,
  actor: Actor,
  profile: Omit<ShopProfile, 'logo'>,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'shop.change')
  await ctx.transact(async (ctx) => {
    const before = await lockSeenProfile(ctx, seenHash)
    const inputBefore: Record<string, string> = toProfileInput(before)
    const changedLabels = Object.entries(toProfileInput(profile)).flatMap(([name, text]) =>
      inputBefore[name] === text ? [] : [labels[name]?.[0] ?? name],
    )
    await record(ctx, actor, 'shop.change', { type: 'shop', id: null }, changedLabels.join(', '))
    await writeProfile(ctx, { ...profile, logo: before.logo })
  })
}

/** The profile, which no other process changes until the transaction ends. @throws ShopError "page.outdated", "profile.unreadable" */
async function lockSeenProfile(ctx: TransactionContext, seenHash: string): Promise<ShopProfile> {
  await lockDatabaseKind(ctx)
  const profile = readProfile(ctx)
  assertSeen(profile, seenHash)
  return profile
}

/** A file that was edited by hand, and cannot be read, is not written over. @throws ShopError "profile.unreadable" */
function readProfile({ settings }: Context): ShopProfile {
  try {
    return settings.profileFile.readNow()
  } catch (cause) {
    if (!(cause instanceof OperatorError)) throw cause
    throw new ShopError('profile.unreadable', {}, { cause })
  }
}

const readOnlyErrorCodes = ['EACCES', 'EPERM', 'EROFS', 'EBUSY']

/** Comes last in a transaction: what is undone after it would stay in the file. @throws ShopError "profile.readOnly" */
async function writeProfile({ settings }: TransactionContext, profile: ShopProfile): Promise<void> {
  try {
    await settings.profileFile.write(profile)
  } catch (cause) {
    if (!readOnlyErrorCodes.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    throw new ShopError('profile.readOnly', {}, { cause })
  }
}
