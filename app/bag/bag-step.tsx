import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { muted, outdent, small, spread, stack, tightStack } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { addressLine } from '../texts/format.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { FieldSet, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { OrderSums } from '../ui/order-summary/order-sums.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { coupon } from './bag-step.css.ts'

type BagStepProps = {
  review: ReviewedBag
  /** What the stock check removed, in sentences. */
  lost: string[]
  note: string
  /** Null for a visitor, who chooses an address after signing in. */
  addresses: Address[] | null
  addressId: number | null
  refusal: { message: string; field?: string; note?: string; couponCode?: string } | null
}

/**
 * The bag: lines, address and total. Forms can't nest: those of the lines and of the coupon come before the one that
 * continues. Its fields are inside it, not linked by `form=`, which text browsers ignore.
 */
export function BagStep({ review, lost, note, addresses, addressId, refusal }: BagStepProps) {
  if (review.lines.length === 0) return <EmptyBag lost={lost} />
  const errorFor = (field: string) => (refusal?.field === field ? refusal.message : null)
  return (
    <div className={stack}>
      <PurchaseSteps at="bag" needsPrescription={review.requiresPrescription} />
      <div className={spread}>
        <h1>{texts.title}</h1>
        <form className={outdent} method="post" action="/checkout/sacola">
          <Button variant="text" name="intent" value="clear">
            {texts.clear}
          </Button>
        </form>
      </div>
      <ErrorSummary errors={refusal ? [{ id: refusal.field, message: refusal.message }] : []} />
      <Lost sentences={lost} />
      <Columns ratio="aside">
        <div className={stack}>
          <Panel label={texts.products}>
            <BagLines lines={review.lines} action="/checkout/sacola" />
          </Panel>
          <Panel as="div">
            <CouponForm review={review} typed={refusal?.couponCode} error={errorFor('coupon_code')} />
          </Panel>
        </div>
        <form className={stack} method="post" action="/checkout/sacola">
          {addresses && (
            <Panel title={texts.deliverTo}>
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
              <p>
                <a href="/minha-conta?section=endereco&redirectTo=/checkout/sacola">{texts.newAddress}</a>
              </p>
              <TextField
                label={texts.note}
                hint={texts.noteHint}
                optional
                name="order_note"
                maxLength={300}
                defaultValue={refusal?.note ?? note}
                error={errorFor('order_note')}
              />
            </Panel>
          )}
          <Panel as="aside" title={texts.summary}>
            <Sums review={review} />
            <LaboratoryNote review={review} />
            <Button size="big" name="intent" value="continue">
              {texts.continue}
            </Button>
            <p className={`${muted} ${small}`}>{nextHint(review, addresses !== null)}</p>
          </Panel>
        </form>
      </Columns>
    </div>
  )
}

/** The sums of a bag, delivery free. */
export function Sums({ review }: { review: ReviewedBag }) {
  return (
    <OrderSums
      {...review}
      couponCode={review.coupon?.code ?? null}
      couponDiscountCents={review.couponCents}
      deliveryChargeCents={0}
    />
  )
}

function CouponForm({ review, typed, error }: { review: ReviewedBag; typed?: string; error: string | null }) {
  if (review.coupon) {
    return (
      <form className={`${spread} ${coupon}`} method="post" action="/checkout/sacola">
        <span>{texts.couponInUse(review.coupon.code)}</span>
        <span className={outdent}>
          <Button variant="text" name="intent" value="removeCoupon">
            {texts.removeCoupon}
          </Button>
        </span>
      </form>
    )
  }
  return (
    <form className={coupon} method="post" action="/checkout/sacola">
      <TextField
        label={texts.couponCode}
        name="coupon_code"
        maxLength={40}
        autoComplete="off"
        defaultValue={typed}
        error={error}
        action={
          <Button variant="outline" name="intent" value="coupon">
            {texts.applyCoupon}
          </Button>
        }
      />
    </form>
  )
}

/** Says before the button that the price charged is the one without the laboratory's discount (specification, section 5). */
export function LaboratoryNote({ review }: { review: ReviewedBag }) {
  if (!review.lines.some(({ laboratoryCents }) => laboratoryCents !== null)) return null
  return <p className={small}>{texts.laboratoryNote}</p>
}

function nextHint(review: ReviewedBag, isSignedIn: boolean): string {
  if (!isSignedIn) return texts.loginHint
  return review.requiresPrescription ? texts.prescriptionHint : texts.paymentHint
}

function EmptyBag({ lost }: { lost: string[] }) {
  return (
    <div className={tightStack}>
      <Lost sentences={lost} />
      <EmptyState
        level={1}
        title={texts.empty}
        actions={<ButtonLink href="/categoria/medicamentos">{texts.emptyAction}</ButtonLink>}
      >
        {texts.emptyHint}
      </EmptyState>
    </div>
  )
}

function Lost({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <Message tone="warn" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Message>
  )
}
