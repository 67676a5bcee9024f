import type { ChoiceKey, FacetKey, Filters } from '#server/catalogue/listing/facets.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { formatMoneyInput, parseMoney } from '../texts/money.ts'

/** How a facet of `server/catalogue/listing/facets.ts` stands in an address and on the page. */
interface FacetField<Value> {
  read(query: URLSearchParams): Value
  toFields(value: Value): [name: string, value: string][]
  /** Each thing chosen, and what remains without it. */
  toChips(value: Value): { name: string; remainingValue: Value }[]
}

/** In the order of the filter form. A facet without a row here does not compile. */
export const facetFields = {
  kinds: createChoicesField({
    name: 'tipo',
    legend: texts.kind,
    labels: texts.kinds,
    values: ['generico', 'similar', 'referencia'],
  }),
  price: createPriceRangeField('de', 'ate'),
  brands: createChoicesField({
    name: 'marca',
    legend: texts.brand,
    choicesPage: { title: texts.brands, linkText: texts.allBrands },
  }),
  ingredients: createChoicesField({
    name: 'principio',
    legend: texts.ingredient,
    choicesPage: { title: texts.ingredients, linkText: texts.allIngredients },
  }),
  inStock: createFlagField('estoque', '1', texts.inStock),
  onOffer: createFlagField('oferta', '1', texts.onOffer),
  inBagPromotion: createFlagField('promocao', '1', texts.inBagPromotion),
  withoutPrescription: createFlagField('receita', '0', texts.withoutPrescription),
} satisfies { readonly [Key in FacetKey]: FacetField<Filters[Key]> }

/** The most choices read of one filter. */
const maxSelectedValues = 20

interface ChoiceField {
  name: string
  legend: string
  /** The words for its values, where they are not words themselves. */
  labels?: Readonly<Record<string, string>>
  /** The values offered, in this order; without them all, the most frequent first. */
  values?: readonly string[]
  /** The page of all its choices, and the link to it. */
  choicesPage?: { title: string; linkText: string }
}

function createChoicesField<Value extends string>(field: Omit<ChoiceField, 'values'> & { values?: readonly Value[] }) {
  const { name, labels, values } = field
  return {
    ...(field as ChoiceField),
    type: 'choices' as const,
    read(query: URLSearchParams): readonly Value[] {
      const paramValues = query.getAll(name)
      if (values) return values.filter((value) => paramValues.includes(value))
      return [...new Set(paramValues)].filter(isStorableValue).slice(0, maxSelectedValues) as Value[]
    },
    toFields: (selection: readonly Value[]) => selection.map((value): [string, string] => [name, value]),
    toChips: (selection: readonly Value[]) =>
      selection.map((value) => ({
        name: labels?.[value] ?? value,
        remainingValue: selection.filter((one) => one !== value),
      })),
  }
}

/** PostgreSQL refuses text with a NUL. */
function isStorableValue(value: string): boolean {
  return value !== '' && value.length <= 200 && !/[\0\ufffd]/.test(value)
}

function createFlagField(name: string, paramValue: string, label: string) {
  return {
    type: 'flag' as const,
    name,
    paramValue,
    label,
    read: (query: URLSearchParams) => query.get(name) === paramValue,
    toFields: (isOn: boolean): [string, string][] => (isOn ? [[name, paramValue]] : []),
    toChips: (isOn: boolean) => (isOn ? [{ name: label, remainingValue: false }] : []),
  }
}

function createPriceRangeField(fromFieldName: string, toFieldName: string) {
  type PriceRange = Filters['price']
  return {
    type: 'priceRange' as const,
    fromFieldName,
    toFieldName,
    read: (query: URLSearchParams): PriceRange => ({
      minCents: parseMoney(query.get(fromFieldName) ?? '', ','),
      maxCents: parseMoney(query.get(toFieldName) ?? '', ','),
    }),
    toFields: ({ minCents, maxCents }: PriceRange): [string, string][] => [
      [fromFieldName, formatMoneyInput(minCents)],
      [toFieldName, formatMoneyInput(maxCents)],
    ],
    toChips: (range: PriceRange) => [
      ...(range.minCents === null
        ? []
        : [{ name: texts.minPriceFilter(formatMoney(range.minCents)), remainingValue: { ...range, minCents: null } }]),
      ...(range.maxCents === null
        ? []
        : [{ name: texts.maxPriceFilter(formatMoney(range.maxCents)), remainingValue: { ...range, maxCents: null } }]),
    ],
  }
}

/** The rows as one type: a filter's value always belongs to its own facet. */
const facetEntries = Object.entries(facetFields) as [FacetKey, FacetField<unknown>][]

export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(facetEntries.map(([key, field]) => [key, field.read(query)])) as unknown as Filters
}

/** The filters as form fields; of a price that is not set an empty one. */
export function toFilterFields(filters: Filters): [string, string][] {
  return facetEntries.flatMap(([key, field]) => field.toFields(filters[key]))
}

/** Each active filter's name, and the filters that remain without it. */
export function toFilterChips(filters: Filters): { name: string; filters: Filters }[] {
  return facetEntries.flatMap(([key, field]) =>
    field
      .toChips(filters[key])
      .map(({ name, remainingValue }) => ({ name, filters: { ...filters, [key]: remainingValue } })),
  )
}

export function findFacetWithPage(name: string | undefined): ChoiceKey | undefined {
  const keys = Object.keys(facetFields) as FacetKey[]
  return keys.find((key): key is ChoiceKey => {
    const field = facetFields[key]
    return field.type === 'choices' && field.choicesPage !== undefined && field.name === name
  })
}
