import { findSite, type RouteMatches } from './site.ts'

export function getShopDescription(matches: RouteMatches): string {
  return findSite(matches)?.shop.description ?? ''
}

/** The picture of a page that has none of its own, or may show none: made of the logo, so that a shop without one has none. */
export const defaultPicturePath = '/card.png'

interface IndexedPage {
  title: string
  description?: string | undefined
  /** Path and query of its one address. */
  path: string
  picturePath?: string | undefined
  type?: 'product'
  /** Precedes the description in the preview of a shared link. */
  priceText?: string | undefined
}

/** What a page that may be indexed tells search engines, and those who show a link to it (Open Graph). */
export function buildIndexedPageMeta(
  matches: RouteMatches,
  { title, description, path, picturePath: ownPicturePath, type, priceText }: IndexedPage,
) {
  const { origin = '', shop } = findSite(matches) ?? {}
  const picturePath = ownPicturePath ?? (shop?.logo === null ? null : defaultPicturePath)
  const url = origin + path
  const toOpenGraphProperty = (name: string, content: string) => ({ property: `og:${name}`, content })
  return [
    ...(description ? [{ name: 'description', content: description }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    toOpenGraphProperty('type', type ?? 'website'),
    toOpenGraphProperty('title', title),
    ...(priceText ? [toOpenGraphProperty('description', `${priceText}. ${description}`)] : []),
    toOpenGraphProperty('url', url),
    ...(picturePath === null ? [] : [toOpenGraphProperty('image', origin + picturePath)]),
    toOpenGraphProperty('site_name', shop?.name ?? ''),
  ]
}
