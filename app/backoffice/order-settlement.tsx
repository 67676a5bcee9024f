import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, toIsoDay } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { refundMeansLabels } from '../texts/refund-means.ts'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { type FailedForm, hasPermission, type StaffRequest } from './staff-pages.server.tsx'

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
  failedForm: FailedForm | undefined
  now: Date
}

/** Refunds that the provider does not make, each with the form that says how the shop made it. */
export function SettlementForms({ details: { payments }, request, failedForm, now }: SettlementFormsProps) {
  const refunds = payments.flatMap(({ refundsToSettle }) => refundsToSettle)
  const maySettle = hasPermission(request.shop, request.actor, 'orders.end')
  return refunds.map(({ key, amountCents, refusal }) => {
    const failed =
      failedForm?.intent === 'devolvido' && failedForm.getFieldValue('refund_key') === key ? failedForm : undefined
    const errorAt = (name: string) => (failed?.firstErrorFieldId === name ? failed.message : null)
    return (
      <section key={key} className={css.tablePanel} aria-label={texts.settlementTitle}>
        <Message tone="warn" title={texts.refundNotMadeTitle(formatMoney(amountCents))}>
          {refusal && <p>{(refusal.isFinal ? texts.refusedForGood : texts.refusedOnce)(refusal.reason)}</p>}
        </Message>
        {maySettle && (
          <details className={css.collapsibleForm} open={failed !== undefined}>
            <summary>{texts.settlementTitle}</summary>
            <PostForm className={stack}>
              <input type="hidden" name="refund_key" value={key} />
              <input type="hidden" name="expected_cents" value={amountCents} />
              <Select
                label={texts.settlementMeans}
                name="means"
                id={`means-${key}`}
                required
                error={errorAt('means')}
                defaultValue={failed?.getFieldValue('means') ?? 'transfer'}
              >
                {Object.entries(refundMeansLabels).map(([means, label]) => (
                  <option key={means} value={means}>
                    {label}
                  </option>
                ))}
              </Select>
              <TextField
                label={texts.settlementDay}
                name="day"
                id={`day-${key}`}
                type="date"
                required
                max={toIsoDay(now)}
                error={errorAt('day')}
                defaultValue={failed?.getFieldValue('day') ?? toIsoDay(now)}
              />
              <TextField
                label={texts.settlementReceipt}
                name="receipt"
                id={`receipt-${key}`}
                isOptional
                maxLength={60}
                error={errorAt('receipt')}
                defaultValue={failed?.getFieldValue('receipt') ?? ''}
              />
              <p className={muted}>{texts.settlementHint}</p>
              <Button name="intent" value="devolvido">
                {texts.settle}
              </Button>
            </PostForm>
          </details>
        )}
      </section>
    )
  })
}
