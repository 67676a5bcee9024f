import type { OrderStatus } from '#server/database/schema.ts'
import type { Order } from '#server/orders/order.ts'
import { muted, spread, stack } from '../styles/shared.css.ts'
import { accountTexts, statusTexts, orderTexts as texts } from '../texts/account.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { addressLine, formatMoney, formatZipcode } from '../texts/format.ts'
import { BagLine } from '../ui/bag-line/bag-line.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { Message } from '../ui/message/message.tsx'
import { OrderSums } from '../ui/order-summary/order-sums.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { neutralPictureKey } from '../ui/picture/picture.tsx'
import { actions } from './order-details.css.ts'
import { StatusBadge } from './order-list.tsx'

type OrderDetailsProps = {
  order: Order
  steps: { status: OrderStatus; reachedAt: Date }[]
  /** The remaining statuses of an order that goes well. */
  stepsAhead: OrderStatus[]
  /** Refunds to the customer, pending or done. */
  refunds: { reference: string; amountCents: number; status: string }[]
}

/** One order: status, lines, address and charges. */
export function OrderDetails({ order, steps, stepsAhead, refunds }: OrderDetailsProps) {
  const { address } = order
  return (
    <div className={stack}>
      <div className={spread}>
        <h1>{accountTexts.order(order.id)}</h1>
        <StatusBadge status={order.status} />
      </div>
      {order.prescriptionRefusal && (
        <Message tone="warn" title={texts.prescriptionRefused}>
          <p>{texts.prescriptionReason(order.prescriptionRefusal)}</p>
          <p>{texts.prescriptionRefund}</p>
        </Message>
      )}
      <Columns ratio="aside">
        <div className={stack}>
          <Panel title={texts.steps}>
            <Facts
              items={[
                ...steps.map(({ status, reachedAt }) => ({
                  name: statusTexts[status],
                  value: formatDateAndTime(reachedAt),
                })),
                ...stepsAhead.map((status) => ({ name: statusTexts[status], value: texts.ahead })),
              ]}
            />
          </Panel>
          <Panel title={texts.products}>
            <ul>
              {order.lines.map((line) => (
                <BagLine
                  key={line.productId}
                  product={{ id: line.productId, name: line.name, pictureKey: line.pictureKey ?? neutralPictureKey }}
                  href={line.slug ? `/produto/${line.slug}` : '/categoria'}
                  quantity={line.quantity}
                  priceCents={line.priceCents * line.quantity}
                  fullPriceCents={line.fullPriceCents * line.quantity}
                />
              ))}
            </ul>
          </Panel>
          <Panel title={texts.address}>
            <p>
              <b>{address.addressType}</b>
              <br />
              {addressLine(address)}
              <br />
              {formatZipcode(address.zipcode)}, {address.city}, {address.state}
            </p>
            {order.note && (
              <p>
                {texts.note}: {order.note}
              </p>
            )}
          </Panel>
        </div>
        <Panel as="aside" title={texts.payment}>
          <OrderSums {...order} />
          {refunds.map(({ reference, amountCents, status }) => (
            <p key={reference}>
              {(status === 'refunded' ? texts.refunded : texts.refundDue)(formatMoney(amountCents))}
            </p>
          ))}
          <form className={`${stack} ${actions}`} method="post">
            {order.status === 'pending_payment' && (
              <>
                <ButtonLink href={`/checkout/${order.id}`}>{accountTexts.pay}</ButtonLink>
                <Button variant="danger" name="intent" value="cancel">
                  {texts.cancel}
                </Button>
              </>
            )}
            <Button variant="outline" name="intent" value="again">
              {texts.buyAgain}
            </Button>
            <p className={muted}>{texts.print}</p>
          </form>
        </Panel>
      </Columns>
    </div>
  )
}
