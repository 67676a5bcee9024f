import type { Coupon } from '#server/bag/coupon.ts'
import { row, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { toCheckboxProps } from '../ui/field/field-props.ts'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { FoldedForm } from './folded-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { editedCouponParam, saveCouponForm } from './merchandising-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type CouponsPanelProps = {
  coupons: (Coupon & { useCount: number; seenHash: string })[]
  /** What the form of a new one saw. */
  newCouponHash: string
  /** The path that its forms post to. */
  action: string
  /** The code of the one that is being changed. */
  editedCouponCode: string | null
  request: StaffRequest
}

/** Every coupon, and the form that adds or changes one. */
export function CouponsPanel({ coupons, newCouponHash, action, editedCouponCode, request }: CouponsPanelProps) {
  const editedCoupon = coupons.find(({ code }) => code === editedCouponCode)
  const getEditPath = (code: string) => `${action}?${new URLSearchParams({ [editedCouponParam]: code })}#novo-cupom`
  const values = editedCoupon && toFieldValues(editedCoupon)
  const { field, failedForm, seenState } = showStaffForm(saveCouponForm, request, { texts: texts.couponFields, values })
  return (
    <section className={css.tablePanel} id="cupons" aria-label={texts.couponsTitle}>
      <BackofficeTable caption={texts.couponsTitle} columns={texts.couponColumns}>
        {coupons.map((coupon) => (
          <tr key={coupon.code}>
            <th data-wide scope="row">
              <b>{coupon.code}</b>
              <small>{coupon.title}</small>
              <small>
                <a href={`/cupom/${encodeURIComponent(coupon.code)}`}>{texts.couponLink}</a>
              </small>
            </th>
            <td data-label={texts.couponColumns[1]}>
              {formatDiscount(coupon)}
              <small>
                {coupon.isOncePerCustomer ? texts.couponFields.oncePerCustomer[0] : texts.unlimitedPerCustomer}
              </small>
            </td>
            <td data-label={texts.couponColumns[2]}>
              {formatValidity(coupon)}
              {coupon.minimumCents !== null && <small>{texts.fromAmount(formatMoney(coupon.minimumCents))}</small>}
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
                <IntentButton intent="tirar-cupom" label={texts.remove} subject={coupon.code} variant="text" />
              </PostForm>
            </td>
          </tr>
        ))}
      </BackofficeTable>
      <FoldedForm
        id="novo-cupom"
        title={editedCoupon ? texts.changeCoupon(editedCoupon.code) : texts.newCoupon}
        isOpen={failedForm !== undefined || editedCoupon !== undefined}
        action={editedCoupon ? getEditPath(editedCoupon.code) : action}
      >
        <TextField {...field('code')} readOnly={editedCoupon !== undefined} autoComplete="off" inputMode="text" />
        <TextField {...field('title')} />
        <TextField {...field('discount')} />
        <TextField {...field('maxDiscount')} />
        <TextField {...field('minSubtotal')} />
        <TextField {...field('maxUses')} />
        <TextField {...field('firstDay')} />
        <TextField {...field('lastDay')} />
        <Checkbox {...toCheckboxProps(field('oncePerCustomer'))} />
        {seenState(editedCoupon?.seenHash ?? newCouponHash, { oncePerCustomer: formatYesOrNo })}
        <IntentButton intent="cupom" label={texts.save} />
      </FoldedForm>
    </section>
  )
}

function toFieldValues(coupon: Coupon) {
  const formatAmount = (cents: number | null) => (cents === null ? '' : formatMoneyInput(cents))
  return {
    code: coupon.code,
    title: coupon.title,
    discount: coupon.discountType === 'percent' ? `${coupon.discountValue}%` : formatMoneyInput(coupon.discountValue),
    maxDiscount: formatAmount(coupon.maxDiscountCents),
    minSubtotal: formatAmount(coupon.minimumCents),
    maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
    firstDay: coupon.firstDay ?? '',
    lastDay: coupon.lastDay ?? '',
    oncePerCustomer: coupon.isOncePerCustomer ? '1' : '',
  }
}

function formatYesOrNo(value: string): string {
  return value === '1' ? backofficeTexts.yes : backofficeTexts.no
}

function formatDiscount({ discountType, discountValue, maxDiscountCents }: Coupon): string {
  const discount = discountType === 'percent' ? `${discountValue}%` : formatMoney(discountValue)
  return maxDiscountCents === null ? discount : texts.cappedDiscount(discount, formatMoneyInput(maxDiscountCents))
}

function formatValidity({ firstDay, lastDay }: Coupon): string {
  return texts.dayRange(firstDay && formatDay(firstDay), lastDay && formatDay(lastDay))
}
