import type { Order } from '#server/catalogue/listing/category-scope.ts'
import type { Filters } from '#server/catalogue/listing/facets.ts'
import { categoryPath } from '../texts/category-path.ts'
import { filterFields, readFilters } from './facet-fields.ts'

/** A listing's address: category, search words, filters, order and page. */
export interface ListingAddress {
  category?: string | undefined
  child?: string | undefined
  search?: string | undefined
  /** Search the words as typed, without corrections. */
  exact: boolean
  filters: Filters
  order: Order
  page: number
}

type PartialAddress = { [Key in keyof ListingAddress]?: ListingAddress[Key] | undefined }

/** The orders by their names in addresses; the first is the default. */
export const orderParams: Record<Order, string> = {
  relevance: '',
  cheapest: 'menor-preco',
  dearest: 'maior-preco',
  discount: 'maior-desconto',
  name: 'nome',
}

/** Reads it from path and query; invalid values are ignored. */
export function readListing(name: string | undefined, query: URLSearchParams): ListingAddress {
  const page = Number(query.get('page') ?? '1')
  const search = query
    .get('search')
    ?.replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    // A cut may leave half a surrogate pair, which browser and server would show differently.
    .replace(/\p{Cs}$/u, '')
  const order = (Object.keys(orderParams) as Order[]).find((order) => orderParams[order] === query.get('ordem'))
  return {
    category: name,
    child: query.get('child') || undefined,
    search: search === '' ? undefined : search,
    exact: query.get('exato') === '1',
    filters: readFilters(query),
    order: order ?? 'relevance',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export function listingHref(address: PartialAddress): string {
  const { category, page = 1 } = address
  const query = new URLSearchParams(listingFields(address))
  if (page > 1) query.append('page', String(page))
  return query.size > 0 ? `${listingPath(category)}?${query}` : listingPath(category)
}

export function listingPath(category: string | undefined): string {
  return category ? categoryPath(category) : '/categoria'
}

/** The page with all choices of a filter; the rest of the listing's address stays. */
export function choicesHref(name: string, { category, ...address }: PartialAddress): string {
  const path = `/filtros/${name}${category ? `/${encodeURIComponent(category)}` : ''}`
  const query = new URLSearchParams(listingFields(address))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The address as form fields, without the page: another filter or order starts at page 1. */
export function listingFields({ child, search, exact, filters, order }: PartialAddress): [string, string][] {
  const fields: [string, string | false | undefined][] = [
    ['child', child],
    ['search', search],
    ['exato', exact && '1'],
    ...(filters ? filterFields(filters) : []),
    ['ordem', order && orderParams[order]],
  ]
  return fields.filter((field): field is [string, string] => Boolean(field[1]))
}
