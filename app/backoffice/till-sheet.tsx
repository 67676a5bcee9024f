import type { BackofficeLine, BackofficeOrder } from '#server/backoffice/orders.ts'
import { row, spreadRow, tightStack } from '../styles/shared.css.ts'
import { backofficeOrderTexts } from '../texts/backoffice/orders.ts'
import { tillTexts as texts } from '../texts/backoffice/till.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatMoney, maskTaxNumber } from '../texts/format.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import * as css from './backoffice.css.ts'
import { EanBars } from './ean-bars.tsx'
import { isForTill } from './till-entry.tsx'
import * as sheetCss from './till-sheet.css.ts'

/** Four of an access key's 44 characters each. */
const keyGroups = Array.from({ length: 11 }, (_, index) => index)

/** What the till wants of a picking list's lines: the last cells of its table. */
export function TillHeadCells() {
  const { code, unitPrice, lineTotal } = texts.columns
  return (
    <>
      <th scope="col">{code}</th>
      <th scope="col" className={css.numericCell}>
        {unitPrice}
      </th>
      <th scope="col" className={css.numericCell}>
        {lineTotal}
      </th>
    </>
  )
}

/** As the till has them: at the full price, of which the list's sums take discounts off. */
export function TillCells({ line: { ean, sku, fullPriceCents, unitsToPick } }: { line: BackofficeLine }) {
  return (
    <>
      <td data-wide>
        {ean ? (
          <EanBars code={ean} />
        ) : (
          <>
            {backofficeOrderTexts.noBarcode}
            <br />
            <b>{texts.typeCode(sku)}</b>
          </>
        )}
      </td>
      <td className={css.numericCell}>{formatMoney(fullPriceCents)}</td>
      <td className={css.numericCell}>{formatMoney(fullPriceCents * unitsToPick)}</td>
    </>
  )
}

/** What the till must come to, to the cent. */
export function TillSums({ details: { order, lines } }: { details: BackofficeOrder }) {
  const { keptCents, deliveryFeeCents } = order.net
  const itemsCents = lines.reduce((sum, { fullPriceCents, unitsToPick }) => sum + fullPriceCents * unitsToPick, 0)
  const sums = [
    { name: backofficeOrderTexts.products, cents: itemsCents },
    { name: texts.discounts, cents: keptCents - deliveryFeeCents - itemsCents },
    { name: texts.delivery, cents: deliveryFeeCents },
  ]
  return (
    <dl className={sheetCss.sums}>
      {sums.map(({ name, cents }) => (
        <div key={name} className={spreadRow}>
          <dt>{name}</dt>
          <dd>{formatMoney(cents)}</dd>
        </div>
      ))}
      <div className={spreadRow}>
        <dt>
          <b>{texts.total}</b>
        </dt>
        <dd>
          <b>{formatMoney(keptCents)}</b>
        </dd>
      </div>
    </dl>
  )
}

/** Where the cashier ticks and writes what the till issued. */
export function TillSlip({ details }: { details: BackofficeOrder }) {
  const { order, taxNumber } = details
  if (!isForTill(details)) return null
  return (
    <div className={`${tightStack} ${sheetCss.slip}`}>
      <p className={row}>
        <b>
          {order.tillEntry ? '☑' : '☐'} {texts.enter}
        </b>
        {order.tillEntry && (
          <span>
            {order.tillEntry.by}, {formatDateAndTime(order.tillEntry.at)}
          </span>
        )}
        <span>
          {texts.tillTotal} {texts.blank}
        </span>
        <span>
          {texts.paidBy} <b>{describePayments(details)}</b>
        </span>
      </p>
      {taxNumber && <p>{texts.taxNumber(maskTaxNumber(taxNumber))}</p>}
      <p className={row}>
        <span>
          {texts.documentNumber} {texts.blank}
        </span>
        <span>
          {texts.series} {texts.blank.slice(8)}
        </span>
      </p>
      <div>
        <p>{texts.accessKey}</p>
        <div className={sheetCss.keyBoxes} aria-hidden="true">
          {keyGroups.map((group) => (
            <span key={group}>
              <i />
              <i />
              <i />
              <i />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** "Pix, já pago", "R$ 80,00 cartão e R$ 20,00 benefício e carteira, já pago". */
function describePayments({ payments, order }: BackofficeOrder): string {
  const parts = payments
    .filter(({ status, reason }) => status === 'captured' && reason === null)
    .map(({ method, amountCents }) => ({ name: formatPaymentMethod(method), cents: amountCents }))
  if (order.balanceCents > 0) parts.push({ name: texts.balance, cents: order.balanceCents })
  if (parts.length === 0) return texts.unpaid
  const [{ name } = { name: '' }] = parts
  return texts.paid(
    parts.length === 1 ? name : parts.map((part) => `${formatMoney(part.cents)} ${part.name}`).join(' + '),
  )
}
