import { createHash } from 'node:crypto'
import { pictureFolder } from '../catalogue/import/pictures.ts'
import { createConversionLimiter } from '../catalogue/picture-uploader.ts'
import type { Context } from '../context.ts'
import type { ShopProfile } from '../platform/shop-profile.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { drawLogo } from './logo-pictures.ts'
import { saveSeenProfile } from './seen-profile.ts'

/**
 * In the header, and in all icons.
 * @throws ShopError "staff.forbidden", "upload.busy", and those of `drawLogo` and `changeProfile`
 */
export async function changeLogo(ctx: Context, actor: Actor, content: Uint8Array, seenHash: string): Promise<void> {
  requirePermission(actor, 'shop.change')
  const { header, square, width, height } = await ctx.memory(createConversionLimiter).run(() => drawLogo(content))
  const key = `logo-${createHash('sha256').update(square).digest('hex').slice(0, 12)}`
  await ctx.files.write(`${pictureFolder}/${key}-512.webp`, square)
  await ctx.files.write(`${pictureFolder}/${key}.webp`, header)
  await saveLogo(ctx, actor, 'shop.logo', { key, width, height }, seenHash)
}

/** Its name stands there again. @throws ShopError "staff.forbidden", and those of `changeProfile` */
export async function removeLogo(ctx: Context, actor: Actor, seenHash: string): Promise<void> {
  requirePermission(actor, 'shop.change')
  await saveLogo(ctx, actor, 'shop.removeLogo', undefined, seenHash)
}

function saveLogo(ctx: Context, actor: Actor, action: string, logo: ShopProfile['logo'], seenHash: string) {
  return saveSeenProfile(ctx, actor, seenHash, (before) => ({ action, detail: null, profile: { ...before, logo } }))
}
