import type { ReactNode } from 'react'
import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { describeSeller } from '../shell/seller.ts'
import { stack } from '../styles/shared.css.ts'
import { dossierTexts as texts } from '../texts/backoffice/dossier.ts'
import { backofficeOrderTexts } from '../texts/backoffice/orders.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatAddressLine, formatFiscalKey, formatMoney, formatPhone, formatZipcode } from '../texts/format.ts'
import { labelOrderStatus } from '../texts/orders.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import { problemTexts } from '../texts/problems.ts'
import { DescriptionList } from '../ui/description-list/description-list.tsx'
import type { View } from './document.tsx'
import * as printCss from './print.css.ts'
import type { StaffRequest } from './staff-pages.server.tsx'

/** Who bought, who received, what was paid and told: to answer a contested payment, without the names of products (LGPD). */
export async function loadDossierView({ id, backoffice, shop, actor, rootPath }: StaffRequest): Promise<View> {
  const details = await backoffice.orders.getOrder(id)
  const { order, branch } = details
  const { legalName, cnpj, address, phone } = describeSeller(shop.profile, branch)
  return {
    title: texts.title(order.id),
    body: (
      <div className={stack}>
        <p className={printCss.noPrint}>
          <a href={`${rootPath}/pedidos/${order.id}`}>{backofficeOrderTexts.backToOrder}</a>
        </p>
        <p className={printCss.noPrint}>{texts.intro}</p>
        <div className={`${stack} ${printCss.printSheet}`}>
          <div>
            <h1>{texts.title(order.id)}</h1>
            <p>
              {legalName}, CNPJ {cnpj}, {address}, {phone}
            </p>
          </div>
          <OrderFacts details={details} />
          <Chapter title={texts.payments}>
            {details.payments.map(({ reference, method, amountCents, receivedAt, status }) => (
              <li key={reference}>
                {formatDateAndTime(receivedAt)}: {formatMoney(amountCents)}, {formatPaymentMethod(method)},{' '}
                {backofficeOrderTexts.paymentStates[status]}; {texts.providerId(reference)}
              </li>
            ))}
          </Chapter>
          <Chapter title={texts.events}>
            {details.history.map(({ status, reachedAt, by }) => (
              <li key={status}>
                {formatDateAndTime(reachedAt)}: {labelOrderStatus(status, order.isPaidAtDoor)}
                {by.name && `, ${by.name}`}
              </li>
            ))}
          </Chapter>
          <Chapter title={texts.letters}>
            {[...details.emails].reverse().map(({ id, subject, writtenAt }) => (
              <li key={id}>
                {formatDateAndTime(writtenAt)}: {subject}
              </li>
            ))}
          </Chapter>
          <Chapter title={texts.problems}>
            {details.problems.map(({ id, kind }) => (
              <li key={id}>
                {problemTexts.problemNumber(id)}: {problemTexts.kinds[kind]}
              </li>
            ))}
          </Chapter>
          <p>{texts.printed(actor.name, formatDateAndTime(shop.clock.now()))}</p>
        </div>
      </div>
    ),
  }
}

function OrderFacts({ details: { order, customer } }: { details: BackofficeOrder }) {
  const { address, courier } = order
  const place = `${formatAddressLine(address)}, CEP ${formatZipcode(address.zipcode)}`
  return (
    <DescriptionList
      items={[
        { name: texts.placed, value: formatDateAndTime(order.placedAt) },
        { name: texts.customer, value: customer && `${customer.firstName} ${customer.lastName}` },
        {
          name: texts.contact,
          value: customer && `${customer.email}, ${formatPhone(customer.phone.replace(/\D/g, ''))}`,
        },
        {
          name: texts.total,
          value: `${formatMoney(order.totalCents)}, ${texts.units(order.lines.reduce((sum, { quantity }) => sum + quantity, 0))}`,
        },
        {
          name: texts.deliveredTo,
          value: order.type === 'pickup' ? `${texts.pickedUpAt(address.addressType)}, ${place}` : place,
        },
        { name: texts.courier, value: courier && `${courier.name}, ${courier.phone}` },
        { name: texts.receivedBy, value: order.receivedBy ?? texts.unknownReceiver },
        { name: texts.fiscalKey, value: order.fiscalKey ? formatFiscalKey(order.fiscalKey) : texts.none },
      ]}
    />
  )
}

/** One that has nothing to tell says so: what is left out could be missing. */
function Chapter({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {children.length === 0 ? <p>{texts.none}</p> : <ul>{children}</ul>}
    </section>
  )
}
