import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { CoverageNotice } from '../shell/coverage-notice.tsx'
import { muted, outdent, small, spread, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { type DeliveryHours, deliveryTexts } from '../texts/delivery.ts'
import { optionTexts } from '../texts/delivery-options.ts'
import { addressLine, formatZipcode } from '../texts/format.ts'
import type { PaymentWays } from '../texts/payment-ways.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { FieldSet, TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { besideTwo } from './bag-step.css.ts'
import { BagSums } from './bag-sums.tsx'
import { CouponForm } from './coupon-form.tsx'
import { NextStep } from './next-step.tsx'

type BagStepProps = {
  review: ReviewedBag
  /** Paid by Pix in this shop; else at a payment provider's page. */
  ways: PaymentWays
  /** Into how many parts a card divides the total. */
  installments: string | null
  /** Null where no branch delivers, or the postal code is not known. */
  delivery: DeliveryHours | null
  /** What its branch asks for the delivery. */
  feeCents: number
  zipcode: string | null
  /** A customer's, to be told when a branch delivers there. */
  email: string | undefined
  /** What the stock check removed, in sentences. */
  stockChanges: string[]
  /** The line whose quantity was corrected, and how. */
  corrected: { productId: number; sentences: string[] } | null
  note: string
  /** The order that still waits for its payment, in this browser. */
  pendingOrder: number | null
  /** Null for a visitor, who chooses an address after signing in. */
  addresses: Address[] | null
  addressId: number | null
  /** What a form says that is shown again. */
  reply: FormState
}

/**
 * The bag: lines, address and total. Forms can't nest: those of the lines and of the coupon come before the one that
 * continues. Its fields are inside it, not linked by `form=`, which text browsers ignore.
 */
export function BagStep(props: BagStepProps) {
  const {
    ways,
    installments,
    review,
    stockChanges,
    pendingOrder,
    note,
    addresses,
    addressId,
    reply,
    delivery,
    zipcode,
    email,
    corrected,
    feeCents,
  } = props
  if (review.lines.length === 0) return <EmptyBag stockChanges={stockChanges} pendingOrder={pendingOrder} />
  // Of the address just refused, else of the postal code that was given.
  const chosenId = Number(reply.fieldValue('delivery_address_id')) || addressId
  const refused = reply.code === 'address.uncovered' && addresses?.find(({ id }) => id === chosenId)
  const uncovered = refused ? refused.zipcode : delivery === null ? zipcode : null
  return (
    <div className={stack}>
      <PurchaseSteps at="bag" needsPrescription={review.requiresPrescription} />
      <div className={spread}>
        <h1>{texts.title}</h1>
        <PostForm className={outdent} action="/checkout/sacola">
          <Button variant="text" name="intent" value="clear">
            {texts.clear}
          </Button>{' '}
          <Button variant="text" name="intent" value="share">
            {texts.share}
          </Button>
        </PostForm>
      </div>
      <ErrorSummary errors={reply.errors} />
      <StockChanges sentences={stockChanges} />
      <Columns ratio="aside">
        <div className={uncovered ? `${stack} ${besideTwo}` : stack}>
          <Panel as="div">
            <Delivery {...props} />
          </Panel>
          <Panel label={texts.products}>
            <BagLines lines={review.lines} action="/checkout/sacola" corrected={corrected} />
          </Panel>
          <Panel as="div">
            <CouponForm
              inUse={review.coupon}
              value={reply.form && reply.fieldValue('coupon_code')}
              error={reply.fieldError('coupon_code')}
            />
          </Panel>
        </div>
        {uncovered && (
          <Panel as="div">
            <CoverageNotice key={uncovered} zipcode={uncovered} redirectTo="/checkout/sacola" email={email} />
          </Panel>
        )}
        <PostForm className={stack} action="/checkout/sacola">
          {addresses && (
            <DeliveryPanel
              addresses={addresses}
              addressId={addressId}
              note={reply.form === 'continue' ? reply.fieldValue('order_note') : note}
              errorFor={reply.fieldError}
            />
          )}
          <Panel as="aside" title={texts.summary}>
            <BagSums review={review} delivery={{ feeCents }} />
            {installments && <p className={small}>{installments}</p>}
            <p>
              <a href={pickupPage}>{optionTexts.pickUpInstead}</a>
            </p>
            <p className={`${muted} ${small}`}>{nextHint(review, addresses !== null, ways)}</p>
          </Panel>
          <NextStep label={texts.total} amountCents={review.totalCents + feeCents}>
            <Button size="big" name="intent" value="continue">
              {texts.continue}
            </Button>
          </NextStep>
        </PostForm>
      </Columns>
    </div>
  )
}

const pickupPage = '/checkout/sacola?etapa=resumo&delivery_option=retirada'

function Delivery({ delivery, zipcode, review }: BagStepProps) {
  const change = '/cep?redirectTo=/checkout/sacola'
  if (zipcode === null) {
    return (
      <DeliveryTime branch={deliveryTexts.unknown}>
        <a href={change}>{deliveryTexts.askZipcode}</a>
      </DeliveryTime>
    )
  }
  const text = formatZipcode(zipcode)
  return (
    <DeliveryTime
      branch={delivery ?? deliveryTexts.uncovered(text)}
      needsPrescription={delivery !== null && review.requiresPrescription}
    >
      {delivery && `${deliveryTexts.zipcode(text)} `}
      <a href={change}>{deliveryTexts.changeZipcode}</a>
    </DeliveryTime>
  )
}

type DeliveryPanelProps = {
  addresses: Address[]
  addressId: number | null
  note: string
  errorFor: (field: string) => string | null
}

function DeliveryPanel({ addresses, addressId, note, errorFor }: DeliveryPanelProps) {
  return (
    <Panel title={texts.deliverTo}>
      {/* Enter presses a form's first button: that must be the one that continues. */}
      <span className={visuallyHidden} aria-hidden="true">
        <Button variant="text" name="intent" value="continue" tabIndex={-1}>
          {texts.onward}
        </Button>
      </span>
      <FieldSet legend={texts.addressLegend} id="delivery_address_id" error={errorFor('delivery_address_id')}>
        {addresses.length === 0 && <p>{texts.noAddresses}</p>}
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            name="delivery_address_id"
            value={address.id}
            defaultChecked={address.id === addressId}
            label={address.addressType}
            detail={addressLine(address)}
          />
        ))}
      </FieldSet>
      <p className={outdent}>
        <Button variant="text" name="intent" value="address">
          {texts.newAddress}
        </Button>
      </p>
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        optional
        name="order_note"
        maxLength={300}
        defaultValue={note}
        error={errorFor('order_note')}
      />
    </Panel>
  )
}

function nextHint(review: ReviewedBag, isSignedIn: boolean, ways: PaymentWays): string {
  if (!isSignedIn) return texts.loginHint
  return review.requiresPrescription ? texts.prescriptionHint : texts.paymentHint(ways)
}

function EmptyBag({ stockChanges, pendingOrder }: Pick<BagStepProps, 'stockChanges' | 'pendingOrder'>) {
  return (
    <div className={tightStack}>
      <StockChanges sentences={stockChanges} />
      <EmptyState
        level={1}
        title={texts.empty}
        actions={
          pendingOrder ? (
            <ButtonLink href={`/checkout/${pendingOrder}`}>{texts.payOrder(pendingOrder)}</ButtonLink>
          ) : (
            <ButtonLink href="/categoria/medicamentos">{texts.emptyAction}</ButtonLink>
          )
        }
      >
        {texts.emptyHint} <a href="/orcar-receita">{texts.emptyQuote}</a>
      </EmptyState>
    </div>
  )
}

function StockChanges({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <Message tone="warn" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Message>
  )
}
