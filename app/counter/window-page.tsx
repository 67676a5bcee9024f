import type { Coupon } from '#server/bag/coupons.ts'
import { idFrom } from '../http/ids.ts'
import { muted, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { counterTexts, windowTexts as texts } from '../texts/counter.ts'
import { formatDay, formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { Checkbox, Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './counter.css.ts'
import { type Desk, deskAction, deskLoader } from './counter.server.tsx'
import type { View } from './counter-document.tsx'
import { centsIn, priceText } from './prices.ts'

export const loader = deskLoader((desk) => show(desk))

/** The forms of coupons, the notice and banners, by their buttons. */
export const action = deskAction(
  async (desk, form) => {
    const { shop, actor, root } = desk
    const { window } = shop.counter
    const to = `${root}/vitrine`
    const text = (name: string) => String(form.get(name) ?? '').trim()
    switch (form.get('intent')) {
      case 'cupom': {
        const coupon = couponIn(text)
        if ('refusal' in coupon) return show(desk, { form, message: coupon.refusal })
        await window.saveCoupon(actor, coupon)
        return { to, said: texts.couponSaved(coupon.code) }
      }
      case 'tirar-cupom':
        await window.removeCoupon(actor, text('codigo'))
        return { to, said: texts.couponRemoved }
      case 'aviso': {
        const branchId = Number(text('loja')) || null
        await window.setNotice(actor, branchId, text('aviso').slice(0, 120) || null, dayIn(text('ate')))
        return { to, said: texts.noticeSaved }
      }
      case 'tirar-banner':
        await window.removeBanner(actor, idFrom(text('id')))
        return { to, said: texts.bannerRemoved }
      default: {
        const words = { title: text('titulo'), text: text('texto'), linkText: text('botao') }
        if (Object.values(words).some((word) => word === '')) return show(desk, { form, message: texts.bannerEmpty })
        await window.changeBanner(actor, idFrom(text('id')), words)
        return { to, said: texts.bannerSaved }
      }
    }
  },
  (desk, refused) => show(desk, refused),
)

type Refused = { form: FormData; message: string }

/** A coupon as its form says it. */
function couponIn(text: (name: string) => string): Coupon | { refusal: string } {
  const code = text('codigo').toUpperCase()
  if (!/^[A-Z0-9_-]{1,40}$/.test(code)) return { refusal: texts.codeUnreadable }
  const [, percent] = /^([1-9]\d?) ?%$/.exec(text('desconto')) ?? []
  const amountCents = centsIn(text('desconto'))
  if (!percent && amountCents === null) return { refusal: texts.discountUnreadable }
  const optional = (name: string) => (text(name) === '' ? null : centsIn(text(name)))
  const days = { firstDay: dayIn(text('de')), lastDay: dayIn(text('ate')) }
  if (days.firstDay !== null && days.lastDay !== null && days.firstDay > days.lastDay)
    return { refusal: texts.daysReversed }
  return {
    code,
    title: text('nome') || code,
    ...(percent
      ? { type: 'percent' as const, value: Number(percent) }
      : { type: 'amount' as const, value: amountCents ?? 0 }),
    maxDiscountCents: optional('maximo'),
    oncePerCustomer: text('uma_vez') === '1',
    ...days,
    minimumCents: optional('minimo'),
    maxUses: /^[1-9]\d{0,6}$/.test(text('limite')) ? Number(text('limite')) : null,
  }
}

function dayIn(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

async function show(desk: Desk, refused?: Refused): Promise<View> {
  const { shop, actor, root } = desk
  const { coupons, banners, notices } = await shop.counter.window.show(actor)
  const action = `${root}/vitrine`
  const typed = (name: string) =>
    refused?.form.get('intent') === 'cupom' ? String(refused.form.get(name) ?? '') : undefined
  return {
    title: counterTexts.nav.window,
    ...(refused && { status: 422 }),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{counterTexts.nav.window}</h1>
        </div>
        {refused && (
          <Message tone="error" role="alert">
            {refused.message}
          </Message>
        )}
        <section className={css.sheet} aria-label={texts.couponsTitle}>
          <table className={css.tableStyle} data-stacked>
            <caption>{texts.couponsTitle}</caption>
            <thead>
              <tr>
                {texts.couponColumns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {coupons.map((coupon) => (
                <tr key={coupon.code}>
                  <th scope="row">
                    <b>{coupon.code}</b>
                    <small>{coupon.title}</small>
                  </th>
                  <td>
                    {discountText(coupon)}
                    <small>{coupon.oncePerCustomer ? texts.once : texts.always}</small>
                  </td>
                  <td data-wide>
                    {daysText(coupon)}
                    {coupon.minimumCents !== null && <small>{texts.from(formatMoney(coupon.minimumCents))}</small>}
                  </td>
                  <td>{texts.uses(coupon.uses, coupon.maxUses)}</td>
                  <td>
                    <form method="post" action={action}>
                      <input type="hidden" name="codigo" value={coupon.code} />
                      <Button variant="text" name="intent" value="tirar-cupom">
                        {texts.remove}
                        <span className={visuallyHidden}> {coupon.code}</span>
                      </Button>
                    </form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <details className={css.exception} open={typed('codigo') !== undefined}>
            <summary>{texts.newCoupon}</summary>
            <form className={stack} method="post" action={action}>
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
              <TextField
                label={texts.limit}
                name="limite"
                inputMode="numeric"
                optional
                defaultValue={typed('limite')}
              />
              <TextField label={texts.firstDay} id="cupom-de" name="de" type="date" optional />
              <TextField label={texts.lastDay} id="cupom-ate" name="ate" type="date" optional />
              <Checkbox label={texts.once} name="uma_vez" value="1" />
              <Button name="intent" value="cupom">
                {texts.save}
              </Button>
            </form>
          </details>
        </section>
        <Panel title={texts.noticeTitle}>
          <p className={muted}>{texts.noticeHint}</p>
          {notices
            .filter(({ notice }) => notice !== null)
            .map(({ id, name, notice, until }) => (
              <p key={id}>
                <b>{name}</b>: “{notice}” {until && texts.until(formatDay(until))}
              </p>
            ))}
          <form className={stack} method="post" action={action}>
            <TextField label={texts.notice} name="aviso" maxLength={120} hint={texts.noticeEmpty} />
            <TextField label={texts.lastDay} id="aviso-ate" name="ate" type="date" optional />
            <Select label={texts.branch} name="loja" id="aviso-loja">
              <option value="">{texts.allBranches}</option>
              {notices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            <Button variant="outline" name="intent" value="aviso">
              {texts.save}
            </Button>
          </form>
        </Panel>
        {banners.map((banner) => (
          <Panel key={banner.id} title={texts.banner(banner.title)}>
            <div className={css.preview}>
              <b>{banner.title}</b>
              <p>{banner.text}</p>
              <span>{banner.linkText}</span>
            </div>
            <form className={stack} method="post" action={action}>
              <input type="hidden" name="id" value={banner.id} />
              <div className={tightStack}>
                <TextField
                  label={texts.bannerTitle}
                  id={`titulo-${banner.id}`}
                  name="titulo"
                  required
                  maxLength={80}
                  defaultValue={banner.title}
                />
                <TextField
                  label={texts.bannerText}
                  id={`texto-${banner.id}`}
                  name="texto"
                  required
                  maxLength={160}
                  defaultValue={banner.text}
                />
                <TextField
                  label={texts.bannerButton}
                  id={`botao-${banner.id}`}
                  name="botao"
                  required
                  maxLength={40}
                  defaultValue={banner.linkText}
                />
              </div>
              <div className={row}>
                <Button variant="outline">{texts.save}</Button>
                <Button variant="danger" name="intent" value="tirar-banner">
                  {texts.remove}
                  <span className={visuallyHidden}> {banner.title}</span>
                </Button>
              </div>
            </form>
          </Panel>
        ))}
      </div>
    ),
  }
}

function discountText({ type, value, maxDiscountCents }: Coupon): string {
  const off = type === 'percent' ? `${value}%` : formatMoney(value)
  return maxDiscountCents === null ? off : texts.upTo(off, priceText(maxDiscountCents))
}

function daysText({ firstDay, lastDay }: Coupon): string {
  return texts.days(firstDay && formatDay(firstDay), lastDay && formatDay(lastDay))
}
