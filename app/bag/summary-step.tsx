import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import type { BalancePart, SplitPayment } from '#server/wallet/balances.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, small, stack } from '../styles/shared.css.ts'
import { bagTexts, summaryTexts as texts } from '../texts/bag.ts'
import type { DeliveryHours } from '../texts/delivery.ts'
import { addressLine, formatZipcode } from '../texts/format.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { BagSums } from './bag-sums.tsx'
import { BalancesPanel } from './balances-panel.tsx'
import { NextStep } from './next-step.tsx'

type SummaryStepProps = {
  review: ReviewedBag
  payment: SplitPayment
  address: Address
  /** Of the branch that delivers. */
  delivery: DeliveryHours
  branchId: number
  note: string
  /** New for each rendered page, so that the same form sent twice makes one order. */
  idempotencyKey: string
  /** Paid by Pix in this shop; else at a payment provider's page. */
  isPaidHere: boolean
  paymentMinutes: number
  /** Why it was not placed. */
  refused: string | null
}

/** A summary of the order before it is placed, with links back to correct it (Decreto 7.962/2013, art. 4). */
export function SummaryStep(props: SummaryStepProps) {
  const { review, payment, address, delivery, branchId, note, idempotencyKey, isPaidHere, refused } = props
  return (
    <div className={stack}>
      <PurchaseSteps at="summary" needsPrescription={review.requiresPrescription} />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={refused ? [{ message: refused }] : []} />
      <Columns ratio="aside">
        <div className={stack}>
          <Panel title={texts.address}>
            <DeliveryTime branch={delivery} needsPrescription={review.requiresPrescription}>
              {address.addressType}: {addressLine(address)}
              <br />
              {formatZipcode(address.zipcode)}, {address.city}, {address.state}
            </DeliveryTime>
            {note && (
              <p>
                {texts.note}: {note}
              </p>
            )}
            <p>
              <a href="/checkout/sacola#delivery_address_id">{texts.changeAddress}</a>
            </p>
          </Panel>
          {payment.balances.length > 0 && <BalancesPanel balances={payment.balances} isPaidHere={isPaidHere} />}
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
        <PostForm className={stack} action={summaryAddress(payment)}>
          <FormGuard />
          <input type="hidden" name="idempotency_key" value={idempotencyKey} />
          <input type="hidden" name="branch_id" value={branchId} />
          <input type="hidden" name="expected_amount" value={reais(review.totalCents)} />
          <input type="hidden" name="expected_due" value={reais(payment.dueCents)} />
          {payment.balances
            .filter(isUsed)
            .map(({ gainId, paysCents }) =>
              gainId === null ? (
                <input key="wallet" type="hidden" name="wallet_amount" value={reais(paysCents)} />
              ) : (
                <input key={gainId} type="hidden" name="gains" value={gainId} />
              ),
            )}
          <Panel as="aside" title={texts.total}>
            <BagSums review={review} payment={payment} />
            <p className={`${muted} ${small}`}>{texts.withdrawal}</p>
          </Panel>
          <NextStep label={payment.balanceCents > 0 ? bagTexts.due : texts.total} amountCents={payment.dueCents}>
            <Button size="big" name="intent" value="place">
              {texts.placeOrder}
            </Button>
          </NextStep>
        </PostForm>
      </Columns>
    </div>
  )
}

function paymentText({ payment, isPaidHere, paymentMinutes }: SummaryStepProps): string {
  if (payment.dueCents === 0) return texts.paymentBalances
  return (isPaidHere ? texts.paymentPix : texts.paymentExternal)(paymentMinutes)
}

function isUsed({ paysCents }: BalancePart): boolean {
  return paysCents > 0
}

function reais(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** With the balances ticked: a refused form shows them again. */
function summaryAddress({ balances }: SplitPayment): string {
  const ticked = balances.filter(isUsed).map(({ gainId }) => (gainId === null ? '&wallet=1' : `&gains=${gainId}`))
  return `/checkout/sacola?etapa=resumo${ticked.join('')}`
}
