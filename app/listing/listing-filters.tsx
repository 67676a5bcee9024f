import type { Order } from '#server/catalogue/listing/category-scope.ts'
import type { Choice, Count, Facets } from '#server/catalogue/listing/facet-counts.ts'
import type { ChoiceKey, FacetKey, FlagKey } from '#server/catalogue/listing/facets.ts'
import { pair, stack } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { moneyInField } from '../texts/money.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chip } from '../ui/chips/chips.tsx'
import { Checkbox, FieldSet, TextField } from '../ui/field/field.tsx'
import { facetFields, filterChips } from './facet-fields.ts'
import { choicesHref, type ListingAddress, listingFields, listingHref, orderParams } from './listing-address.ts'

type ListingFiltersProps = { address: ListingAddress; facets: Facets }

const facetKeys = Object.keys(facetFields) as FacetKey[]
const flagKeys = facetKeys.filter((key): key is FlagKey => facetFields[key].type === 'flag')

/** The fields of a listing's filter form, each choice with the number of products it would leave. */
export function ListingFilters({ address, facets }: ListingFiltersProps) {
  const { filters } = address
  const otherFields = listingFields({ ...address, filters: undefined })
  // A filter that would find nothing is not offered, unless it is chosen.
  const flags = flagKeys.filter((key) => facets[key].products > 0 || filters[key])
  return (
    <>
      {otherFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {facetKeys.map((key) => (
        <FacetSection key={key} facet={key} address={address} facets={facets} />
      ))}
      {flags.length > 0 && (
        <FieldSet legend={texts.show}>
          {flags.map((key) => {
            const { name, on, label } = facetFields[key]
            return (
              <ChoiceBox key={key} name={name} value={on} label={label} count={facets[key]} isChecked={filters[key]} />
            )
          })}
        </FieldSet>
      )}
      <div className={stack}>
        <Button>{texts.apply}</Button>{' '}
        {filterChips(address.filters).length > 0 && (
          <ButtonLink variant="text" href={listingHref({ ...address, filters: undefined, page: 1 })}>
            {texts.clear}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** A facet's own field set; flags share one. */
function FacetSection({ facet: key, address, facets }: { facet: FacetKey } & ListingFiltersProps) {
  const field = facetFields[key]
  if (field.type === 'flag') return null
  if (field.type === 'amounts') {
    const { fromCents, toCents } = address.filters.price
    return (
      <FieldSet legend={texts.price}>
        <div className={pair}>
          <PriceField label={texts.priceFrom} name={field.from} cents={fromCents} />
          <PriceField label={texts.priceTo} name={field.to} cents={toCents} />
        </div>
      </FieldSet>
    )
  }
  const { name, legend, labels, values, page } = field
  const choices: Choice[] = facets[key as ChoiceKey]
  return (
    <Choices
      legend={legend}
      name={name}
      labels={labels}
      choices={values ? values.flatMap((value) => choices.find((choice) => choice.value === value) ?? []) : choices}
      values={address.filters[key as ChoiceKey]}
      allChoicesLink={
        page && facets.withMore.includes(key as ChoiceKey) && { name: page.link, href: choicesHref(name, address) }
      }
    />
  )
}

/** The choices of one filter as boxes. */
export function Choices({
  legend,
  name,
  labels,
  choices,
  values,
  allChoicesLink,
}: {
  legend: string
  name: string
  labels?: Readonly<Record<string, string>> | undefined
  choices: Choice[]
  values: readonly string[]
  /** Link to the page of all choices, when these are only some. */
  allChoicesLink?: { name: string; href: string } | false | undefined
}) {
  if (choices.length === 0) return null
  return (
    <FieldSet legend={legend}>
      {choices.map(({ value, ...count }) => (
        <ChoiceBox
          key={value}
          name={name}
          value={value}
          label={labels?.[value] ?? value}
          count={count}
          isChecked={values.includes(value)}
        />
      ))}
      {allChoicesLink && <a href={allChoicesLink.href}>{allChoicesLink.name}</a>}
    </FieldSet>
  )
}

function ChoiceBox({
  count: { products, isCapped },
  isChecked,
  ...box
}: {
  name: string
  value: string
  label: string
  count: Count
  isChecked: boolean
}) {
  return <Checkbox {...box} defaultChecked={isChecked} count={texts.count(products, isCapped)} />
}

function PriceField({ label, name, cents }: { label: string; name: string; cents: number | null }) {
  return (
    <TextField
      label={label}
      name={name}
      inputMode="decimal"
      placeholder={texts.pricePlaceholder}
      defaultValue={moneyInField(cents)}
    />
  )
}

/** What was found, and a chip for every active filter, which links to the listing without it. */
export function ActiveFilters({ address, count }: { address: ListingAddress; count: string }) {
  return (
    <>
      <span role="status">{count}</span>
      {filterChips(address.filters).map(({ name, filters }) => [
        ' ',
        <Chip key={name} href={listingHref({ ...address, filters, page: 1 })} removeLabel={texts.remove(name)}>
          {name}
        </Chip>,
      ])}
    </>
  )
}

export function countFilters(address: ListingAddress): number {
  return filterChips(address.filters).length
}

/** A listing's sort orders, each a link to its first page. */
export function toOrderLinks(address: ListingAddress) {
  return (Object.keys(orderParams) as Order[]).map((order) => ({
    name: texts.orders[order],
    href: listingHref({ ...address, order, page: 1 }),
    isCurrent: order === address.order,
  }))
}
