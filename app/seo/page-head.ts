import { type Matches, siteOf } from './site.ts'

/** The shop's meta description. */
export function shopDescriptionOf(matches: Matches): string {
  return siteOf(matches)?.shop.description ?? ''
}

/** The picture of a page that has none of its own, or may show none. */
export const defaultPicturePath = '/card.png'

interface IndexedPage {
  title: string
  description?: string | undefined
  /** Path and query of its one address. */
  path: string
  picture?: string | undefined
  type?: 'product'
  /** Said before the description to who is shown a link. */
  price?: string | undefined
}

/** What a page that may be indexed tells search engines, and those who show a link to it (Open Graph). */
export function buildIndexedPageMeta(
  matches: Matches,
  { title, description, path, picture = defaultPicturePath, type, price }: IndexedPage,
) {
  const { origin = '', shop } = siteOf(matches) ?? {}
  const url = origin + path
  const toOpenGraphProperty = (name: string, content: string) => ({ property: `og:${name}`, content })
  return [
    ...(description ? [{ name: 'description', content: description }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    toOpenGraphProperty('type', type ?? 'website'),
    toOpenGraphProperty('title', title),
    ...(price ? [toOpenGraphProperty('description', `${price}. ${description}`)] : []),
    toOpenGraphProperty('url', url),
    toOpenGraphProperty('image', origin + picture),
    toOpenGraphProperty('site_name', shop?.name ?? ''),
  ]
}
