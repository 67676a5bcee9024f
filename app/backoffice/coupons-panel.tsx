import type { Coupon } from '#server/bag/coupons.ts'
import { row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { merchandisingTexts as texts } from '../texts/backoffice.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, TextField } from '../ui/field/field.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { DeskTable } from './desk-table.tsx'
import { centsIn, priceText } from './prices.ts'
import type { RefusedForm } from './staff-pages.server.tsx'
import { dayIn, type Typed, type WindowAct } from './window-forms.ts'

export const couponActs: Record<string, WindowAct> = {
  cupom: async ({ shop, actor }, typed) => {
    const coupon = couponIn(typed)
    if ('refusal' in coupon) return coupon
    await shop.counter.window.saveCoupon(actor, coupon)
    return { flash: texts.couponSaved(coupon.code) }
  },
  'tirar-cupom': async ({ shop, actor }, typed) => {
    await shop.counter.window.removeCoupon(actor, typed('codigo'))
    return { flash: texts.couponRemoved }
  },
}

/** A coupon as its form says it. */
function couponIn(typed: Typed): Coupon | { refusal: string } {
  const code = typed('codigo').toUpperCase()
  if (!/^[A-Z0-9_-]{1,40}$/.test(code)) return { refusal: texts.codeUnreadable }
  const [, percent] = /^([1-9]\d?) ?%$/.exec(typed('desconto')) ?? []
  const amountCents = centsIn(typed('desconto'))
  if (!percent && amountCents === null) return { refusal: texts.discountUnreadable }
  const refusal = unreadableLimit(typed)
  if (refusal) return { refusal }
  const optional = (name: string) => (typed(name) === '' ? null : centsIn(typed(name)))
  const days = { firstDay: dayIn(typed('de')), lastDay: dayIn(typed('ate')) }
  if (days.firstDay !== null && days.lastDay !== null && days.firstDay > days.lastDay)
    return { refusal: texts.daysReversed }
  return {
    code,
    title: typed('nome') || code,
    ...(percent
      ? { type: 'percent' as const, value: Number(percent) }
      : { type: 'amount' as const, value: amountCents ?? 0 }),
    maxDiscountCents: optional('maximo'),
    oncePerCustomer: typed('uma_vez') === '1',
    ...days,
    minimumCents: optional('minimo'),
    maxUses: typed('limite') === '' ? null : Number(typed('limite')),
  }
}

/** A limit that cannot be read must not pass for none. */
function unreadableLimit(typed: Typed): string | null {
  const isUnreadable = (name: string, isReadable: boolean) => typed(name) !== '' && !isReadable
  for (const name of ['maximo', 'minimo'])
    if (isUnreadable(name, centsIn(typed(name)) !== null)) return texts.amountUnreadable
  for (const name of ['de', 'ate']) if (isUnreadable(name, dayIn(typed(name)) !== null)) return texts.dayUnreadable
  return isUnreadable('limite', /^[1-9]\d{0,6}$/.test(typed('limite'))) ? texts.limitUnreadable : null
}

type PanelProps = {
  coupons: (Coupon & { uses: number })[]
  /** Where its forms lead. */
  action: string
  /** The code of the one that is being changed. */
  edited: string | null
  refused: RefusedForm | undefined
}

/** Every coupon, and the form that adds or changes one. */
export function CouponsPanel({ coupons, action, edited, refused }: PanelProps) {
  const form = refused?.form.get('intent') === 'cupom' ? refused.form : undefined
  const coupon = coupons.find(({ code }) => code === edited)
  const shown = coupon && fieldsOf(coupon)
  const typed = (name: keyof CouponFields) => (form ? String(form.get(name) ?? '') : shown?.[name])
  return (
    <section className={css.sheet} id="cupons" aria-label={texts.couponsTitle}>
      <DeskTable caption={texts.couponsTitle} columns={texts.couponColumns}>
        {coupons.map((coupon) => (
          <tr key={coupon.code}>
            <th scope="row">
              <b>{coupon.code}</b>
              <small>{coupon.title}</small>
            </th>
            <td data-label={texts.couponColumns[1]}>
              {discountText(coupon)}
              <small>{coupon.oncePerCustomer ? texts.once : texts.always}</small>
            </td>
            <td data-wide data-label={texts.couponColumns[2]}>
              {daysText(coupon)}
              {coupon.minimumCents !== null && <small>{texts.from(formatMoney(coupon.minimumCents))}</small>}
            </td>
            <td data-label={texts.couponColumns[3]}>{texts.uses(coupon.uses, coupon.maxUses)}</td>
            <td>
              <PostForm className={row} action={action}>
                <a href={`${action}?${new URLSearchParams({ cupom: coupon.code })}#novo-cupom`}>
                  {texts.change}
                  <span className={visuallyHidden}> {coupon.code}</span>
                </a>
                <input type="hidden" name="codigo" value={coupon.code} />
                <Button variant="text" name="intent" value="tirar-cupom">
                  {texts.remove}
                  <span className={visuallyHidden}> {coupon.code}</span>
                </Button>
              </PostForm>
            </td>
          </tr>
        ))}
      </DeskTable>
      <details className={css.exception} id="novo-cupom" open={typed('codigo') !== undefined}>
        <summary>{coupon ? texts.changeCoupon(coupon.code) : texts.newCoupon}</summary>
        <PostForm className={stack} action={action}>
          <TextField label={texts.code} name="codigo" required maxLength={40} defaultValue={typed('codigo')} />
          <TextField label={texts.couponTitle} name="nome" maxLength={80} optional defaultValue={typed('nome')} />
          <TextField
            label={texts.discount}
            hint={texts.discountHint}
            name="desconto"
            required
            defaultValue={typed('desconto')}
          />
          <TextField label={texts.maximum} name="maximo" optional defaultValue={typed('maximo')} />
          <TextField label={texts.minimum} name="minimo" optional defaultValue={typed('minimo')} />
          <TextField label={texts.limit} name="limite" inputMode="numeric" optional defaultValue={typed('limite')} />
          <TextField label={texts.firstDay} id="cupom-de" name="de" type="date" optional defaultValue={typed('de')} />
          <TextField label={texts.lastDay} id="cupom-ate" name="ate" type="date" optional defaultValue={typed('ate')} />
          <Checkbox label={texts.once} name="uma_vez" value="1" defaultChecked={typed('uma_vez') === '1'} />
          <Button name="intent" value="cupom">
            {texts.save}
          </Button>
        </PostForm>
      </details>
    </section>
  )
}

type CouponFields = ReturnType<typeof fieldsOf>

/** A coupon as its form has it. */
function fieldsOf(coupon: Coupon) {
  const amount = (cents: number | null) => (cents === null ? '' : priceText(cents))
  return {
    codigo: coupon.code,
    nome: coupon.title,
    desconto: coupon.type === 'percent' ? `${coupon.value}%` : priceText(coupon.value),
    maximo: amount(coupon.maxDiscountCents),
    minimo: amount(coupon.minimumCents),
    limite: coupon.maxUses === null ? '' : String(coupon.maxUses),
    de: coupon.firstDay ?? '',
    ate: coupon.lastDay ?? '',
    uma_vez: coupon.oncePerCustomer ? '1' : '',
  }
}

function discountText({ type, value, maxDiscountCents }: Coupon): string {
  const off = type === 'percent' ? `${value}%` : formatMoney(value)
  return maxDiscountCents === null ? off : texts.upTo(off, priceText(maxDiscountCents))
}

function daysText({ firstDay, lastDay }: Coupon): string {
  return texts.days(firstDay && formatDay(firstDay), lastDay && formatDay(lastDay))
}
