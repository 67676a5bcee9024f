/**
 * Codes that a newer one has replaced: they open nothing, but who types one is told so, and it uses up no try of the newer one. They are
 * remembered by the hash of their hash for as long as they would have been valid. A guesser learns by them nothing of the newer code.
 */

import type { Context, TransactionContext } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { claimOnce, isClaimed } from './attempt-limiter.ts'

export const codeLifetimeMinutes = 15
export const maxCodeAttempts = 5

const claimName = 'former code'

/** Of a code that may still be entered. */
interface CurrentCode {
  code_hash: string
  expires_at: string
}

/** @param codeHash none where no code was replaced */
export async function rememberFormerCode(ctx: TransactionContext, codeHash: string | undefined): Promise<void> {
  if (codeHash !== undefined) await claimOnce(ctx, claimName, codeHash, codeLifetimeMinutes)
}

export function isFormerCode(ctx: Context, codeHash: string): Promise<boolean> {
  return isClaimed(ctx, claimName, codeHash)
}

/** @param currentCode none where there is no newer code to use */
export async function createCodeRefusal(
  ctx: Context,
  codeHash: string,
  currentCode: CurrentCode | undefined,
  input: string,
): Promise<ShopError> {
  if (!currentCode || !(await isFormerCode(ctx, codeHash))) return new ShopError('code.invalid', { input })
  return new ShopError('code.former', {
    input,
    sentAt: addMinutes(new Date(currentCode.expires_at), -codeLifetimeMinutes),
  })
}
