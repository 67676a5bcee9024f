import type { Shell } from '../shell/shell.server.ts'
import { pageTitle } from '../texts/pages.ts'

/** A page's title with the shop's name behind it; the shop's name alone for a page without one. */
export function titleOf(matches: { id: string; data: unknown }[], title: string | undefined): string {
  const shell = matches.find(({ id }) => id === 'root')?.data as Shell | undefined
  const shopName = shell?.shop.name ?? ''
  return title ? pageTitle(title, shopName) : shopName
}
