import type { Coupon } from '#server/bag/coupon.ts'
import { row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { limits } from '../texts/limits.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { editedCouponParam } from './merchandising-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import type { FailedForm } from './staff-pages.server.tsx'

type CouponsPanelProps = {
  coupons: (Coupon & { useCount: number; seenHash: string })[]
  /** What the form of a new one saw. */
  newCouponHash: string
  /** The path that its forms post to. */
  action: string
  /** The code of the one that is being changed. */
  editedCouponCode: string | null
  failedForm: FailedForm | undefined
}

/** Every coupon, and the form that adds or changes one. */
export function CouponsPanel({ coupons, newCouponHash, action, editedCouponCode, failedForm }: CouponsPanelProps) {
  const failedCouponForm = failedForm?.intent === 'cupom' ? failedForm : undefined
  const editedCoupon = coupons.find(({ code }) => code === editedCouponCode)
  const getEditPath = (code: string) => `${action}?${new URLSearchParams({ [editedCouponParam]: code })}#novo-cupom`
  const initialValues = editedCoupon && toFieldValues(editedCoupon)
  const getValue = (name: keyof CouponFieldValues) =>
    failedCouponForm ? failedCouponForm.getFieldValue(name) : initialValues?.[name]
  return (
    <section className={css.tablePanel} id="cupons" aria-label={texts.couponsTitle}>
      <BackofficeTable caption={texts.couponsTitle} columns={texts.couponColumns}>
        {coupons.map((coupon) => (
          <tr key={coupon.code}>
            <th scope="row">
              <b>{coupon.code}</b>
              <small>{coupon.title}</small>
            </th>
            <td data-label={texts.couponColumns[1]}>
              {formatDiscount(coupon)}
              <small>{coupon.oncePerCustomer ? texts.oncePerCustomer : texts.unlimitedPerCustomer}</small>
            </td>
            <td data-wide data-label={texts.couponColumns[2]}>
              {formatValidity(coupon)}
              {coupon.minSubtotalCents !== null && (
                <small>{texts.fromAmount(formatMoney(coupon.minSubtotalCents))}</small>
              )}
            </td>
            <td data-label={texts.couponColumns[3]}>{texts.usesOfMax(coupon.useCount, coupon.maxUses)}</td>
            <td>
              <PostForm className={row} action={action}>
                <a href={getEditPath(coupon.code)}>
                  {texts.changeLabel}
                  <span className={visuallyHidden}> {coupon.code}</span>
                </a>
                <input type="hidden" name="code" value={coupon.code} />
                <SeenState seenHash={coupon.seenHash} />
                <Button variant="text" name="intent" value="tirar-cupom">
                  {texts.remove}
                  <span className={visuallyHidden}> {coupon.code}</span>
                </Button>
              </PostForm>
            </td>
          </tr>
        ))}
      </BackofficeTable>
      <details className={css.collapsibleForm} id="novo-cupom" open={getValue('code') !== undefined}>
        <summary>{editedCoupon ? texts.changeCoupon(editedCoupon.code) : texts.newCoupon}</summary>
        <PostForm className={stack} action={editedCoupon ? getEditPath(editedCoupon.code) : action}>
          <TextField
            label={texts.code}
            name="code"
            required
            readOnly={editedCoupon !== undefined}
            maxLength={limits.couponCodeLength}
            defaultValue={getValue('code')}
          />
          <TextField
            label={texts.couponTitle}
            name="title"
            maxLength={80}
            isOptional
            defaultValue={getValue('title')}
          />
          <TextField
            label={texts.discount}
            hint={texts.discountHint}
            name="discount"
            required
            defaultValue={getValue('discount')}
          />
          <TextField label={texts.maxDiscount} name="max_discount" isOptional defaultValue={getValue('max_discount')} />
          <TextField label={texts.minAmount} name="min_subtotal" isOptional defaultValue={getValue('min_subtotal')} />
          <TextField
            label={texts.maxUses}
            name="max_uses"
            inputMode="numeric"
            isOptional
            defaultValue={getValue('max_uses')}
          />
          <TextField
            label={texts.firstDay}
            id="cupom-de"
            name="first_day"
            type="date"
            isOptional
            defaultValue={getValue('first_day')}
          />
          <TextField
            label={texts.lastDay}
            id="cupom-ate"
            name="last_day"
            type="date"
            isOptional
            defaultValue={getValue('last_day')}
          />
          <Checkbox
            label={texts.oncePerCustomer}
            name="once_per_customer"
            value="1"
            defaultChecked={getValue('once_per_customer') === '1'}
          />
          <SeenState
            seenHash={editedCoupon?.seenHash ?? newCouponHash}
            failedForm={failedCouponForm}
            presentValues={initialValues && listPresentValues(initialValues)}
          />
          <Button name="intent" value="cupom">
            {texts.save}
          </Button>
        </PostForm>
      </details>
    </section>
  )
}

type CouponFieldValues = ReturnType<typeof toFieldValues>

/** A coupon as its form has it. */
function toFieldValues(coupon: Coupon) {
  const formatAmount = (cents: number | null) => (cents === null ? '' : formatMoneyInput(cents))
  return {
    code: coupon.code,
    title: coupon.title,
    discount: coupon.type === 'percent' ? `${coupon.value}%` : formatMoneyInput(coupon.value),
    max_discount: formatAmount(coupon.maxDiscountCents),
    min_subtotal: formatAmount(coupon.minSubtotalCents),
    max_uses: coupon.maxUses === null ? '' : String(coupon.maxUses),
    first_day: coupon.firstDay ?? '',
    last_day: coupon.lastDay ?? '',
    once_per_customer: coupon.oncePerCustomer ? '1' : '',
  }
}

const couponFields = {
  title: texts.couponTitle,
  discount: texts.discount,
  max_discount: texts.maxDiscount,
  min_subtotal: texts.minAmount,
  max_uses: texts.maxUses,
  first_day: texts.firstDay,
  last_day: texts.lastDay,
  once_per_customer: texts.oncePerCustomer,
}

function listPresentValues(values: CouponFieldValues) {
  return (Object.keys(couponFields) as (keyof typeof couponFields)[]).map((field) => ({
    field,
    label: couponFields[field],
    value: values[field],
    text:
      field === 'once_per_customer'
        ? values.once_per_customer === '1'
          ? backofficeTexts.yes
          : backofficeTexts.no
        : undefined,
  }))
}

function formatDiscount({ type, value, maxDiscountCents }: Coupon): string {
  const discount = type === 'percent' ? `${value}%` : formatMoney(value)
  return maxDiscountCents === null ? discount : texts.cappedDiscount(discount, formatMoneyInput(maxDiscountCents))
}

function formatValidity({ firstDay, lastDay }: Coupon): string {
  return texts.dayRange(firstDay && formatDay(firstDay), lastDay && formatDay(lastDay))
}
