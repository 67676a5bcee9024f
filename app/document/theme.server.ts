import type { Palette } from '#server/platform/colour.ts'
import { color } from '../styles/tokens.css.ts'

/** The shop's own colours as a page has them. */
export interface Theme {
  css: string
  /** Of the browser's bars, in each scheme. */
  barColours: { light: string; dark: string }
}

/** Null for the green, which the style sheets have. */
export function buildTheme(palette: Palette | null): Theme | null {
  if (!palette) return null
  const { light, dark } = palette
  // Text on it is white in the style sheets, and on paper black.
  const { onAction: _, ...lightRoles } = light
  return {
    css: `:root{${formatRoles(lightRoles)}}@media (prefers-color-scheme:dark){:root{${formatRoles(dark)}}}`,
    barColours: { light: light.brand, dark: dark.brand },
  }
}

/** `--ac:#004d2c;--br:…`: the contract has `var(--ac)`. */
function formatRoles(roles: Partial<Palette['light']>): string {
  return Object.entries(roles)
    .map(([role, colour]) => `${color[role as keyof Palette['light']].slice(4, -1)}:${colour}`)
    .join(';')
}
