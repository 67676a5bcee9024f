import type { WaitingOrder } from '#server/backoffice/orders.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { backofficeOrderStatusLabels, pickupTexts, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { tillTexts } from '../texts/backoffice/till.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { hasPermission, type StaffRequest } from './staff-pages.server.tsx'

type OrderQueueTableProps = { caption: string; orders: WaitingOrder[]; now: Date; request: StaffRequest }

/** Orders with their promised time, status and next step. */
export function OrderQueueTable({ caption, orders, now, request: staffRequest }: OrderQueueTableProps) {
  return (
    <BackofficeTable caption={caption} hidesCaption columns={texts.columns}>
      {orders.map((order) => (
        <tr key={order.id} data-late={isLate(order, now) || undefined}>
          <th scope="row">
            <a href={`${staffRequest.rootPath}/pedidos/${order.id}`}>
              <b>{order.id}</b>
            </a>
            <small>{texts.minutesAgo(countMinutesBetween(order.paidAt ?? order.placedAt, now))}</small>
          </th>
          <td>
            <PromisedTime order={order} now={now} />
          </td>
          <td>
            {order.customerName}
            <small>{order.type === 'pickup' ? pickupTexts.title : order.neighborhood}</small>
          </td>
          <td>
            {texts.itemCount(order.units)}
            <small>{formatMoney(order.totalCents)}</small>
          </td>
          <td className={css.nowrap}>
            <Badge tone={getBadgeTone(order.status)}>{backofficeOrderStatusLabels[order.status]}</Badge>
            {order.isAtTill && <small>{tillTexts.atTill}</small>}
            {order.proposalDeadline && <small>{texts.waitingUntil(formatTime(order.proposalDeadline))}</small>}
          </td>
          <td>
            <NextStepButton order={order} request={staffRequest} />
          </td>
        </tr>
      ))}
    </BackofficeTable>
  )
}

/** When it is promised, and how long that is from now. */
function PromisedTime({ order, now }: { order: WaitingOrder; now: Date }) {
  if (order.promisedAt === null) return <small>{texts.afterPayment}</small>
  const minutesLeft = countMinutesBetween(now, order.promisedAt)
  const isToday = Math.abs(minutesLeft) < 12 * 60
  const time = isToday ? formatTime(order.promisedAt) : formatDateAndTime(order.promisedAt)
  if (!isBeingFulfilled(order)) return <>{time}</>
  return (
    <>
      <b>{time}</b>
      <small data-bad={minutesLeft < 0 || undefined}>
        {minutesLeft >= 0 ? texts.minutesLeft(minutesLeft) : texts.minutesLate(-minutesLeft)}
      </small>
    </>
  )
}

function NextStepButton({ order, request: staffRequest }: { order: WaitingOrder; request: StaffRequest }) {
  const { rootPath, shop, actor } = staffRequest
  const hiddenLabel = <span className={visuallyHidden}>{texts.orderSuffix(order.id)}</span>
  if (order.status === 'paid')
    return (
      <PostForm action={rootPath}>
        <Button name="pick" value={order.id}>
          {texts.startPicking}
          {hiddenLabel}
        </Button>
      </PostForm>
    )
  if (order.status === 'prescription_review' && hasPermission(shop, actor, 'prescriptions.decide'))
    return (
      <ButtonLink variant="outline" href={`${rootPath}/receitas?pedido=${order.id}`}>
        {texts.review}
        {hiddenLabel}
      </ButtonLink>
    )
  return (
    <ButtonLink variant="outline" href={`${rootPath}/pedidos/${order.id}`}>
      {order.status === 'preparing' ? texts.continuePicking : texts.openOrder}
      {hiddenLabel}
    </ButtonLink>
  )
}

function getBadgeTone(status: WaitingOrder['status']) {
  if (status === 'paid') return 'ok'
  return status === 'prescription_review' ? 'info' : 'plain'
}

function isBeingFulfilled({ phase }: WaitingOrder): boolean {
  return phase === 'shop' || phase === 'inTransit'
}

function isLate(order: WaitingOrder, now: Date): boolean {
  return isBeingFulfilled(order) && order.promisedAt !== null && order.promisedAt < now
}

function countMinutesBetween(start: Date, end: Date): number {
  return Math.floor((end.getTime() - start.getTime()) / 60_000)
}
