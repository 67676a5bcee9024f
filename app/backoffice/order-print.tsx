import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { parseId } from '../http/ids.ts'
import { notFound } from '../http/responses.server.ts'
import { stack } from '../styles/shared.css.ts'
import { pickupTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { addressLine, formatPhone, formatZipcode } from '../texts/format.ts'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import * as print from './print.css.ts'
import { type StaffRequest, staffLoader } from './staff-pages.server.tsx'

/** The picking list and the label, for printing: one page each. */
export const loader = staffLoader((request) => {
  if (request.params.paper === 'lista') return pickingListView(request)
  return request.params.paper === 'etiqueta' ? labelView(request) : notFound()
})

async function pickingListView(request: StaffRequest): Promise<View> {
  const { shop, actor, params, root } = request
  const details = await shop.backoffice.orders.findOrder(actor, parseId(params.id))
  const { order, lines, branch } = details
  const openLines = lines.filter((line) => line.unitsToPick > 0)
  const units = openLines.reduce((sum, line) => sum + line.unitsToPick, 0)
  return {
    title: texts.pickingTitle(order.id),
    body: (
      <div className={stack}>
        <BackLink to={`${root}/pedidos/${order.id}`} />
        <div className={`${stack} ${print.printSheet}`}>
          <div>
            <h1>{texts.pickingTitle(order.id)}</h1>
            <p>
              {branch?.name}. <PromisedTime details={details} />
            </p>
          </div>
          <p>
            <Receiver details={details} />. <Destination details={details} />
          </p>
          {order.note && <p>“{order.note}”</p>}
          <table className={css.tableStyle} data-stacked>
            <thead>
              <tr>
                <th scope="col">{texts.tick}</th>
                <th scope="col">{texts.columns[1]}</th>
                <th scope="col">{texts.columns[0]}</th>
                <th scope="col">{texts.sku}</th>
                <th scope="col">{texts.ean}</th>
              </tr>
            </thead>
            <tbody>
              {openLines.map((line) => (
                <tr key={line.productId}>
                  <td>☐</td>
                  <td>
                    <b>{line.unitsToPick}</b>
                  </td>
                  <th scope="row" data-wide>
                    <b>{line.name}</b>
                    {line.keepsPrescription && <small>{texts.keepPrescription}</small>}
                  </th>
                  <td>{line.sku}</td>
                  <td>{line.ean ?? texts.noBarcode}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <b>{texts.sumOf(openLines.length, units)}</b>
          </p>
          <p>{texts.pickedBy}</p>
          <p>{texts.printedBy(actor.name, formatTime(shop.clock.now()))}</p>
        </div>
      </div>
    ),
  }
}

async function labelView(request: StaffRequest): Promise<View> {
  const { shop, actor, params, root } = request
  const details = await shop.backoffice.orders.findOrder(actor, parseId(params.id))
  const { order, lines, branch } = details
  const { legalName, cnpj, address, phone, pharmacist } = shop.profile
  const openLines = lines.filter((line) => line.unitsToPick > 0)
  const units = openLines.reduce((sum, line) => sum + line.unitsToPick, 0)
  return {
    title: texts.labelTitle(order.id),
    body: (
      <div className={stack}>
        <BackLink to={`${root}/pedidos/${order.id}`} />
        <div className={`${stack} ${print.label}`}>
          <p>
            {shop.profile.name} {branch?.name}
            <br />
            <PromisedTime details={details} />
          </p>
          <h1>{texts.title(order.id)}</h1>
          <p>{texts.sumOf(openLines.length, units)}</p>
          <p>
            <Receiver details={details} />
            <br />
            <Destination details={details} />
          </p>
          {order.note && <p>“{order.note}”</p>}
          <p>{texts.sealed}</p>
          <p>
            {legalName}, CNPJ {cnpj}, {address}
            <br />
            {texts.askPharmacist(pharmacist.name, pharmacist.crf, phone)}
          </p>
        </div>
      </div>
    ),
  }
}

function BackLink({ to }: { to: string }) {
  return (
    <p className={print.noPrint}>
      <a href={to}>{texts.toOrder}</a>
    </p>
  )
}

function PromisedTime({ details: { promisedAt, order } }: { details: BackofficeOrder }) {
  const promiseText = order.type === 'pickup' ? texts.readyThen : texts.untilThen
  return promisedAt && <b>{promiseText(formatDateAndTime(promisedAt))}</b>
}

/** Where it goes: an address, or the store's shelf. The code is the customer's alone. */
function Destination({ details: { order } }: { details: BackofficeOrder }) {
  const { address, type, pickup } = order
  if (type === 'delivery')
    return (
      <>
        {addressLine(address)}, CEP {formatZipcode(address.zipcode)}
      </>
    )
  return (
    <>
      <b>{texts.pickupAt(address.addressType)}</b>
      <br />
      {pickupTexts.shelf}: <b>{pickup?.shelfMark ?? '________'}</b>
    </>
  )
}

/** Name and phone: who brings it may have to ring. */
function Receiver({ details: { customer } }: { details: BackofficeOrder }) {
  if (!customer) return null
  return (
    <>
      <b>
        {customer.firstName} {customer.lastName}
      </b>
      , <span className={css.nowrap}>{formatPhone(customer.phone.replace(/\D/g, ''))}</span>
    </>
  )
}
