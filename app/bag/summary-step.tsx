import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { SplitPayment } from '#server/wallet/balances.ts'
import { listen } from '../client/listen.ts'
import { isTranslated } from '../client/translated.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, small, stack } from '../styles/shared.css.ts'
import { bagTexts, summaryTexts as texts } from '../texts/bag.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import { optionTexts } from '../texts/delivery-options.ts'
import { addressLine, formatZipcode } from '../texts/format.ts'
import type { PaymentMethods } from '../texts/payment-methods.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { BagTotals } from './bag-totals.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import type { OptionsView } from './delivery-options.server.ts'
import { DeliveryOptions } from './delivery-options.tsx'
import { NextStep } from './next-step.tsx'
import { firstAddressPath, summaryHref, updateIntent } from './order-draft.ts'

type SummaryStepProps = {
  review: ReviewedBag
  payment: SplitPayment
  /** Of the customer; null where none is chosen, and the order is picked up. */
  address: Address | null
  options: OptionsView
  feeCents: number
  branchId: number
  note: string
  /** New for each rendered page, so that the same form sent twice makes one order. */
  idempotencyKey: string
  /** Paid by Pix in this shop; else at a payment provider's page. */
  paymentMethods: PaymentMethods
  paymentMinutes: number
  /** Why it was not placed. */
  errorMessage: string | null
}

/**
 * A summary of the order before it is placed, with links back to correct it (Decreto 7.962/2013, art. 4). How it is delivered and
 * what pays it are chosen in the same form: its first button, which Enter presses, works out the values anew.
 */
export function SummaryStep(props: SummaryStepProps) {
  const { review, payment, address, options, feeCents, branchId, note, idempotencyKey, paymentMethods, errorMessage } =
    props
  const form = useSubmitOnChange(payment)
  return (
    <div className={stack}>
      <PurchaseSteps currentStep="summary" needsPrescription={review.requiresPrescription} />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={errorMessage ? [{ message: errorMessage }] : []} />
      <PostForm ref={form} action={summaryPathFor(options.choice, payment)}>
        <FormGuard />
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <input type="hidden" name="branch_id" value={branchId} />
        <input type="hidden" name="expected_amount" value={toDecimalReais(review.totalCents + feeCents)} />
        <input type="hidden" name="expected_delivery" value={toDecimalReais(feeCents)} />
        <input type="hidden" name="expected_due" value={toDecimalReais(payment.dueCents)} />
        {payment.balances
          .filter(({ gainId, paysCents }) => gainId === null && paysCents > 0)
          .map(({ paysCents }) => (
            <input key="wallet" type="hidden" name="wallet_amount" value={toDecimalReais(paysCents)} />
          ))}
        <Columns ratio="aside">
          <div className={stack}>
            <DeliveryOptions options={options}>
              {address ? (
                <p>
                  {address.addressType}: {addressLine(address)}, {formatZipcode(address.zipcode)}, {address.city},{' '}
                  {address.state} <a href="/checkout/sacola#delivery_address_id">{texts.changeAddress}</a>
                </p>
              ) : (
                <p>
                  <a href={firstAddressPath}>{optionTexts.addAddress}</a>
                </p>
              )}
              {review.requiresPrescription && <p className={muted}>{deliveryTexts.afterPrescription}</p>}
              {note && (
                <p>
                  {texts.note}: {note}
                </p>
              )}
            </DeliveryOptions>
            {payment.balances.length > 0 && (
              <BalancesPanel balances={payment.balances} paymentMethods={paymentMethods} />
            )}
            <Panel title={texts.payment}>
              <p>{paymentText(props)}</p>
            </Panel>
            <Panel title={texts.products}>
              <BagLines lines={review.lines} />
              <p>
                <a href="/checkout/sacola">{texts.changeBag}</a>
              </p>
            </Panel>
          </div>
          <div className={stack}>
            <Panel as="aside" title={texts.total}>
              <BagTotals
                review={review}
                payment={payment}
                delivery={{ label: options.label, feeCents, promise: options.promise }}
              />
              <Button variant="outline" name="intent" value={updateIntent}>
                {optionTexts.update}
              </Button>
              {review.lines.some(({ laboratory }) => laboratory) && (
                <Button variant="text" name="intent" value="withoutLaboratory">
                  {texts.withoutLaboratory}
                </Button>
              )}
              <p className={`${muted} ${small}`}>{texts.withdrawal}</p>
            </Panel>
            <NextStep label={payment.balanceCents > 0 ? bagTexts.due : texts.total} amountCents={payment.dueCents}>
              <Button size="big" name="intent" value="place">
                {texts.placeOrder}
              </Button>
            </NextStep>
          </div>
        </Columns>
      </PostForm>
    </div>
  )
}

/** With scripts, what is chosen counts at once. */
function useSubmitOnChange(payment: SplitPayment) {
  const form = useRef<HTMLFormElement>(null)
  const lastPayment = useRef(payment)
  const submit = useSubmit()
  useEffect(() => {
    const choices = form.current
    if (!choices) return
    const update = choices.querySelector<HTMLButtonElement>(`[value=${updateIntent}]`)
    const apply = () => {
      if (isTranslated()) choices.requestSubmit(update)
      else submit(update, { replace: true, preventScrollReset: true })
    }
    return listen(choices, { change: apply })
  }, [submit])
  // A box whose balance has nothing left to pay is unticked in the answer. Not at first: one may be ticked already.
  useEffect(() => {
    if (lastPayment.current !== payment) form.current?.reset()
    lastPayment.current = payment
  }, [payment])
  return form
}

function paymentText({ payment, paymentMethods, paymentMinutes }: SummaryStepProps): string {
  if (payment.dueCents === 0) return texts.paymentBalances
  return texts.paymentText(paymentMethods, paymentMinutes)
}

function toDecimalReais(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** With what was chosen: a refused form shows it again. */
function summaryPathFor(option: string, { balances }: SplitPayment): string {
  const ids = balances.filter(({ paysCents }) => paysCents > 0).map(({ gainId }) => gainId)
  return summaryHref({
    option,
    gains: ids.filter((id) => id !== null).map(String),
    isWalletUsed: ids.includes(null),
  })
}
