import type { MetaArgs, MetaFunction } from '@remix-run/node'
import { formatPageTitle } from '../texts/pages.ts'
import { findSite, type RouteMatches } from './site.ts'

/** A page's title with the shop's name behind it; the shop's name alone for a page without one. */
export function buildPageTitle(matches: RouteMatches, title: string | undefined): string {
  const shopName = findSite(matches)?.shop.name ?? ''
  return title ? formatPageTitle(title, shopName) : shopName
}

type TitleOf<Loader> = (data: MetaArgs<Loader>['data']) => string | undefined

/** The head of a page that search engines leave out. */
export function createNoindexMeta<Loader = unknown>(title: string | TitleOf<Loader>): MetaFunction<Loader> {
  return ({ data, matches }) => [
    { title: buildPageTitle(matches, typeof title === 'string' ? title : title(data)) },
    { name: 'robots', content: 'noindex' },
  ]
}
