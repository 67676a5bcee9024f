import type { Context, TransactionContext } from '../context.ts'
import { lockDatabaseKind } from '../database/database-kind.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { assertSeen } from '../platform/seen-state.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'
import { record } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'

/**
 * Saves what the form's sender saw, changed, with its line of the audit trail.
 * @throws ShopError "page.outdated", "profile.unreadable", "profile.readOnly"
 */
export async function saveSeenProfile(
  ctx: Context,
  actor: Actor,
  seenHash: string,
  change: (before: ShopProfile) => { action: string; detail: string | null; profile: ShopProfile },
): Promise<void> {
  await ctx.transact(async (ctx) => {
    // Until the transaction ends no other process changes the file.
    await lockDatabaseKind(ctx)
    const before = readProfile(ctx)
    assertSeen(before, seenHash)
    const { action, detail, profile } = change(before)
    await record(ctx, actor, action, { type: 'shop', id: null }, detail)
    await writeProfile(ctx, profile)
  })
}

/** A file that was edited by hand, and cannot be read, is not written over. @throws ShopError "profile.unreadable" */
export function readProfile({ settings }: Context): ShopProfile {
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
