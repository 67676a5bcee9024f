import type { SortOrder } from '#server/catalogue/listing/category-scope.ts'
import type { CappedCount, FacetChoice, Facets } from '#server/catalogue/listing/facet-counts.ts'
import type { ChoiceKey, FacetKey, FlagKey } from '#server/catalogue/listing/facets.ts'
import { fieldPair, stack } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chip } from '../ui/chips/chips.tsx'
import { Checkbox, FieldSet, TextField } from '../ui/field/field.tsx'
import { facetFields, toFilterChips } from './facet-fields.ts'
import {
  type ListingParams,
  paramBySortOrder,
  toFacetChoicesHref,
  toListingFields,
  toListingHref,
} from './listing-params.ts'

type ListingFiltersProps = { params: ListingParams; facets: Facets }

const facetKeys = Object.keys(facetFields) as FacetKey[]
const flagKeys = facetKeys.filter((key): key is FlagKey => facetFields[key].type === 'flag')

/** The fields of a listing's filter form, each choice with the number of products it would leave. */
export function ListingFilters({ params, facets }: ListingFiltersProps) {
  const { filters } = params
  const hiddenFields = toListingFields({ ...params, filters: undefined })
  // A filter that would find nothing is not offered, unless it is chosen.
  const offeredFlagKeys = flagKeys.filter((key) => facets[key].productCount > 0 || filters[key])
  return (
    <>
      {hiddenFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {facetKeys.map((key) => (
        <FacetSection key={key} facetKey={key} params={params} facets={facets} />
      ))}
      {offeredFlagKeys.length > 0 && (
        <FieldSet legend={texts.showLegend}>
          {offeredFlagKeys.map((key) => {
            const { name, paramValue, label } = facetFields[key]
            return (
              <ChoiceCheckbox
                key={key}
                name={name}
                value={paramValue}
                label={label}
                cappedCount={facets[key]}
                isChecked={filters[key]}
              />
            )
          })}
        </FieldSet>
      )}
      <div className={stack}>
        <Button>{texts.applyFilters}</Button>{' '}
        {toFilterChips(params.filters).length > 0 && (
          <ButtonLink variant="text" href={toListingHref({ ...params, filters: undefined, page: 1 })}>
            {texts.clearFilters}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** A facet's own field set; flags share one. */
function FacetSection({ facetKey: key, params, facets }: { facetKey: FacetKey } & ListingFiltersProps) {
  const field = facetFields[key]
  if (field.type === 'flag') return null
  if (field.type === 'priceRange') {
    const { minCents, maxCents } = params.filters.price
    return (
      <FieldSet legend={texts.price}>
        <div className={fieldPair}>
          <PriceField label={texts.priceFrom} name={field.fromFieldName} cents={minCents} />
          <PriceField label={texts.priceTo} name={field.toFieldName} cents={maxCents} />
        </div>
      </FieldSet>
    )
  }
  const { name, legend, labels, values, choicesPage } = field
  const choices: FacetChoice[] = facets[key as ChoiceKey]
  return (
    <ChoiceFieldSet
      legend={legend}
      name={name}
      labels={labels}
      choices={values ? values.flatMap((value) => choices.find((choice) => choice.value === value) ?? []) : choices}
      selectedValues={params.filters[key as ChoiceKey]}
      allChoicesLink={
        choicesPage &&
        facets.truncatedKeys.includes(key as ChoiceKey) && {
          name: choicesPage.linkText,
          href: toFacetChoicesHref(name, params),
        }
      }
    />
  )
}

type ChoiceFieldSetProps = {
  legend: string
  name: string
  labels?: Readonly<Record<string, string>> | undefined
  choices: FacetChoice[]
  selectedValues: readonly string[]
  allChoicesLink?: { name: string; href: string } | false | undefined
}

export function ChoiceFieldSet({ legend, name, labels, choices, selectedValues, allChoicesLink }: ChoiceFieldSetProps) {
  if (choices.length === 0) return null
  return (
    <FieldSet legend={legend}>
      {choices.map(({ value, ...cappedCount }) => (
        <ChoiceCheckbox
          key={value}
          name={name}
          value={value}
          label={labels?.[value] ?? value}
          cappedCount={cappedCount}
          isChecked={selectedValues.includes(value)}
        />
      ))}
      {allChoicesLink && <a href={allChoicesLink.href}>{allChoicesLink.name}</a>}
    </FieldSet>
  )
}

type ChoiceCheckboxProps = { name: string; value: string; label: string; cappedCount: CappedCount; isChecked: boolean }

function ChoiceCheckbox({
  cappedCount: { productCount, isCapped = false },
  isChecked,
  ...checkboxProps
}: ChoiceCheckboxProps) {
  return (
    <Checkbox
      {...checkboxProps}
      defaultChecked={isChecked}
      trailingContent={texts.countLabel(productCount, isCapped)}
    />
  )
}

function PriceField({ label, name, cents }: { label: string; name: string; cents: number | null }) {
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      placeholder={texts.pricePlaceholder}
      defaultValue={formatMoneyInput(cents)}
    />
  )
}

/** What was found, and a chip for every active filter, which links to the listing without it. */
export function ResultSummary({ params, countText }: { params: ListingParams; countText: string }) {
  return (
    <>
      <span role="status">{countText}</span>
      {toFilterChips(params.filters).map(({ name, filters }) => [
        ' ',
        <Chip key={name} href={toListingHref({ ...params, filters, page: 1 })} removeLabel={texts.removeFilter(name)}>
          {name}
        </Chip>,
      ])}
    </>
  )
}

export function countActiveFilters(params: ListingParams): number {
  return toFilterChips(params.filters).length
}

/** A listing's sort orders, each a link to its first page. */
export function toSortLinks(params: ListingParams) {
  return (Object.keys(paramBySortOrder) as SortOrder[]).map((order) => ({
    name: texts.sortOrders[order],
    href: toListingHref({ ...params, order, page: 1 }),
    isCurrent: order === params.order,
  }))
}
