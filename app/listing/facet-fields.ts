import type { ChoiceKey, FacetKey, Filters } from '#server/catalogue/listing/facets.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { moneyInField, parseMoney } from '../texts/money.ts'

/** How a facet of `server/catalogue/listing/facets.ts` stands in an address and on the page. */
interface FacetField<Value> {
  read(query: URLSearchParams): Value
  write(value: Value): [name: string, value: string][]
  /** Each thing chosen, and what remains without it. */
  toChips(value: Value): { name: string; rest: Value }[]
}

/** In the order of the filter form. A facet without a row here does not compile. */
export const facetFields = {
  kinds: choicesField({
    name: 'tipo',
    legend: texts.kind,
    labels: texts.kinds,
    values: ['generico', 'similar', 'referencia'],
  }),
  price: amountsField('de', 'ate'),
  brands: choicesField({ name: 'marca', legend: texts.brand, page: { title: texts.brands, link: texts.allBrands } }),
  ingredients: choicesField({
    name: 'principio',
    legend: texts.ingredient,
    page: { title: texts.ingredients, link: texts.allIngredients },
  }),
  inStock: flagField('estoque', '1', texts.inStock),
  onOffer: flagField('oferta', '1', texts.onOffer),
  withoutPrescription: flagField('receita', '0', texts.withoutPrescription),
} satisfies { readonly [Key in FacetKey]: FacetField<Filters[Key]> }

/** The most choices read of one filter. */
const maxChoices = 20

interface ChoiceField {
  name: string
  legend: string
  /** The words for its values, where they are not words themselves. */
  labels?: Readonly<Record<string, string>>
  /** The values offered, in this order; without them all, the most frequent first. */
  values?: readonly string[]
  /** The page of all its choices, and the link to it. */
  page?: { title: string; link: string }
}

function choicesField<Value extends string>(field: Omit<ChoiceField, 'values'> & { values?: readonly Value[] }) {
  const { name, labels, values } = field
  return {
    ...(field as ChoiceField),
    type: 'choices' as const,
    read(query: URLSearchParams): readonly Value[] {
      const all = query.getAll(name)
      if (values) return values.filter((value) => all.includes(value))
      return [...new Set(all)].filter(isName).slice(0, maxChoices) as Value[]
    },
    write: (selection: readonly Value[]) => selection.map((value): [string, string] => [name, value]),
    toChips: (selection: readonly Value[]) =>
      selection.map((value) => ({ name: labels?.[value] ?? value, rest: selection.filter((one) => one !== value) })),
  }
}

/** PostgreSQL refuses text with a NUL. */
function isName(value: string): boolean {
  return value !== '' && value.length <= 200 && !/[\0\ufffd]/.test(value)
}

/** @param on the field's value in addresses */
function flagField(name: string, on: string, label: string) {
  return {
    type: 'flag' as const,
    name,
    on,
    label,
    read: (query: URLSearchParams) => query.get(name) === on,
    write: (isOn: boolean): [string, string][] => (isOn ? [[name, on]] : []),
    toChips: (isOn: boolean) => (isOn ? [{ name: label, rest: false }] : []),
  }
}

function amountsField(from: string, to: string) {
  type Range = Filters['price']
  return {
    type: 'amounts' as const,
    from,
    to,
    read: (query: URLSearchParams): Range => ({
      fromCents: parseMoney(query.get(from) ?? '', ','),
      toCents: parseMoney(query.get(to) ?? '', ','),
    }),
    write: ({ fromCents, toCents }: Range): [string, string][] => [
      [from, moneyInField(fromCents)],
      [to, moneyInField(toCents)],
    ],
    toChips: (range: Range) => [
      ...(range.fromCents === null
        ? []
        : [{ name: texts.from(formatMoney(range.fromCents)), rest: { ...range, fromCents: null } }]),
      ...(range.toCents === null
        ? []
        : [{ name: texts.to(formatMoney(range.toCents)), rest: { ...range, toCents: null } }]),
    ],
  }
}

/** The rows as one type: a filter's value always belongs to its own facet. */
const facetEntries = Object.entries(facetFields) as [FacetKey, FacetField<unknown>][]

export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(facetEntries.map(([key, field]) => [key, field.read(query)])) as unknown as Filters
}

/** The filters as form fields; of a price that is not set an empty one. */
export function filterFields(filters: Filters): [string, string][] {
  return facetEntries.flatMap(([key, field]) => field.write(filters[key]))
}

/** Each active filter's name, and the filters that remain without it. */
export function filterChips(filters: Filters): { name: string; filters: Filters }[] {
  return facetEntries.flatMap(([key, field]) =>
    field.toChips(filters[key]).map(({ name, rest }) => ({ name, filters: { ...filters, [key]: rest } })),
  )
}

/** The facet whose choices have a page of that name. */
export function findFacetWithPage(name: string | undefined): ChoiceKey | undefined {
  const keys = Object.keys(facetFields) as FacetKey[]
  return keys.find((key): key is ChoiceKey => {
    const field = facetFields[key]
    return field.type === 'choices' && field.page !== undefined && field.name === name
  })
}
