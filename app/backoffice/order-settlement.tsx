import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { muted } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { refundMeansLabels } from '../texts/refund-means.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import * as css from './backoffice.css.ts'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { settleRefundForm } from './order-forms.server.ts'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

/** Payments that could not be read: the order waits for them. */
export function UnclearPayments({ details: { unclearCharges } }: { details: BackofficeOrder }) {
  return unclearCharges.map(({ reference, since, reason }) => (
    <Message key={reference} tone="warn" title={texts.unclearTitle}>
      <p>{texts.unclearHint(formatDateAndTime(since))}</p>
      <p className={muted}>
        {reference}: {reason}
      </p>
    </Message>
  ))
}

type SettlementFormsProps = {
  details: BackofficeOrder
  request: StaffRequest
  now: Date
}

/** Refunds that the provider does not make, each with the form that says how the shop made it. */
export function SettlementForms({ details: { payments }, request, now }: SettlementFormsProps) {
  const refunds = payments.flatMap(({ refundsToSettle }) => refundsToSettle)
  const maySettle = request.isAllowed('orders.end')
  return refunds.map(({ key, amountCents, refusal }) => {
    const { field, failedForm } = showStaffForm(settleRefundForm, request, {
      texts: texts.settlementFields,
      values: { means: 'transfer', day: toIsoDay(now) },
      row: { refund_key: key },
    })
    return (
      <section key={key} className={css.tablePanel} aria-label={texts.settlementTitle}>
        <Message tone="warn" title={texts.refundNotMadeTitle(formatMoney(amountCents))}>
          {refusal && <p>{(refusal.isFinal ? texts.refusedForGood : texts.refusedOnce)(refusal.reason)}</p>}
        </Message>
        {maySettle && (
          <FoldedForm title={texts.settlementTitle} isOpen={failedForm !== undefined}>
            <input type="hidden" name="refund_key" value={key} />
            <input type="hidden" name="expected_cents" value={amountCents} />
            <Select {...field('means')} options={Object.entries(refundMeansLabels)} />
            <TextField {...field('day')} type="date" max={toIsoDay(now)} />
            <TextField {...field('receipt')} />
            <p className={muted}>{texts.settlementHint}</p>
            <IntentButton intent="devolvido" label={texts.settle} />
          </FoldedForm>
        )}
      </section>
    )
  })
}
