import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { describeSeller } from '../shell/seller.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatAddressLine, formatPhone, formatZipcode } from '../texts/format.ts'
import { paymentWayTexts } from '../texts/payment-ways.ts'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import * as printCss from './print.css.ts'
import type { StaffRequest } from './staff-pages.server.tsx'
import { TillPanel } from './till-entry.tsx'
import { TillCells, TillHeadCells, TillSlip, TillSums } from './till-sheet.tsx'

export async function loadPickingListView(request: StaffRequest): Promise<View> {
  const { id, backoffice, shop, actor, rootPath } = request
  const details = await backoffice.orders.getOrder(id)
  const { order, lines, branch } = details
  const { legalName, cnpj, address, phone, pharmacist } = describeSeller(shop.profile, branch)
  const linesToPick = lines.filter((line) => line.unitsToPick > 0)
  const unitCount = linesToPick.reduce((sum, line) => sum + line.unitsToPick, 0)
  return {
    title: texts.pickingTitle(order.id),
    body: (
      <div className={stack}>
        <BackLink href={`${rootPath}/pedidos/${order.id}`} />
        <div className={printCss.noPrint}>
          <TillPanel details={details} request={request} />
        </div>
        <div className={`${stack} ${printCss.printSheet}`}>
          <div>
            <h1>{texts.pickingTitle(order.id)}</h1>
            <p>
              {branch?.name}. <PromisedTime details={details} />
            </p>
            <p>
              {legalName}, CNPJ {cnpj}, {address}, {phone}. {pharmacist.name}, {pharmacist.crf}
            </p>
          </div>
          <p>
            <Recipient details={details} />. <Destination details={details} />
          </p>
          {order.doorTerms && (
            <p>
              <b>{paymentWayTexts.toTake(order.doorTerms)}</b>
            </p>
          )}
          {order.note && <p>“{order.note}”</p>}
          <table className={css.staffTable} data-stacked>
            <thead>
              <tr>
                <th scope="col">{texts.checkedColumn}</th>
                <th scope="col">{texts.columns[1]}</th>
                <th scope="col">{texts.columns[0]}</th>
                <TillHeadCells />
              </tr>
            </thead>
            <tbody>
              {linesToPick.map((line) => (
                <tr key={line.productId}>
                  <td>☐</td>
                  <td>
                    <b>{line.unitsToPick}</b>
                  </td>
                  <th scope="row" data-wide>
                    <b>{line.name}</b>
                    <small>{line.sku}</small>
                    {line.requiresRetention && <small>{texts.retainPrescription}</small>}
                  </th>
                  <TillCells line={line} />
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <b>{texts.quantitySum(linesToPick.length, unitCount)}</b>
          </p>
          <TillSums details={details} />
          <TillSlip details={details} />
          <p>{texts.pickedBy}</p>
          <p>{texts.printedBy(actor.name, formatTime(shop.clock.now()))}</p>
        </div>
      </div>
    ),
  }
}

export async function loadLabelView(request: StaffRequest): Promise<View> {
  const { id, backoffice, shop, rootPath } = request
  const details = await backoffice.orders.getOrder(id)
  const { order, lines, branch } = details
  const { legalName, cnpj, address, phone, pharmacist } = describeSeller(shop.profile, branch)
  const linesToPick = lines.filter((line) => line.unitsToPick > 0)
  const unitCount = linesToPick.reduce((sum, line) => sum + line.unitsToPick, 0)
  return {
    title: texts.labelTitle(order.id),
    body: (
      <div className={stack}>
        <BackLink href={`${rootPath}/pedidos/${order.id}`} />
        <div className={`${stack} ${printCss.orderLabel}`}>
          <p>
            {shop.profile.name} {branch?.name}
            <br />
            <PromisedTime details={details} />
          </p>
          <h1>{texts.title(order.id)}</h1>
          <p>{texts.quantitySum(linesToPick.length, unitCount)}</p>
          <p>
            <Recipient details={details} />
            <br />
            <Destination details={details} />
          </p>
          {order.doorTerms && (
            <p>
              <b>{paymentWayTexts.toTake(order.doorTerms)}</b>
            </p>
          )}
          {order.note && <p>“{order.note}”</p>}
          <p>{texts.sealedNotice}</p>
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

function BackLink({ href }: { href: string }) {
  return (
    <p className={printCss.noPrint}>
      <a href={href}>{texts.backToOrder}</a>
    </p>
  )
}

function PromisedTime({ details: { promisedAt, order } }: { details: BackofficeOrder }) {
  const formatPromise = order.type === 'pickup' ? texts.readyUntil : texts.deliverUntil
  return promisedAt && <b>{formatPromise(formatDateAndTime(promisedAt))}</b>
}

/** Where it goes: an address, or the store's shelf. The code is the customer's alone. */
function Destination({ details: { order } }: { details: BackofficeOrder }) {
  const { address, type, pickup } = order
  if (type === 'delivery')
    return (
      <>
        {formatAddressLine(address)}, CEP {formatZipcode(address.zipcode)}
      </>
    )
  return (
    <>
      <b>{texts.pickupAt(address.addressType)}</b>
      <br />
      {texts.stepFields.shelfMark[0]}: <b>{pickup?.shelfMark ?? '________'}</b>
    </>
  )
}

/** Name and phone: who brings it may have to ring. */
function Recipient({ details: { customer } }: { details: BackofficeOrder }) {
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
