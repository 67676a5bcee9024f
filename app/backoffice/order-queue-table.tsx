import type { ReactNode } from 'react'
import type { QueueOrder, QueueSection, WaitingOrder } from '#server/backoffice/queue.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { labelBackofficeStatus, pickupTexts, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { tillTexts } from '../texts/backoffice/till.ts'
import { formatDateAndTime, formatTime, toIsoDay } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import type { StaffRequest } from './staff-pages.server.tsx'

type OrderQueueTableProps = {
  caption: string
  orders: WaitingOrder[]
  now: Date
  request: StaffRequest
  branchNames: ReadonlyMap<number, string>
}

/** Orders with their promised time, branch, status and next step. */
export function OrderQueueTable({ caption, orders, ...rowProps }: OrderQueueTableProps) {
  return (
    <QueueTable caption={caption} columns={texts.columns}>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} {...rowProps} />
        ))}
      </tbody>
    </QueueTable>
  )
}

/** The orders that a form takes which are ticked; null: nothing can be ticked. */
export interface Ticks {
  formId: string
  ids: ReadonlySet<number>
}

type QueueSectionsProps = Omit<OrderQueueTableProps, 'orders'> & {
  orders: QueueOrder[]
  countBySection: Partial<Record<QueueSection, number>>
  ticks: Ticks | null
}

/** A page of the queue: what is late, for today, for another day, and waits for who picks it up, each below its heading. */
export function QueueSections({ caption, orders, countBySection, ticks, ...rowProps }: QueueSectionsProps) {
  const sections = (Object.keys(texts.sections) as QueueSection[]).map((section) => ({
    section,
    sectionOrders: orders.filter((order) => order.section === section),
  }))
  const columns = ticks ? [texts.tickColumn, ...texts.columns] : texts.columns
  return (
    <QueueTable caption={caption} columns={columns}>
      {sections
        .filter(({ sectionOrders }) => sectionOrders.length > 0)
        .map(({ section, sectionOrders }) => (
          <tbody key={section}>
            <tr data-group>
              <th colSpan={columns.length} scope="rowgroup">
                <b>{texts.sections[section]}</b>{' '}
                {texts.sectionCount(countBySection[section] ?? 0, sectionOrders.length)}
              </th>
            </tr>
            {sectionOrders.map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                {...rowProps}
                tick={
                  ticks && (
                    <td data-cell="tick">
                      <OrderTick order={order} ticks={ticks} />
                    </td>
                  )
                }
              />
            ))}
          </tbody>
        ))}
    </QueueTable>
  )
}

function OrderTick({ order: { id, seenHash }, ticks: { formId, ids } }: { order: QueueOrder; ticks: Ticks }) {
  return (
    <label className={css.tickBox}>
      <span className={visuallyHidden}>{texts.tickOrder(id)}</span>
      <input type="checkbox" name="order" value={id} form={formId} defaultChecked={ids.has(id)} />
      <input type="hidden" name={`seen-${id}`} value={seenHash} form={formId} />
    </label>
  )
}

type QueueTableProps = { caption: string; columns: readonly string[]; children: ReactNode }

function QueueTable({ caption, columns, children }: QueueTableProps) {
  return (
    <table className={`${css.staffTable} ${css.queueTable}`} data-stacked>
      <caption className={visuallyHidden}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

type OrderRowProps = Omit<OrderQueueTableProps, 'caption' | 'orders'> & { order: WaitingOrder; tick?: ReactNode }

function OrderRow({ order, now, request: staffRequest, branchNames, tick }: OrderRowProps) {
  return (
    <tr data-late={isLate(order, now) || undefined}>
      {tick}
      <th scope="row" data-cell="order">
        <a href={`${staffRequest.rootPath}/pedidos/${order.id}`}>
          <b>{order.id}</b>
        </a>
        <small>{texts.minutesAgo(countMinutesBetween(order.paidAt ?? order.placedAt, now))}</small>
      </th>
      <td data-cell="due">
        <PromisedTime order={order} now={now} />
      </td>
      <td data-cell="branch">{branchNames.get(order.branchId)}</td>
      <td data-cell="customer">
        {order.customerName}
        <small>{order.type === 'pickup' ? pickupTexts.title : order.neighborhood}</small>
      </td>
      <td data-cell="items">
        {texts.itemCount(order.units)}
        <small>{formatMoney(order.totalCents)}</small>
      </td>
      <td data-cell="status">
        <Badge tone={getBadgeTone(order.status)}>{labelBackofficeStatus(order)}</Badge>
        {order.isAtTill && <small>{tillTexts.atTill}</small>}
        {order.proposalDeadline && <small>{texts.waitingUntil(formatTime(order.proposalDeadline))}</small>}
      </td>
      <td data-cell="step">
        <NextStepButton order={order} request={staffRequest} />
      </td>
    </tr>
  )
}

type PromisedOrder = Pick<WaitingOrder, 'phase' | 'status' | 'promisedAt' | 'revisedPromiseAt'>

/** When it is promised, and how long that is from now. */
export function PromisedTime({ order, now }: { order: PromisedOrder; now: Date }) {
  if (order.promisedAt === null) return <small>{texts.afterPayment}</small>
  const minutesLeft = countMinutesBetween(now, order.promisedAt)
  const isToday = toIsoDay(order.promisedAt) === toIsoDay(now)
  const time = isToday ? formatTime(order.promisedAt) : formatDateAndTime(order.promisedAt)
  if (!isBeingFulfilled(order)) return <>{time}</>
  return (
    <>
      <b>{time}</b>
      <small data-bad={isLate(order, now) || undefined}>
        {minutesLeft >= 0 ? texts.minutesLeft(minutesLeft) : texts.minutesLate(-minutesLeft)}
      </small>
      {order.revisedPromiseAt && <small>{texts.postponed}</small>}
    </>
  )
}

function NextStepButton({ order, request }: { order: WaitingOrder; request: StaffRequest }) {
  const { rootPath, isAllowed } = request
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
  if (order.status === 'prescription_review' && isAllowed('prescriptions.decide'))
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

function isBeingFulfilled({ phase }: Pick<WaitingOrder, 'phase'>): boolean {
  return phase === 'shop' || phase === 'inTransit'
}

/** What waits for who picks it up was in time. */
function isLate(order: Omit<PromisedOrder, 'revisedPromiseAt'>, now: Date): boolean {
  const isWaitedFor = isBeingFulfilled(order) && order.status !== 'ready_for_pickup'
  return isWaitedFor && order.promisedAt !== null && order.promisedAt < now
}

function countMinutesBetween(start: Date, end: Date): number {
  return Math.floor((end.getTime() - start.getTime()) / 60_000)
}
