import type { Shop } from '#server/shop.ts'
import type { LogoPicture } from '../ui/shop-mark/shop-mark.tsx'

/** For `ShopLogoContext`. The picture is of a screen of density 2. */
export function getShopLogo({ profile: { logo }, isSandbox }: Pick<Shop, 'profile' | 'isSandbox'>) {
  if (!logo) return isSandbox ? undefined : null
  const size = { width: Math.ceil(logo.width / 2), height: Math.ceil(logo.height / 2) }
  return { src: `/imagens/${logo.key}.webp`, ...size } satisfies LogoPicture
}
