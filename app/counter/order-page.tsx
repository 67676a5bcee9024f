import type { DeskLine, DeskOrder } from '#server/counter/order-desk.ts'
import { idFrom } from '../http/ids.ts'
import { muted, outdent, row, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { actTexts, orderStatusTexts, orderDeskTexts as texts } from '../texts/counter.ts'
import { formatTime } from '../texts/dates.ts'
import { addressLine, formatMoney, formatPhone, formatZipcode } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { actSentence, formatWhen } from './acts.ts'
import * as css from './counter.css.ts'
import { type Desk, deskAction, deskLoader, may } from './counter.server.tsx'
import type { View } from './counter-document.tsx'

export const loader = deskLoader((desk) => show(desk))

export const action = deskAction(
  async (desk, form) => {
    const { shop, actor, params, root } = desk
    const { orders } = shop.counter
    const id = idFrom(params.id)
    const to = `${root}/pedidos/${id}`
    const reason = String(form.get('motivo') ?? '')
    switch (form.get('intent')) {
      case 'avancar':
        return { to, said: texts.moved(orderStatusTexts[await orders.advance(actor, id)]) }
      case 'encerrar':
        return { to, said: endedSentence(await orders.end(actor, id, reason)) }
      case 'pedir':
        await orders.askForEnd(actor, id, reason)
        return { to, said: texts.askDone }
      case 'sim':
      case 'nao':
        await orders.answerEndRequest(actor, id, form.get('intent') === 'sim')
        return { to, said: form.get('intent') === 'sim' ? undefined : texts.kept }
      case 'tirar': {
        // The product, and its units as the page showed them.
        const [product = '', expected = ''] = String(form.get('item') ?? '').split(' ')
        const removal = { orderId: id, productId: idFrom(product), expectedUnits: Number(expected) }
        const cents = await orders.removeUnits(actor, { ...removal, units: Number(form.get('unidades') ?? 1) })
        return { to, said: texts.removedDone(cents) }
      }
      case 'reenviar':
        await orders.sendMailAgain(actor, id, idFrom(form.get('email')))
        return { to, said: texts.sentAgain }
    }
    const line = form.has('produto')
      ? await orders.pickByHand(actor, id, idFrom(form.get('produto')))
      : await orders.pick(actor, id, String(form.get('ean') ?? ''))
    return { to, said: texts.checked(line.name, line.picked, line.wanted) }
  },
  (desk, refused) => show(desk, refused),
)

type Refused = { form: FormData; message: string; field: string | undefined }

async function show(desk: Desk, refused?: Refused): Promise<View> {
  const found = await desk.shop.counter.orders.findOrder(desk.actor, idFrom(desk.params.id))
  const { order } = found
  const { root } = desk
  return {
    title: texts.title(order.id),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{texts.title(order.id)}</h1>
          <Badge tone={order.status === 'prescription_review' ? 'info' : 'plain'}>
            {orderStatusTexts[order.status]}
          </Badge>
          {found.promisedAt && found.nextStatus && (
            <p>{texts.promised(formatWhen(found.promisedAt, desk.shop.clock.now()))}</p>
          )}
          <div className={`${row} ${css.end}`}>
            <ButtonLink variant="outline" href={`${root}/pedidos/${order.id}/lista`}>
              {texts.list}
              <span className={visuallyHidden}>{texts.listOf}</span>
            </ButtonLink>
            <ButtonLink variant="outline" href={`${root}/pedidos/${order.id}/etiqueta`}>
              {texts.label}
            </ButtonLink>
          </div>
        </div>
        {refused && !isShownAtField(refused, found) && (
          <Message tone="error" role="alert">
            {refused.message}
          </Message>
        )}
        <EndRequest found={found} desk={desk} />
        <Columns ratio="aside">
          <div className={stack}>
            {(order.status === 'paid' || order.status === 'preparing') && <Scanner found={found} refused={refused} />}
            <Lines found={found} />
            <Exceptions found={found} desk={desk} refused={refused} />
          </div>
          <div className={stack}>
            <Delivery found={found} root={root} />
            <History found={found} now={desk.shop.clock.now()} />
            <Mails found={found} now={desk.shop.clock.now()} />
          </div>
        </Columns>
      </div>
    ),
  }
}

/** A line that is complete refuses its code after the scanner's form has gone. */
function isShownAtField({ field }: Refused, { lines }: DeskOrder): boolean {
  return field === 'motivo' || (field === 'ean' && !lines.every(isDone))
}

function EndRequest({ found: { endRequest }, desk }: { found: DeskOrder; desk: Desk }) {
  if (!endRequest || endRequest.answer === 'kept') return null
  if (endRequest.answer === 'ended')
    return <Message>{texts.endedBecause(endRequest.askedBy, endRequest.reason)}</Message>
  return (
    <Message tone="warn" title={texts.asked(endRequest.askedBy, formatTime(endRequest.askedAt))}>
      <p>“{endRequest.reason}”</p>
      {may(desk.shop, desk.actor, 'orders.end') && (
        <form className={row} method="post">
          <Button variant="outline" name="intent" value="sim">
            {texts.cancelTitle}
          </Button>
          <Button variant="text" name="intent" value="nao">
            {texts.keep}
          </Button>
        </form>
      )}
    </Message>
  )
}

/** A scanner types the code and presses Enter: a plain form, empty again after a wrong code, so that the next one is read whole. */
function Scanner({ found, refused }: { found: DeskOrder; refused: Refused | undefined }) {
  const all = found.lines.reduce((sum, line) => sum + line.wanted, 0)
  const done = found.lines.reduce((sum, line) => sum + Math.min(line.picked, line.wanted), 0)
  const isRefused = refused?.field === 'ean'
  return (
    <Panel title={texts.checkTitle(done, all)}>
      {done < all && (
        <form method="post">
          <TextField
            label={texts.barcode}
            name="ean"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            required
            error={isRefused ? refused.message : null}
            hint={isRefused && refused.form.has('ean') && texts.read(String(refused.form.get('ean')))}
            action={<Button>{texts.check}</Button>}
          />
        </form>
      )}
      <NextStep found={found} missing={all - done} />
    </Panel>
  )
}

function NextStep({ found, missing }: { found: DeskOrder; missing: number }) {
  const { nextStatus, order } = found
  if (nextStatus === null) return null
  const step = texts.steps[nextStatus as keyof typeof texts.steps]
  const isBlocked = order.status === 'preparing' && missing > 0
  return (
    <form className={row} method="post">
      <Button
        name="intent"
        value="avancar"
        variant={isBlocked || (order.status === 'paid' && missing > 0) ? 'outline' : 'solid'}
        disabled={isBlocked}
        aria-describedby={isBlocked ? 'falta-conferir' : undefined}
      >
        {step}
      </Button>
      {isBlocked && (
        <p className={muted} id="falta-conferir">
          {texts.missing(missing)}
        </p>
      )}
    </form>
  )
}

function Lines({ found }: { found: DeskOrder }) {
  const { order } = found
  const isPicking = order.status === 'paid' || order.status === 'preparing'
  const lines = [...found.lines].sort((a, b) => Number(isDone(a)) - Number(isDone(b)))
  return (
    <div className={css.sheet}>
      <table className={css.tableStyle} data-stacked>
        <caption className={visuallyHidden}>{texts.linesCaption}</caption>
        <thead>
          <tr>
            {texts.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.productId} data-done={(isPicking && isDone(line)) || undefined}>
              <th scope="row" data-wide>
                <span className={css.product}>
                  {line.pictureKey && (
                    <img src={`/imagens/${line.pictureKey}-160.webp`} alt="" width="44" height="44" loading="lazy" />
                  )}
                  <span>
                    <b>{line.name}</b>
                    <small>
                      {line.sku} · {line.ean ?? texts.noBarcode}
                    </small>
                  </span>
                </span>
              </th>
              <td>
                <span className={css.nowrap}>
                  <b>{line.wanted}</b> un.
                </span>
              </td>
              <td className={css.number}>{formatMoney(line.priceCents * line.wanted)}</td>
              <td data-wide>{isPicking && <Checked line={line} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.sums}>
        <Facts
          items={[
            { name: texts.products, value: formatMoney(order.itemsCents) },
            {
              name: texts.discount,
              value:
                order.discountCents + order.couponDiscountCents > 0 &&
                `−${formatMoney(order.discountCents + order.couponDiscountCents)}`,
            },
            {
              name: texts.delivery,
              value: order.deliveryChargeCents === 0 ? texts.free : formatMoney(order.deliveryChargeCents),
            },
            { name: texts.balances, value: order.balanceCents > 0 && `−${formatMoney(order.balanceCents)}` },
            { name: texts.removed, value: order.removedCents > 0 && `−${formatMoney(order.removedCents)}` },
            { name: texts.total, value: <b>{formatMoney(order.totalCents)}</b> },
          ]}
        />
        {order.status === 'pending_payment' && <p className={muted}>{texts.unpaid}</p>}
        {order.status === 'prescription_review' && <p className={muted}>{texts.review}</p>}
        {order.status === 'out_for_delivery' && <NextStep found={found} missing={0} />}
      </div>
    </div>
  )
}

function isDone(line: DeskLine): boolean {
  return line.picked >= line.wanted
}

function Checked({ line }: { line: DeskLine }) {
  if (isDone(line) && line.pickedAt)
    return <span className={css.good}>{texts.checkedAt(formatTime(line.pickedAt))}</span>
  return (
    <form className={row} method="post">
      <span>{line.picked > 0 ? texts.partly(line.picked, line.wanted) : texts.toCheck}</span>
      <Button variant="outline" name="produto" value={line.productId}>
        {texts.byHand}
        <span className={visuallyHidden}>: {line.name}</span>
      </Button>
    </form>
  )
}

/** Cancel or refund, for who may; a clerk asks for it. */
function Exceptions({ found, desk, refused }: { found: DeskOrder; desk: Desk; refused: Refused | undefined }) {
  const { status } = found.order
  const isOver = ['expired', 'failed', 'cancelled', 'refunded'].includes(status)
  const mayEnd = may(desk.shop, desk.actor, 'orders.end')
  if (isOver || (!mayEnd && found.endRequest?.answer === null)) return null
  const hasLeft = status === 'out_for_delivery' || status === 'delivered'
  const isRefused = refused?.field === 'motivo'
  const typed = refused?.form.get('motivo')
  const title = mayEnd ? (hasLeft ? texts.refundTitle : texts.cancelTitle) : texts.askTitle
  return (
    <section className={css.sheet} aria-label={texts.exceptions}>
      <Removal found={found} refused={refused} />
      <details className={css.exception} open={typed != null}>
        <summary>{title}</summary>
        <form className={stack} method="post">
          <TextField
            label={texts.reason}
            name="motivo"
            required
            maxLength={300}
            error={isRefused ? refused.message : null}
            defaultValue={String(typed ?? '')}
          />
          <div className={row}>
            <Button variant="danger" name="intent" value={mayEnd ? 'encerrar' : 'pedir'}>
              {mayEnd ? (hasLeft ? texts.refund : texts.cancel) : texts.ask}
            </Button>
            <span className={muted}>{mayEnd ? texts.endHint : texts.askHint}</span>
          </div>
        </form>
      </details>
    </section>
  )
}

/** What the shelf does not have is taken out, and its price goes back. */
function Removal({ found: { order, lines }, refused }: { found: DeskOrder; refused: Refused | undefined }) {
  if (order.status !== 'paid' && order.status !== 'preparing') return null
  const left = lines.filter(({ wanted }) => wanted > 0)
  const units = left.reduce((sum, { wanted }) => sum + wanted, 0)
  if (units < 2) return null
  const typed = refused?.form.get('unidades')
  const [product] = String(refused?.form.get('item') ?? '').split(' ')
  const chosen = left.find(({ productId }) => String(productId) === product)
  return (
    <details className={css.exception} open={typed != null}>
      <summary>{texts.removeTitle}</summary>
      <form className={stack} method="post">
        <Select label={texts.removeItem} name="item" id="tirar-item" defaultValue={chosen && itemOf(chosen)}>
          {left.map((line) => (
            <option key={line.productId} value={itemOf(line)}>
              {line.name}, {line.wanted} un.
            </option>
          ))}
        </Select>
        <TextField
          label={texts.removeUnits}
          name="unidades"
          id="tirar-unidades"
          type="number"
          min={1}
          max={Math.max(...left.map(({ wanted }) => wanted))}
          defaultValue={String(typed ?? 1)}
          required
        />
        <div className={row}>
          <Button variant="danger" name="intent" value="tirar">
            {texts.remove}
          </Button>
          <span className={muted}>{texts.endHint}</span>
        </div>
      </form>
    </details>
  )
}

/** A product, and its units as the page shows them. */
function itemOf({ productId, wanted }: DeskLine): string {
  return `${productId} ${wanted}`
}

function Delivery({ found: { order, customer }, root }: { found: DeskOrder; root: string }) {
  const digits = customer?.phone.replace(/\D/g, '') ?? ''
  return (
    <Panel title={texts.who}>
      <div className={tightStack}>
        <p>
          {customer && (
            <>
              <a href={`${root}/clientes/${customer.id}`}>
                <b>
                  {customer.firstName} {customer.lastName}
                </b>
              </a>
              <br />
            </>
          )}
          {addressLine(order.address)}
          <br />
          CEP {formatZipcode(order.address.zipcode)}
        </p>
        {order.note && (
          <p>
            {texts.note}: “{order.note}”
          </p>
        )}
        {digits && (
          <div className={row}>
            <ButtonLink variant="outline" href={`tel:+55${digits}`}>
              {formatPhone(digits)}
            </ButtonLink>
            <ButtonLink variant="outline" href={`https://wa.me/55${digits}`}>
              {texts.whatsapp}
            </ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  )
}

function History({ found: { history, acts }, now }: { found: DeskOrder; now: Date }) {
  return (
    <Panel title={texts.history}>
      <ol className={css.log}>
        {[...history].reverse().map(({ status, reachedAt }) => (
          <li key={status}>
            <time dateTime={reachedAt.toISOString()}>{formatWhen(reachedAt, now)}</time>
            <span>{orderStatusTexts[status]}</span>
          </li>
        ))}
      </ol>
      {acts.length > 0 && (
        <details>
          <summary>{texts.acts}</summary>
          <ol className={css.log}>
            {acts.map((entry) => (
              <li key={entry.id}>
                <time dateTime={entry.at.toISOString()}>{formatWhen(entry.at, now)}</time>
                <span>
                  {actSentence(actTexts, entry)}
                  <small>{entry.name}</small>
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

function Mails({ found: { mails }, now }: { found: DeskOrder; now: Date }) {
  return (
    <Panel title={texts.mails}>
      {mails.length === 0 ? (
        <p className={muted}>{texts.noMails}</p>
      ) : (
        <ul className={css.log}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <time dateTime={mail.writtenAt.toISOString()}>{formatWhen(mail.writtenAt, now)}</time>
              <span>{mail.subject}</span>
              <form className={outdent} method="post">
                <input type="hidden" name="email" value={mail.id} />
                <Button variant="text" name="intent" value="reenviar">
                  {texts.again}
                  <span className={visuallyHidden}> {mail.subject}</span>
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function endedSentence({
  refundCents,
  returnedCents,
  refundByHand,
}: {
  refundCents: number
  returnedCents: number
  refundByHand: boolean
}) {
  return refundByHand ? texts.byHandRefund(refundCents) : texts.ended(refundCents + returnedCents)
}
