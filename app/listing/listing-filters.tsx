import type { Choice, Count, Facets } from '#server/catalogue/listing/facets.ts'
import type { Order } from '#server/catalogue/listing/filters.ts'
import { pair, stack } from '../styles/shared.css.ts'
import { listingTexts as texts } from '../texts/catalogue.ts'
import { formatMoney } from '../texts/format.ts'
import { moneyInField } from '../texts/money.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chip } from '../ui/chips/chips.tsx'
import { Checkbox, FieldSet, TextField } from '../ui/field/field.tsx'
import {
  choicesHref,
  kindNames,
  type ListingAddress,
  listingFields,
  listingHref,
  orderNames,
} from './listing-address.ts'

type ListingFiltersProps = { address: ListingAddress; facets: Facets }

/** The fields of a listing's filter form, each choice with the number of products it would leave. */
export function ListingFilters({ address, facets }: ListingFiltersProps) {
  const { filters } = address
  const otherFields = listingFields({ ...address, filters: undefined })
  const kinds = kindNames.flatMap((kind) => facets.kinds.find(({ value }) => value === kind) ?? [])
  // A filter that would find nothing is not offered, unless it is chosen.
  const sections = [
    { name: 'estoque', value: '1', label: texts.inStock, count: facets.inStock, on: filters.inStock },
    { name: 'oferta', value: '1', label: texts.onOffer, count: facets.onOffer, on: filters.onOffer },
    {
      name: 'receita',
      value: '0',
      label: texts.withoutPrescription,
      count: facets.withoutPrescription,
      on: filters.withoutPrescription,
    },
  ].filter(({ count, on }) => count.products > 0 || on)
  return (
    <>
      {otherFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Choices
        legend={texts.kind}
        name="tipo"
        choices={kinds}
        values={filters.kinds}
        nameOf={(kind) => texts.kinds[kind]}
      />
      <FieldSet legend={texts.price}>
        <div className={pair}>
          <PriceField label={texts.priceFrom} name="de" cents={filters.fromCents} />
          <PriceField label={texts.priceTo} name="ate" cents={filters.toCents} />
        </div>
      </FieldSet>
      <Choices
        legend={texts.brand}
        name="marca"
        choices={facets.brands}
        values={filters.brands}
        all={facets.moreBrands && { name: texts.allBrands, href: choicesHref('marca', address) }}
      />
      <Choices
        legend={texts.ingredient}
        name="principio"
        choices={facets.ingredients}
        values={filters.ingredients}
        all={facets.moreIngredients && { name: texts.allIngredients, href: choicesHref('principio', address) }}
      />
      {sections.length > 0 && (
        <FieldSet legend={texts.show}>
          {sections.map((box) => (
            <ChoiceBox key={box.name} {...box} />
          ))}
        </FieldSet>
      )}
      <div className={stack}>
        <Button>{texts.apply}</Button>{' '}
        {removals(address).length > 0 && (
          <ButtonLink variant="text" href={listingHref({ ...address, filters: undefined, page: 1 })}>
            {texts.clear}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** The choices of one filter as boxes. */
export function Choices<Value extends string>({
  legend,
  name,
  choices,
  values,
  nameOf = (value) => value,
  all,
}: {
  legend: string
  name: string
  choices: Choice<Value>[]
  values: readonly Value[]
  nameOf?: (value: Value) => string
  /** Link to the page of all choices, when these are only some. */
  all?: { name: string; href: string } | false
}) {
  if (choices.length === 0) return null
  return (
    <FieldSet legend={legend}>
      {choices.map(({ value, ...count }) => (
        <ChoiceBox
          key={value}
          name={name}
          value={value}
          label={nameOf(value)}
          count={count}
          on={values.includes(value)}
        />
      ))}
      {all && <a href={all.href}>{all.name}</a>}
    </FieldSet>
  )
}

function ChoiceBox({
  count: { products, isCapped },
  on,
  ...box
}: {
  name: string
  value: string
  label: string
  count: Count
  on: boolean
}) {
  return <Checkbox {...box} defaultChecked={on} count={texts.count(products, isCapped)} />
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
export function ChosenFilters({ address, count }: { address: ListingAddress; count: string }) {
  return (
    <>
      <span role="status">{count}</span>
      {removals(address).map(({ name, filters }) => [
        ' ',
        <Chip key={name} href={listingHref({ ...address, filters, page: 1 })} removes={texts.remove(name)}>
          {name}
        </Chip>,
      ])}
    </>
  )
}

export function filterCount(address: ListingAddress): number {
  return removals(address).length
}

/** A listing's sort orders, each a link to its first page. */
export function listingOrders(address: ListingAddress) {
  return (Object.keys(orderNames) as Order[]).map((order) => ({
    name: texts.orders[order],
    href: listingHref({ ...address, order, page: 1 }),
    isCurrent: order === address.order,
  }))
}

/** Each active filter's name, and the filters that remain without it. */
function removals({ filters }: ListingAddress) {
  const { brands, ingredients, kinds, fromCents, toCents, inStock, onOffer, withoutPrescription } = filters
  const without = <Value,>(values: readonly Value[], removed: Value) => values.filter((value) => value !== removed)
  return [
    ...kinds.map((kind) => ({ name: texts.kinds[kind], filters: { ...filters, kinds: without(kinds, kind) } })),
    ...(fromCents === null
      ? []
      : [{ name: texts.from(formatMoney(fromCents)), filters: { ...filters, fromCents: null } }]),
    ...(toCents === null ? [] : [{ name: texts.to(formatMoney(toCents)), filters: { ...filters, toCents: null } }]),
    ...brands.map((brand) => ({ name: brand, filters: { ...filters, brands: without(brands, brand) } })),
    ...ingredients.map((one) => ({ name: one, filters: { ...filters, ingredients: without(ingredients, one) } })),
    ...(inStock ? [{ name: texts.inStock, filters: { ...filters, inStock: false } }] : []),
    ...(onOffer ? [{ name: texts.onOffer, filters: { ...filters, onOffer: false } }] : []),
    ...(withoutPrescription
      ? [{ name: texts.withoutPrescription, filters: { ...filters, withoutPrescription: false } }]
      : []),
  ]
}
