import type { Palette } from '#server/platform/colour.ts'
import type { Shop } from '#server/shop.ts'
import { color, space, white } from '../styles/tokens.css.ts'

/** The shop's own looks as a page has them. */
export interface Theme {
  css: string
  /** Of the browser's bars, in each scheme; null for the green. */
  barColours: { light: string; dark: string } | null
}

/** A logo is made for a light ground. */
const darkLogoRule = `img[src^="/imagens/logo-"]{background:${white};box-shadow:0 0 0 ${space.half} ${white}}`

/** Null for the looks that the style sheets have, whose every page is as short as can be. */
export function buildTheme({ palette, profile }: Pick<Shop, 'palette' | 'profile'>): Theme | null {
  if (!palette && !profile.logo) return null
  // Text on it is white in the style sheets, and on paper black.
  const { onAction: _, ...lightRoles } = palette?.light ?? {}
  const darkRules = [palette && `:root{${formatRoles(palette.dark)}}`, profile.logo && darkLogoRule].filter(Boolean)
  return {
    css: `:root{${formatRoles(lightRoles)}}@media (prefers-color-scheme:dark){${darkRules.join('')}}`,
    barColours: palette && { light: palette.light.brand, dark: palette.dark.brand },
  }
}

/** `--ac:#004d2c;--br:…`: the contract has `var(--ac)`. */
function formatRoles(roles: Partial<Palette['light']>): string {
  return Object.entries(roles)
    .map(([role, colour]) => `${color[role as keyof Palette['light']].slice(4, -1)}:${colour}`)
    .join(';')
}
