import type { Filters, Order } from '#server/catalogue/listing/filters.ts'
import { categoryPath } from '../texts/category-path.ts'
import { moneyInField, parseMoney } from '../texts/money.ts'

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
export const orderNames: Record<Order, string> = {
  relevance: '',
  cheapest: 'menor-preco',
  dearest: 'maior-preco',
  discount: 'maior-desconto',
  name: 'nome',
}

export const kindNames = ['generico', 'similar', 'referencia'] as const

/** The most choices read of one filter. */
const maxChosen = 20

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
  const namesOf = (key: string) => [...new Set(query.getAll(key))].filter(isName).slice(0, maxChosen)
  const order = (Object.keys(orderNames) as Order[]).find((order) => orderNames[order] === query.get('ordem'))
  return {
    category: name,
    child: query.get('child') || undefined,
    search: search === '' ? undefined : search,
    exact: query.get('exato') === '1',
    filters: {
      brands: namesOf('marca'),
      ingredients: namesOf('principio'),
      kinds: kindNames.filter((kind) => query.getAll('tipo').includes(kind)),
      fromCents: parseMoney(query.get('de') ?? '', ','),
      toCents: parseMoney(query.get('ate') ?? '', ','),
      inStock: query.get('estoque') === '1',
      onOffer: query.get('oferta') === '1',
      withoutPrescription: query.get('receita') === '0',
    },
    order: order ?? 'relevance',
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** PostgreSQL refuses text with a NUL. */
function isName(value: string): boolean {
  return value !== '' && value.length <= 200 && !/[\0\ufffd]/.test(value)
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

/** The filters that have a page of all their choices, by their names in addresses. */
export const choiceFilters = { marca: 'brands', principio: 'ingredients' } as const

export type ChoiceFilterName = keyof typeof choiceFilters

/** The page with all choices of a filter; the rest of the listing's address stays. */
export function choicesHref(name: ChoiceFilterName, { category, ...address }: PartialAddress): string {
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
    ...(filters?.brands ?? []).map((brand): [string, string] => ['marca', brand]),
    ...(filters?.ingredients ?? []).map((ingredient): [string, string] => ['principio', ingredient]),
    ...(filters?.kinds ?? []).map((kind): [string, string] => ['tipo', kind]),
    ['de', moneyInField(filters?.fromCents ?? null)],
    ['ate', moneyInField(filters?.toCents ?? null)],
    ['estoque', filters?.inStock && '1'],
    ['oferta', filters?.onOffer && '1'],
    ['receita', filters?.withoutPrescription && '0'],
    ['ordem', order && orderNames[order]],
  ]
  return fields.filter((field): field is [string, string] => Boolean(field[1]))
}
