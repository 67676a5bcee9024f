import type { MetaFunction } from '@remix-run/node'
import { formatPageTitle } from '../texts/pages.ts'
import { type Matches, siteOf } from './site.ts'

/** A page's title with the shop's name behind it; the shop's name alone for a page without one. */
export function buildPageTitle(matches: Matches, title: string | undefined): string {
  const shopName = siteOf(matches)?.shop.name ?? ''
  return title ? formatPageTitle(title, shopName) : shopName
}

/** The head of a page that search engines leave out. */
export function createNoindexMeta(title: string): MetaFunction {
  return ({ matches }) => [{ title: buildPageTitle(matches, title) }, { name: 'robots', content: 'noindex' }]
}
