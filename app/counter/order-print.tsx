import { idFrom } from '../http/ids.ts'
import { notFound } from '../http/responses.server.ts'
import { row, stack, tightStack } from '../styles/shared.css.ts'
import { orderDeskTexts as texts } from '../texts/counter.ts'
import { addressLine, formatZipcode } from '../texts/format.ts'
import * as css from './counter.css.ts'
import { type Desk, deskLoader } from './counter.server.tsx'
import type { View } from './counter-document.tsx'

/** The picking list and the label, for printing: one page each. */
export const loader = deskLoader((desk) => {
  if (desk.params.paper === 'lista') return pickingList(desk)
  return desk.params.paper === 'etiqueta' ? label(desk) : notFound()
})

async function pickingList({ shop, actor, params, root }: Desk): Promise<View> {
  const { order, lines, customer } = await shop.counter.orders.findOrder(actor, idFrom(params.id))
  return {
    title: texts.pickingTitle(order.id),
    body: (
      <div className={stack}>
        <p className={css.noPrint}>
          <a href={`${root}/pedidos/${order.id}`}>{texts.title(order.id)}</a>
        </p>
        <div className={`${stack} ${css.printSheet}`}>
          <h1>{texts.pickingTitle(order.id)}</h1>
          <p>
            {customer?.firstName} {customer?.lastName}. {addressLine(order.address)}, CEP{' '}
            {formatZipcode(order.address.zipcode)}
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
              {lines.map((line) => (
                <tr key={line.productId}>
                  <td>☐</td>
                  <td>{line.wanted}</td>
                  <th scope="row" data-wide>
                    {line.name}
                  </th>
                  <td>{line.sku}</td>
                  <td>{line.ean ?? texts.noBarcode}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    ),
  }
}

async function label({ shop, actor, params, root }: Desk): Promise<View> {
  const { order, customer, branch } = await shop.counter.orders.findOrder(actor, idFrom(params.id))
  return {
    title: texts.labelTitle(order.id),
    body: (
      <div className={stack}>
        <div className={`${row} ${css.noPrint}`}>
          <h1>{texts.labelTitle(order.id)}</h1>
          <a href={`${root}/pedidos/${order.id}`}>{texts.title(order.id)}</a>
        </div>
        <div className={`${tightStack} ${css.label}`}>
          <p>
            {shop.profile.name} {branch?.name}
          </p>
          <p>
            <b>{texts.title(order.id)}</b>
          </p>
          <p>
            <b>
              {customer?.firstName} {customer?.lastName}
            </b>
            <br />
            {addressLine(order.address)}
            <br />
            CEP {formatZipcode(order.address.zipcode)}
          </p>
          {order.note && <p>“{order.note}”</p>}
        </div>
      </div>
    ),
  }
}
