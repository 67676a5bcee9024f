import type { AddressQuote } from '#server/orders/address-change.ts'
import { formatArrival } from '../../texts/delivery-promise.ts'
import { formatAddressLine, formatMoney, formatZipcode } from '../../texts/format.ts'
import { addressQuoteTexts as texts } from '../../texts/order-changes.ts'
import { DescriptionList } from '../description-list/description-list.tsx'
import { FieldSet } from '../field/field.tsx'
import { RadioCard } from '../radio-card/radio-card.tsx'

/** What another address changes: branch, time, fee, and what goes back or is to be paid. */
export function AddressQuoteList({ quote, now }: { quote: AddressQuote; now: Date }) {
  const { address, previousAddress, branch, previousBranch, feeCents, previousFeeCents } = quote
  const { promise, refundCents, surchargeCents } = quote
  return (
    <DescriptionList
      items={[
        { name: texts.from, value: formatPlace(previousAddress) },
        { name: texts.to, value: formatPlace(address) },
        { name: texts.branch, value: texts.change(previousBranch.name, branch.name) },
        { name: texts.arrival, value: promise && formatArrival(promise, now) },
        { name: texts.fee, value: texts.change(formatFee(previousFeeCents), formatFee(feeCents)) },
        { name: texts.refund, value: refundCents > 0 && <b>{formatMoney(refundCents)}</b> },
        { name: texts.surcharge, value: surchargeCents > 0 && <b>{formatMoney(surchargeCents)}</b> },
      ]}
    />
  )
}

type QuoteOptionsProps = {
  quote: AddressQuote
  now: Date
  toValue: (choice: AddressQuote['options'][number]['choice']) => string
}

/** How another branch brings it. */
export function QuoteOptions({ quote: { options, choice }, now, toValue }: QuoteOptionsProps) {
  const availableOptions = options.filter(({ obstacle }) => obstacle === null)
  if (!choice || availableOptions.length === 0) return null
  return (
    <FieldSet legend={texts.option}>
      {availableOptions.map((option) => (
        <RadioCard
          key={toValue(option.choice)}
          name="delivery_option"
          value={toValue(option.choice)}
          defaultChecked={toValue(option.choice) === toValue(choice)}
          label={formatArrival(option.deliveryPromise, now)}
        />
      ))}
    </FieldSet>
  )
}

function formatPlace(address: AddressQuote['address']): string {
  return `${formatAddressLine(address)}, ${formatZipcode(address.zipcode)}`
}

function formatFee(cents: number): string {
  return cents === 0 ? texts.free : formatMoney(cents)
}
