import type { Address } from '#server/addresses/addresses.ts'
import type { ReviewedBag } from '#server/bag/bag.ts'
import { FormGuard } from '../shell/form-guard.tsx'
import { muted, small, stack } from '../styles/shared.css.ts'
import { summaryTexts as texts } from '../texts/bag.ts'
import { addressLine, formatZipcode } from '../texts/format.ts'
import { BagLines } from '../ui/bag-line/bag-lines.tsx'
import { Button } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PurchaseSteps } from '../ui/steps/purchase-steps.tsx'
import { BagSums } from './bag-sums.tsx'

type SummaryStepProps = {
  review: ReviewedBag
  address: Address
  branchId: number
  note: string
  /** New for each rendered page, so that the same form sent twice makes one order. */
  idempotencyKey: string
  /** Paid by Pix in this shop; else at a payment provider's page. */
  isPaidHere: boolean
  refusal: { message: string } | null
}

/** A summary of the order before it is placed, with links back to correct it (Decreto 7.962/2013, art. 4). */
export function SummaryStep(props: SummaryStepProps) {
  const { review, address, branchId, note, idempotencyKey, isPaidHere, refusal } = props
  return (
    <div className={stack}>
      <PurchaseSteps at="summary" needsPrescription={review.requiresPrescription} />
      <h1>{texts.title}</h1>
      <ErrorSummary errors={refusal ? [{ message: refusal.message }] : []} />
      <Columns ratio="aside">
        <div className={stack}>
          <Panel title={texts.products}>
            <BagLines lines={review.lines} />
            <p>
              <a href="/checkout/sacola">{texts.changeBag}</a>
            </p>
          </Panel>
          <Panel title={texts.address}>
            <p>
              <b>{address.addressType}</b>
              <br />
              {addressLine(address)}
              <br />
              {formatZipcode(address.zipcode)}, {address.city}, {address.state}
            </p>
            {note && (
              <p>
                {texts.note}: {note}
              </p>
            )}
            <p>
              <a href="/checkout/sacola#delivery_address_id">{texts.changeAddress}</a>
            </p>
          </Panel>
          <Panel title={texts.payment}>
            <p>{isPaidHere ? texts.paymentPix : texts.paymentExternal}</p>
          </Panel>
        </div>
        <Panel as="aside" title={texts.total}>
          <BagSums review={review} />
          <form method="post" action="/checkout/sacola?etapa=resumo">
            <FormGuard />
            <input type="hidden" name="idempotency_key" value={idempotencyKey} />
            <input type="hidden" name="branch_id" value={branchId} />
            <input type="hidden" name="expected_amount" value={(review.totalCents / 100).toFixed(2)} />
            <Button size="big" name="intent" value="place">
              {texts.placeOrder}
            </Button>
          </form>
          <p className={`${muted} ${small}`}>{texts.withdrawal}</p>
        </Panel>
      </Columns>
    </div>
  )
}
