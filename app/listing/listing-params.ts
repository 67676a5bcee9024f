import type { SortOrder } from '#server/catalogue/listing/category-scope.ts'
import type { Filters } from '#server/catalogue/listing/facets.ts'
import { toCategoryPath } from '../texts/category-path.ts'
import { readFilters, toFilterFields } from './facet-fields.ts'

/** A listing's address: category, search words, filters, order and page. */
export interface ListingParams {
  categorySlug?: string | undefined
  subcategorySlug?: string | undefined
  search?: string | undefined
  /** Search the words as typed, without corrections. */
  exact: boolean
  filters: Filters
  order: SortOrder
  page: number
}

type PartialListingParams = { [Key in keyof ListingParams]?: ListingParams[Key] | undefined }

/** The orders by their names in addresses; the first is the default. */
export const paramBySortOrder: Record<SortOrder, string> = {
  relevance: '',
  cheapest: 'menor-preco',
  dearest: 'maior-preco',
  discount: 'maior-desconto',
  name: 'nome',
}

/** Reads it from path and query; invalid values are ignored. */
export function parseListingParams(categorySlug: string | undefined, query: URLSearchParams): ListingParams {
  const page = Number(query.get('page') ?? '1')
  const search = query
    .get('search')
    ?.replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    // A cut may leave half a surrogate pair, which browser and server would show differently.
    .replace(/\p{Cs}$/u, '')
  const order = (Object.keys(paramBySortOrder) as SortOrder[]).find(
    (order) => paramBySortOrder[order] === query.get('ordem'),
  )
  return {
    categorySlug: categorySlug,
    subcategorySlug: query.get('child') || undefined,
    search: search === '' ? undefined : search,
    exact: query.get('exato') === '1',
    filters: readFilters(query),
    order: order ?? 'relevance',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export function toListingHref(params: PartialListingParams): string {
  const { categorySlug, page = 1 } = params
  const query = new URLSearchParams(toListingFields(params))
  if (page > 1) query.append('page', String(page))
  return query.size > 0 ? `${toListingPath(categorySlug)}?${query}` : toListingPath(categorySlug)
}

export function toListingPath(categorySlug: string | undefined): string {
  return categorySlug ? toCategoryPath(categorySlug) : '/categoria'
}

/** The page with all choices of a filter; the rest of the listing's address stays. */
export function toFacetChoicesHref(filterName: string, { categorySlug, ...queryParams }: PartialListingParams): string {
  const path = `/filtros/${filterName}${categorySlug ? `/${encodeURIComponent(categorySlug)}` : ''}`
  const query = new URLSearchParams(toListingFields(queryParams))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The address as form fields, without the page: another filter or order starts at page 1. */
export function toListingFields({
  subcategorySlug,
  search,
  exact,
  filters,
  order,
}: PartialListingParams): [string, string][] {
  const fields: [string, string | false | undefined][] = [
    ['child', subcategorySlug],
    ['search', search],
    ['exato', exact && '1'],
    ...(filters ? toFilterFields(filters) : []),
    ['ordem', order && paramBySortOrder[order]],
  ]
  return fields.filter((field): field is [string, string] => Boolean(field[1]))
}
