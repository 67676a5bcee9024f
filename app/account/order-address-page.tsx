import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { AddressOutcome } from '#server/orders/address-change.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { buildNoStoreHeaders, createFlashMessage, isShopError } from '../http/responses.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { formatAddressLine, formatShortAddress, formatZipcode } from '../texts/format.ts'
import { orderChangeTexts as texts } from '../texts/order-changes.ts'
import { AddressQuoteList, QuoteOptions } from '../ui/address-quote/address-quote.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { parseDeliveryChoice, toDeliveryChoiceValue } from '../ui/delivery-choice/delivery-choice.ts'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { FieldSet, TextField } from '../ui/field/field.tsx'
import { createFieldProps } from '../ui/field/field-props.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { OrderBreadcrumb } from './order-breadcrumb.tsx'
import { requireOwnOrder } from './problems.server.ts'

const toOrderPath = (orderId: number) => `/minha-conta/pedidos/${orderId}`

/** Another address for an order that is paid, with what it changes. */
export async function loader(args: LoaderFunctionArgs) {
  const { customerId, order } = await requireOwnOrder(args)
  const { addresses, orders, clock } = args.context.shop
  const addressId = parseId(new URL(args.request.url).searchParams.get('para'))
  const savedAddresses = await addresses.listAddresses(customerId)
  const address = savedAddresses.find(({ id }) => id === addressId)
  const quote = address
    ? await orders.changes
        .quoteAddressChange(customerId, { orderId: order.id, address, choice: null })
        .catch((error: unknown) => {
          if (!isShopError(error)) throw error
          return error.message
        })
    : null
  return {
    order: { id: order.id, address: order.address, type: order.type },
    canChange: orders.changes.canChange(order) && order.type === 'delivery',
    addressHash: orders.changes.hashAddressState(order),
    addresses: savedAddresses,
    addressId: address?.id ?? null,
    quote: typeof quote === 'string' ? null : quote,
    quoteError: typeof quote === 'string' ? quote : null,
    inputs: describeInputs(addresses.forms.AddressDetails),
    now: clock.now(),
  }
}

export const headers = buildNoStoreHeaders

const readSeenHashes = (formData: FormData) => ({
  addressHash: String(formData.get('seen_hash') ?? ''),
  quoteHash: String(formData.get('quote_hash') ?? ''),
})

const buildChangeRedirect = (orderId: number, { refundCents, surcharge }: AddressOutcome) =>
  surcharge
    ? { to: `${toOrderPath(orderId)}/diferenca` }
    : { to: toOrderPath(orderId), flash: createFlashMessage('ok', texts.changedMessage(refundCents)) }

/** 'Corrigir endereço': the same street, at another number or door. */
const changeDetailsForm = defineCustomerForm({
  intent: 'change-details',
  schema: ({ addresses }) => addresses.forms.AddressDetails,
  async run({ args, shop, formData }, { number, complement }) {
    const { customerId, order } = await requireOwnOrder(args)
    const address = { ...order.address, id: order.addressId, number, complement }
    const change = { orderId: order.id, address, choice: null }
    const by = { kind: 'customer', id: customerId } as const
    return shop.orders.changes.changeAddress(change, by, readSeenHashes(formData))
  },
  respond: ({ args }, quote) => buildChangeRedirect(parseId(args.params.id), quote),
})

/** 'Mudar endereço', as its quote stood on the page. */
const changeAddressForm = defineCustomerForm({
  intent: 'change-address',
  identifyingField: 'address_id',
  async run({ args, shop, formData }) {
    const { customerId, order } = await requireOwnOrder(args)
    const address = await shop.addresses.getAddress(customerId, parseId(formData.get('address_id')))
    const choice = parseDeliveryChoice(formData.get('delivery_option')) ?? null
    const by = { kind: 'customer', id: customerId } as const
    return shop.orders.changes.changeAddress({ orderId: order.id, address, choice }, by, readSeenHashes(formData))
  },
  respond: ({ args }, quote) => buildChangeRedirect(parseId(args.params.id), quote),
})

export const action = createCustomerAction(changeAddressForm, changeDetailsForm)

export const meta = createNoindexMeta(texts.addressTitle)

export default function OrderAddressPage() {
  const { order, canChange, addressHash, inputs, ...choiceProps } = useLoaderData<typeof loader>()
  const formState = toFormState(useActionData<typeof action>())
  const field = createFieldProps({
    inputs,
    texts: texts.detailsFields,
    values: order.address,
    state: formState.intent === 'change-details' ? formState : undefined,
  })
  return (
    <>
      <OrderBreadcrumb orderId={order.id} title={texts.addressTitle} />
      <div className={`${narrowColumn} ${stack}`}>
        <h1>{texts.addressTitle}</h1>
        <ErrorSummary errors={formState.errors} />
        <p>
          {texts.presentAddress} <b>{formatAddressLine(order.address)}</b>, {formatZipcode(order.address.zipcode)}.
        </p>
        {canChange && <QuotePanel order={order} addressHash={addressHash} {...choiceProps} />}
        {canChange && (
          <>
            <Panel title={texts.detailsTitle}>
              <PostForm className={stack}>
                <input type="hidden" name="seen_hash" value={addressHash} />
                <TextField {...field('number')} />
                <TextField {...field('complement')} />
                <p className={muted}>{texts.detailsHint}</p>
                <Button name="intent" value="change-details">
                  {texts.saveDetails}
                </Button>
              </PostForm>
            </Panel>
            <OtherAddresses orderId={order.id} {...choiceProps} />
          </>
        )}
        <p>
          <a href={toOrderPath(order.id)}>{texts.backToOrder}</a>
        </p>
      </div>
    </>
  )
}

type LoadedData = ReturnType<typeof useLoaderData<typeof loader>>

function QuotePanel({
  order,
  addressHash,
  quote,
  quoteError,
  addressId,
  now,
}: Pick<LoadedData, 'order' | 'addressHash' | 'quote' | 'quoteError' | 'addressId' | 'now'>) {
  if (quoteError) return <Message tone="warn">{quoteError}</Message>
  if (!quote) return null
  return (
    <Panel title={texts.quoteTitle}>
      <AddressQuoteList quote={quote} now={now} />
      <PostForm className={stack}>
        <input type="hidden" name="address_id" value={addressId ?? ''} />
        <input type="hidden" name="seen_hash" value={addressHash} />
        <input type="hidden" name="quote_hash" value={quote.seenHash} />
        <QuoteOptions quote={quote} now={now} toValue={toDeliveryChoiceValue} />
        <div className={row}>
          <Button name="intent" value="change-address">
            {quote.surchargeCents > 0 ? texts.confirmAndPay : texts.confirm}
          </Button>
          <ButtonLink variant="text" href={toOrderPath(order.id)}>
            {texts.keep}
          </ButtonLink>
        </div>
      </PostForm>
    </Panel>
  )
}

function OtherAddresses({
  orderId,
  addresses,
  addressId,
}: { orderId: number } & Pick<LoadedData, 'addresses' | 'addressId'>) {
  const path = `${toOrderPath(orderId)}/endereco`
  return (
    <Panel title={texts.otherAddressTitle}>
      {addresses.length === 0 ? (
        <p>{texts.noOtherAddress}</p>
      ) : (
        <form className={stack} action={path}>
          <FieldSet legend={texts.otherAddressLegend}>
            {addresses.map((address) => (
              <RadioCard
                key={address.id}
                name="para"
                value={address.id}
                required
                defaultChecked={address.id === addressId}
                label={formatShortAddress(address)}
                detail={`${formatAddressLine(address)}, ${formatZipcode(address.zipcode)}`}
              />
            ))}
          </FieldSet>
          <Button variant="outline">{texts.seeQuote}</Button>
        </form>
      )}
      <p>
        <a href={`/checkout/endereco?redirectTo=${encodeURIComponent(path)}`}>{texts.newAddress}</a>
      </p>
    </Panel>
  )
}
