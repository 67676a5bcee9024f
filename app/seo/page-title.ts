import type { MetaFunction } from '@remix-run/node'
import { formatPageTitle } from '../texts/pages.ts'
import { findSite, type RouteMatches } from './site.ts'

/** A page's title with the shop's name behind it; the shop's name alone for a page without one. */
export function buildPageTitle(matches: RouteMatches, title: string | undefined): string {
  const shopName = findSite(matches)?.shop.name ?? ''
  return title ? formatPageTitle(title, shopName) : shopName
}

/** The head of a page that search engines leave out. */
export function createNoindexMeta(title: string): MetaFunction {
  return ({ matches }) => [{ title: buildPageTitle(matches, title) }, { name: 'robots', content: 'noindex' }]
}
