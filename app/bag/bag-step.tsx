import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { DeliveryAlertForm } from '../shell/delivery-alert-form.tsx'
import { muted, outdent, small, spreadRow, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { bagTexts as texts } from '../texts/bag.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { deliveryOptionTexts } from '../texts/delivery-options.ts'
import { formatAddressLine } from '../texts/format.ts'
import type { PaymentMethods } from '../texts/payment-methods.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { FieldSet, TextField } from '../ui/field/field.tsx'
import type { InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { ActionBar } from './action-bar.tsx'
import { spansTwoRows } from './bag-step.css.ts'
import { BagTotals } from './bag-totals.tsx'
import { CouponForm } from './coupon-form.tsx'
import { DeliveryEstimate } from './delivery-estimate.tsx'

type BagStepProps = {
  reviewedBag: ReviewedBag
  /** Paid by Pix in this shop; else at a payment provider's page. */
  paymentMethods: PaymentMethods
  /** Into how many parts a card divides the total. */
  installmentsText: string | null
  /** Null where no branch delivers, or the postal code is not known. */
  deliveryTime: string | null
  feeCents: number
  /** What is missing for a delivery to this address; null where nothing is. */
  minimumText: string | null
  zipcode: string | null
  /** A customer's, to be told when a branch delivers there. */
  email: string | undefined
  /** Medicines of the bag that have a substance in common, by name. */
  sharedSubstances: { substance: string; names: string[] }[]
  stockMessages: string[]
  /** The line whose quantity was corrected, and how. */
  correctedLine: { productId: number; messages: string[] } | null
  note: string
  noteHints: InputHints
  /** The order that still waits for its payment, in this browser. */
  pendingOrderId: number | null
  /** Null for a visitor, who chooses an address after signing in. */
  addresses: Address[] | null
  preselectedAddressId: number | null
  /** Values and errors of a form that is shown again. */
  formState: FormState
}

/**
 * The bag: lines, address and total. Forms can't nest: those of the lines and of the coupon come before the one that
 * continues. Its fields are inside it, not linked by `form=`, which text browsers ignore.
 */
export function BagStep(props: BagStepProps) {
  const {
    paymentMethods,
    installmentsText,
    reviewedBag,
    sharedSubstances,
    stockMessages,
    pendingOrderId,
    note,
    noteHints,
    addresses,
    preselectedAddressId,
    formState,
    deliveryTime,
    zipcode,
    email,
    correctedLine,
    feeCents,
    minimumText,
  } = props
  if (reviewedBag.lines.length === 0) return <EmptyBag stockMessages={stockMessages} pendingOrderId={pendingOrderId} />
  // Of the address just refused, else of the postal code that was given.
  const selectedAddressId = Number(formState.getFieldValue('delivery_address_id')) || preselectedAddressId
  const uncoveredAddress =
    formState.errorCode === 'address.uncovered' && addresses?.find(({ id }) => id === selectedAddressId)
  const uncoveredZipcode = uncoveredAddress ? uncoveredAddress.zipcode : deliveryTime === null ? zipcode : null
  return (
    <div className={stack}>
      <PurchaseSteps currentStep="bag" needsPrescription={reviewedBag.requiresPrescription} />
      <div className={spreadRow}>
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
      <ErrorSummary errors={formState.errors} />
      <StockMessages messages={stockMessages} />
      <Columns layout="aside">
        <div className={uncoveredZipcode ? `${stack} ${spansTwoRows}` : stack}>
          <Panel as="div">
            <DeliveryEstimate
              deliveryTime={props.deliveryTime}
              zipcode={props.zipcode}
              zipcodeHref="/cep?redirectTo=/checkout/sacola"
              unknownZipcodeText={deliveryTexts.unknownZipcode}
              needsPrescription={props.reviewedBag.requiresPrescription}
            />
          </Panel>
          <Panel hiddenTitle={texts.products}>
            <BagLines lines={reviewedBag.lines} action="/checkout/sacola" correctedLine={correctedLine} />
          </Panel>
          {sharedSubstances.map(({ substance, names }) => (
            <Message key={substance} tone="warn" title={texts.sharedSubstanceTitle(names)}>
              <p>{texts.sharedSubstance(substance)}</p>
            </Message>
          ))}
          <Panel as="div">
            <CouponForm
              appliedCoupon={reviewedBag.coupon}
              submittedCode={formState.intent && formState.getFieldValue('coupon_code')}
              error={formState.getFieldError('coupon_code')}
            />
          </Panel>
        </div>
        {uncoveredZipcode && (
          <Panel as="div">
            <DeliveryAlertForm
              key={uncoveredZipcode}
              zipcode={uncoveredZipcode}
              returnTo="/checkout/sacola"
              email={email}
            />
          </Panel>
        )}
        <PostForm className={stack} action="/checkout/sacola">
          {addresses && (
            <AddressAndNotePanel
              addresses={addresses}
              preselectedAddressId={preselectedAddressId}
              noteHints={noteHints}
              note={formState.intent === 'continue' ? formState.getFieldValue('order_note') : note}
              getFieldError={formState.getFieldError}
            />
          )}
          <Panel as="aside" title={texts.summary}>
            <BagTotals reviewedBag={reviewedBag} delivery={{ feeCents }} />
            {minimumText && <p>{minimumText}</p>}
            {installmentsText && <p className={small}>{installmentsText}</p>}
            <p>
              <a href={pickupSummaryPath}>{deliveryOptionTexts.pickUpInstead}</a>
            </p>
            <p className={`${muted} ${small}`}>{getContinueHint(reviewedBag, addresses !== null, paymentMethods)}</p>
          </Panel>
          <ActionBar label={texts.total} amountCents={reviewedBag.totalCents + feeCents}>
            <Button size="big" name="intent" value="continue">
              {texts.continue}
            </Button>
          </ActionBar>
        </PostForm>
      </Columns>
    </div>
  )
}

const pickupSummaryPath = '/checkout/sacola?etapa=resumo&delivery_option=retirada'

type AddressAndNotePanelProps = {
  addresses: Address[]
  preselectedAddressId: number | null
  note: string
  noteHints: InputHints
  getFieldError: (field: string) => string | null
}

function AddressAndNotePanel({
  addresses,
  preselectedAddressId,
  note,
  noteHints,
  getFieldError,
}: AddressAndNotePanelProps) {
  return (
    <Panel title={texts.deliverTo}>
      {/* Enter presses a form's first button: that must be the one that continues. */}
      <span className={visuallyHidden} aria-hidden="true">
        <Button variant="text" name="intent" value="continue" tabIndex={-1}>
          {texts.proceed}
        </Button>
      </span>
      <FieldSet legend={texts.addressLegend} id="delivery_address_id" error={getFieldError('delivery_address_id')}>
        {addresses.length === 0 && <p>{texts.noAddresses}</p>}
        {addresses.map((address) => (
          <RadioCard
            key={address.id}
            name="delivery_address_id"
            value={address.id}
            defaultChecked={address.id === preselectedAddressId}
            label={address.addressType}
            detail={formatAddressLine(address)}
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
        name="order_note"
        {...noteHints}
        defaultValue={note}
        error={getFieldError('order_note')}
      />
    </Panel>
  )
}

function getContinueHint(reviewedBag: ReviewedBag, isSignedIn: boolean, paymentMethods: PaymentMethods): string {
  if (!isSignedIn) return texts.loginHint
  return reviewedBag.requiresPrescription ? texts.prescriptionHint : texts.paymentHint(paymentMethods)
}

function EmptyBag({ stockMessages, pendingOrderId }: Pick<BagStepProps, 'stockMessages' | 'pendingOrderId'>) {
  return (
    <div className={tightStack}>
      <StockMessages messages={stockMessages} />
      <EmptyState
        headingLevel={1}
        title={texts.empty}
        actions={
          pendingOrderId ? (
            <ButtonLink href={`/checkout/${pendingOrderId}`}>{texts.payOrder(pendingOrderId)}</ButtonLink>
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

function StockMessages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null
  return (
    <Message tone="warn" role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Message>
  )
}
