import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { PaymentWay } from '#server/orders/payment-way.ts'
import type { PaymentWayOption } from '#server/orders/payment-ways.ts'
import type { PaymentSplit } from '#server/wallet/payment-split.ts'
import { addListeners } from '../client/add-listeners.ts'
import { isPageTranslated } from '../client/translated-page.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, small, stack } from '../styles/shared.css.ts'
import { bagTexts, summaryTexts as texts } from '../texts/bag.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { deliveryOptionTexts } from '../texts/delivery-options.ts'
import { formatAddressLine, formatZipcode } from '../texts/format.ts'
import type { InstallmentPlan, PaymentMethods } from '../texts/payment-methods.ts'
import { paymentWayTexts } from '../texts/payment-ways.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary/error-summary.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { ActionBar } from './action-bar.tsx'
import { BagTotals } from './bag-totals.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import {
  bagPath,
  buildSummaryHref,
  changeForField,
  type DoorFields,
  doorMeansField,
  firstAddressPath,
  paymentMethodField,
  type SummaryChoices,
  toArrivalField,
  updateSummaryIntent,
} from './checkout-paths.ts'
import type { DeliveryOptionsView } from './delivery-options.server.ts'
import { DeliveryOptions } from './delivery-options.tsx'
import { PaymentWays } from './payment-ways.tsx'
import { ReceiverPanel } from './receiver-panel.tsx'

type SummaryStepProps = {
  reviewedBag: ReviewedBag
  /** Of the bag's products, those that cannot be had this way, or not as many: what is shown and charged is without them. */
  missingProductNames: string[]
  /** Why the bag's coupon is gone; null where there is none, or it holds. */
  couponMessage: string | null
  paymentSplit: PaymentSplit
  /** Of the customer; null where none is chosen, and the order is picked up. */
  address: Address | null
  options: DeliveryOptionsView
  feeCents: number
  branchId: number
  note: string
  /** New for each rendered page, so that the same form sent twice makes one order. */
  idempotencyKey: string
  /** Paid by Pix in this shop; else at a payment provider's page. */
  paymentMethods: PaymentMethods
  paymentTimeoutMinutes: number
  /** By what it may be paid, and what is chosen. */
  paymentWays: PaymentWayOption[]
  chosenPaymentWay: PaymentWay | null
  /** Of a card. */
  installments: InstallmentPlan | null
  /** How it is paid at the door, as it was typed. */
  door: DoorFields
  /** Of who has given no name yet: the summary asks for it. */
  needsName: boolean
  /** Why it was not placed, and what was typed. */
  formState: FormState
}

/**
 * A summary of the order before it is placed, with links back to correct it (Decreto 7.962/2013, art. 4). How it is delivered and
 * what pays it are chosen in the same form: its first button, which Enter presses, works out the values anew.
 */
export function SummaryStep(props: SummaryStepProps) {
  const {
    reviewedBag,
    missingProductNames,
    couponMessage,
    paymentSplit,
    address,
    options,
    feeCents,
    branchId,
    note,
    idempotencyKey,
    paymentMethods,
    paymentTimeoutMinutes,
    paymentWays,
    installments,
    needsName,
    formState,
  } = props
  const { chosenPaymentWay, door } = readPayment(props)
  const formRef = useSubmitOnChange(paymentSplit)
  return (
    <div className={stack}>
      <PurchaseSteps currentStep="summary" needsPrescription={reviewedBag.requiresPrescription} />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={formState.errors.map(toSummaryError)} />
      {couponMessage !== null && formState.errors.length === 0 && <Message tone="warn" title={couponMessage} />}
      {missingProductNames.length > 0 && (
        <Message tone="warn" title={deliveryOptionTexts.missingProducts(missingProductNames)}>
          <p>
            {texts.missingHint} <a href={bagPath}>{texts.changeBag}</a>
          </p>
        </Message>
      )}
      <PostForm
        ref={formRef}
        action={buildFormHref(options.selectedValue, paymentSplit, { paymentMethod: chosenPaymentWay ?? '', door })}
        data-enhanced
      >
        <FormGuard />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <input type="hidden" name="branch_id" value={branchId} />
        <input type="hidden" name="expected_amount" value={toDecimalReais(reviewedBag.totalCents + feeCents)} />
        <input type="hidden" name="expected_delivery" value={toDecimalReais(feeCents)} />
        {options.arrivals.map(({ value, arrivesAt }) => (
          <input key={value} type="hidden" name={toArrivalField(value)} value={arrivesAt} />
        ))}
        <input type="hidden" name="expected_due" value={toDecimalReais(paymentSplit.dueCents)} />
        {paymentSplit.balances
          .filter(({ gainId, paymentCents }) => gainId === null && paymentCents > 0)
          .map(({ paymentCents }) => (
            <input key="wallet" type="hidden" name="wallet_amount" value={toDecimalReais(paymentCents)} />
          ))}
        <Columns layout="aside">
          <div className={stack}>
            <DeliveryOptions options={options}>
              {address ? (
                <p>
                  {address.addressType}: {formatAddressLine(address)}, {formatZipcode(address.zipcode)}, {address.city},{' '}
                  {address.state} <a href="/checkout/sacola#delivery_address_id">{texts.changeAddress}</a>
                </p>
              ) : (
                <p>
                  <a href={firstAddressPath}>{deliveryOptionTexts.addAddress}</a>
                </p>
              )}
              {reviewedBag.requiresPrescription && <p className={muted}>{deliveryTexts.afterPrescriptionHint}</p>}
              {note && (
                <p>
                  {texts.note}: {note}
                </p>
              )}
            </DeliveryOptions>
            {needsName && <ReceiverPanel isPickup={options.isPickup} state={formState} />}
            {paymentSplit.balances.length > 0 && (
              <BalancesPanel balances={paymentSplit.balances} paymentMethods={paymentMethods} />
            )}
            {paymentSplit.dueCents === 0 ? (
              <Panel title={texts.payment}>
                <p>{texts.balancesCoverOrder}</p>
              </Panel>
            ) : (
              <PaymentWays
                options={paymentWays}
                chosenWay={chosenPaymentWay}
                isPickup={options.isPickup}
                door={door}
                changeForError={formState.getFieldError(changeForField)}
                installments={installments}
                reservationText={paymentWayTexts.reserved(
                  paymentTimeoutMinutes,
                  options.selectedValue.startsWith('janela'),
                )}
              />
            )}
            <Panel title={texts.products}>
              <BagLines lines={reviewedBag.lines} />
              <p>
                <a href="/checkout/sacola">{texts.changeBag}</a>
              </p>
            </Panel>
          </div>
          <div className={stack}>
            <Panel as="aside" title={texts.total}>
              <BagTotals
                reviewedBag={reviewedBag}
                paymentSplit={paymentSplit}
                delivery={{ label: options.deliveryLabel, feeCents, arrivalText: options.arrivalText }}
              />
              <Button variant="outline" name="intent" value={updateSummaryIntent}>
                {deliveryOptionTexts.update}
              </Button>
              {reviewedBag.lines.some(({ laboratoryDiscount }) => laboratoryDiscount) && (
                <Button variant="text" name="intent" value="withoutLaboratory">
                  {texts.buyWithoutLaboratoryDiscount}
                </Button>
              )}
              <p className={`${muted} ${small}`}>{texts.withdrawalHint}</p>
            </Panel>
            <ActionBar
              label={paymentSplit.balanceCents > 0 ? bagTexts.amountDue : texts.total}
              amountCents={paymentSplit.dueCents}
            >
              <Button size="big" name="intent" value={needsName ? 'first' : 'place'}>
                {texts.placeOrder}
              </Button>
            </ActionBar>
          </div>
        </Columns>
      </PostForm>
    </div>
  )
}

/** As it was sent, where the form was refused; else as it is in the page's address. */
function readPayment({ paymentWays, chosenPaymentWay, door, formState }: SummaryStepProps) {
  const sentWay = formState.getFieldValue(paymentMethodField, chosenPaymentWay ?? '')
  return {
    chosenPaymentWay:
      paymentWays.find(({ way, obstacle }) => way === sentWay && obstacle === null)?.way ?? chosenPaymentWay,
    door: {
      means: formState.getFieldValue(doorMeansField, door.means),
      changeFor: formState.getFieldValue(changeForField, door.changeFor),
    },
  }
}

/** The values are the same whatever these say. */
const fieldsWithoutPrice: string[] = [paymentMethodField, doorMeansField, changeForField, 'full_name', 'phone']
/** What is typed, or shown as one panel. */
const fieldIds: (string | undefined)[] = [changeForField, paymentMethodField, 'full_name', 'phone']

/** Of what the page shows a field for, with a link to it. */
function toSummaryError({ id, message }: FieldError): FieldError {
  return fieldIds.includes(id) ? { id, message } : { message }
}

/** With scripts, what is chosen counts at once. */
function useSubmitOnChange(paymentSplit: PaymentSplit) {
  const formRef = useRef<HTMLFormElement>(null)
  const previousPaymentSplitRef = useRef(paymentSplit)
  const submit = useSubmit()
  useEffect(() => {
    const formElement = formRef.current
    if (!formElement) return
    const updateButton = formElement.querySelector<HTMLButtonElement>(`[value=${updateSummaryIntent}]`)
    const handleChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && fieldsWithoutPrice.includes(target.name)) return
      if (isPageTranslated()) formElement.requestSubmit(updateButton)
      else submit(updateButton, { replace: true, preventScrollReset: true })
    }
    return addListeners(formElement, { change: handleChange })
  }, [submit])
  // A box whose balance has nothing left to pay is unticked in the response. Not at first: one may be ticked already.
  useEffect(() => {
    if (previousPaymentSplitRef.current !== paymentSplit) formRef.current?.reset()
    previousPaymentSplitRef.current = paymentSplit
  }, [paymentSplit])
  return formRef
}

function toDecimalReais(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** With what was chosen: a refused form shows it again. */
function buildFormHref(
  deliveryOption: string,
  { balances }: PaymentSplit,
  payment: Pick<SummaryChoices, 'paymentMethod' | 'door'>,
): string {
  const usedGainIds = balances.filter(({ paymentCents }) => paymentCents > 0).map(({ gainId }) => gainId)
  return buildSummaryHref({
    deliveryOption,
    gainIds: usedGainIds.filter((id) => id !== null).map(String),
    isWalletUsed: usedGainIds.includes(null),
    ...payment,
  })
}
