import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import type { AddressQuote } from '#server/orders/address-change.ts'
import { parseId } from '../http/ids.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, row } from '../styles/shared.css.ts'
import { accountFieldTexts } from '../texts/account.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatZipcode } from '../texts/format.ts'
import { orderSurchargeTexts as surchargeTexts, backofficeChangeTexts as texts } from '../texts/order-changes.ts'
import { AddressQuoteList, QuoteOptions } from '../ui/address-quote/address-quote.tsx'
import { toDeliveryChoiceValue } from '../ui/delivery-choice/delivery-choice.ts'
import { TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import * as css from './backoffice.css.ts'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { changeAddressForm, removeByWishForm } from './order-change-forms.server.ts'
import { findSelectedLine, ItemFields } from './order-item-fields.tsx'
import { SeenState } from './seen-state.tsx'
import { type StaffRequest, showStaffForm } from './staff-pages.server.tsx'

const addressInputs = ['zipcode', 'street', 'number', 'complement', 'neighborhood', 'city', 'state'] as const

/** A quote, and the street of the postal code where another one was typed. */
type QuotedAddress = AddressQuote & { otherStreet: string | null }

type ChangeProps = { details: BackofficeOrder; request: StaffRequest; addressQuote: QuotedAddress | null; now: Date }

/** What an address that was typed would change, where its form was refused because nobody had seen that. */
export async function loadAddressQuote({
  shop,
  actor,
  params,
  failedForm,
}: StaffRequest): Promise<QuotedAddress | null> {
  if (failedForm?.errorCode !== 'change.unconfirmed' && failedForm?.errorCode !== 'change.quote') return null
  const address = shop.addresses.forms.NewAddress.safeParse(
    Object.fromEntries(addressInputs.map((input) => [input, failedForm.getFieldValue(input)])),
  )
  if (!address.success) return null
  try {
    const { orderChanges } = shop.backoffice
    const quote = await orderChanges.quoteAddressChange(actor, parseId(params.id), { ...address.data, id: null })
    return { ...quote, otherStreet: await shop.addresses.findOtherStreet(address.data) }
  } catch (error) {
    if (!isShopError(error)) throw error
    return null
  }
}

/** What was changed last by the customer's wish, since a label may be printed and a bag be full by then. */
export function LatestChanges({ details: { order, lines, changes, surcharge } }: Pick<ChangeProps, 'details'>) {
  if (surcharge?.state === 'waiting')
    return (
      <Message tone="warn">
        {surchargeTexts.waitingHint(surcharge.amountCents, formatDateAndTime(surcharge.dueAt))}
      </Message>
    )
  if (order.status !== 'preparing' && order.status !== 'paid') return null
  return changes.map((change) => (
    <Message key={`${change.kind} ${change.at.toISOString()}`} tone="warn">
      {change.kind === 'changeAddress'
        ? texts.addressChangedAt(formatTime(change.at))
        : texts.removedAt(
            formatTime(change.at),
            change.units,
            lines.find(({ productId }) => productId === change.productId)?.name ?? '',
          )}
    </Message>
  ))
}

/** What customers ask by phone. */
export function OrderChanges(props: ChangeProps) {
  if (!props.details.canChange) return null
  return (
    <section className={css.tablePanel} aria-label={texts.title}>
      <AddressForm {...props} />
      <RemovalForm {...props} />
    </section>
  )
}

function AddressForm({ details: { order, addressHash }, request, addressQuote, now }: ChangeProps) {
  if (order.type === 'pickup') return null
  const { field, failedForm } = showStaffForm(changeAddressForm, request, {
    texts: pickAddressTexts(),
    values: { ...order.address, zipcode: formatZipcode(order.address.zipcode) },
  })
  return (
    <FoldedForm title={texts.addressTitle} isOpen={failedForm !== undefined}>
      <SeenState seenHash={addressHash} />
      {addressQuote && (
        <>
          <input type="hidden" name="quote_hash" value={addressQuote.seenHash} />
          {addressQuote.otherStreet && <Message tone="warn">{texts.otherStreet(addressQuote.otherStreet)}</Message>}
          <AddressQuoteList quote={addressQuote} now={now} />
          <QuoteOptions quote={addressQuote} now={now} toValue={toDeliveryChoiceValue} />
        </>
      )}
      {addressInputs.map((input) => (
        <TextField key={input} {...field(input)} />
      ))}
      <div className={row}>
        <IntentButton intent="endereco" label={addressQuote ? texts.confirm : texts.quote} variant="outline" />
        <span className={muted}>{texts.addressHint}</span>
      </div>
    </FoldedForm>
  )
}

function pickAddressTexts() {
  const { zipcode, street, number, complement, neighborhood, city, state } = accountFieldTexts
  return { zipcode, street, number, complement, neighborhood, city, state }
}

/** Takes out what its customer does not want any more. */
function RemovalForm({ details: { lines }, request }: ChangeProps) {
  const keptLines = lines.filter(({ unitsToPick }) => unitsToPick > 0)
  if (keptLines.reduce((sum, { unitsToPick }) => sum + unitsToPick, 0) < 2) return null
  const { field, failedForm } = showStaffForm(removeByWishForm, request, {
    texts: texts.removeFields,
    values: { units: '1' },
  })
  return (
    <FoldedForm title={texts.removeTitle} isOpen={failedForm !== undefined}>
      <ItemFields
        field={field}
        lines={keptLines}
        selectedLine={failedForm && findSelectedLine(keptLines, failedForm, request.url)}
      />
      <div className={row}>
        <IntentButton intent="tirar-a-pedido" label={texts.remove} variant="danger" />
        <span className={muted}>{texts.removeHint}</span>
      </div>
    </FoldedForm>
  )
}
