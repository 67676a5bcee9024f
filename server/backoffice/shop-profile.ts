import { shopTexts } from '../../app/texts/backoffice/shop.ts'
import type { Context } from '../context.ts'
import { toSeenHash } from '../platform/seen-state.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { readProfile, saveSeenProfile } from './seen-profile.ts'
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
  await saveSeenProfile(ctx, actor, seenHash, (before) => {
    const inputBefore: Record<string, string> = toProfileInput(before)
    const changedLabels = Object.entries(toProfileInput(profile)).flatMap(([name, text]) =>
      inputBefore[name] === text ? [] : [labels[name]?.[0] ?? name],
    )
    return { action: 'shop.change', detail: changedLabels.join(', '), profile: { ...profile, logo: before.logo } }
  })
}
