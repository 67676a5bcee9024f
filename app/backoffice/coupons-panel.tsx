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
                <input type="hidden" name="codigo" value={coupon.code} />
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
      <details className={css.collapsibleForm} id="novo-cupom" open={getValue('codigo') !== undefined}>
        <summary>{editedCoupon ? texts.changeCoupon(editedCoupon.code) : texts.newCoupon}</summary>
        <PostForm className={stack} action={editedCoupon ? getEditPath(editedCoupon.code) : action}>
          <TextField
            label={texts.code}
            name="codigo"
            required
            readOnly={editedCoupon !== undefined}
            maxLength={limits.couponCodeLength}
            defaultValue={getValue('codigo')}
          />
          <TextField label={texts.couponTitle} name="nome" maxLength={80} isOptional defaultValue={getValue('nome')} />
          <TextField
            label={texts.discount}
            hint={texts.discountHint}
            name="desconto"
            required
            defaultValue={getValue('desconto')}
          />
          <TextField label={texts.maxDiscount} name="maximo" isOptional defaultValue={getValue('maximo')} />
          <TextField label={texts.minAmount} name="minimo" isOptional defaultValue={getValue('minimo')} />
          <TextField
            label={texts.maxUses}
            name="limite"
            inputMode="numeric"
            isOptional
            defaultValue={getValue('limite')}
          />
          <TextField
            label={texts.firstDay}
            id="cupom-de"
            name="de"
            type="date"
            isOptional
            defaultValue={getValue('de')}
          />
          <TextField
            label={texts.lastDay}
            id="cupom-ate"
            name="ate"
            type="date"
            isOptional
            defaultValue={getValue('ate')}
          />
          <Checkbox
            label={texts.oncePerCustomer}
            name="uma_vez"
            value="1"
            defaultChecked={getValue('uma_vez') === '1'}
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
    codigo: coupon.code,
    nome: coupon.title,
    desconto: coupon.type === 'percent' ? `${coupon.value}%` : formatMoneyInput(coupon.value),
    maximo: formatAmount(coupon.maxDiscountCents),
    minimo: formatAmount(coupon.minSubtotalCents),
    limite: coupon.maxUses === null ? '' : String(coupon.maxUses),
    de: coupon.firstDay ?? '',
    ate: coupon.lastDay ?? '',
    uma_vez: coupon.oncePerCustomer ? '1' : '',
  }
}

const couponFields = {
  nome: texts.couponTitle,
  desconto: texts.discount,
  maximo: texts.maxDiscount,
  minimo: texts.minAmount,
  limite: texts.maxUses,
  de: texts.firstDay,
  ate: texts.lastDay,
  uma_vez: texts.oncePerCustomer,
}

function listPresentValues(values: CouponFieldValues) {
  return (Object.keys(couponFields) as (keyof typeof couponFields)[]).map((field) => ({
    field,
    label: couponFields[field],
    value: values[field],
    text: field === 'uma_vez' ? (values.uma_vez === '1' ? backofficeTexts.yes : backofficeTexts.no) : undefined,
  }))
}

function formatDiscount({ type, value, maxDiscountCents }: Coupon): string {
  const discount = type === 'percent' ? `${value}%` : formatMoney(value)
  return maxDiscountCents === null ? discount : texts.cappedDiscount(discount, formatMoneyInput(maxDiscountCents))
}

function formatValidity({ firstDay, lastDay }: Coupon): string {
  return texts.dayRange(firstDay && formatDay(firstDay), lastDay && formatDay(lastDay))
}
