import type { OrderStatus } from '#server/database/schema.ts'
import type { StatusHistoryEntry } from '#server/orders/order-queries.ts'
import type { Problem } from '#server/problems/problem.ts'
import { muted, row, stack } from '../styles/shared.css.ts'
import { accountTexts } from '../texts/account.ts'
import { pixTexts } from '../texts/checkout.ts'
import { formatDateAndTime, formatTime, toIsoDay } from '../texts/dates.ts'
import { formatAddressLine, formatDay } from '../texts/format.ts'
import { orderChangeTexts } from '../texts/order-changes.ts'
import { labelOrderStatus, orderStatusLabels, orderTexts as texts } from '../texts/orders.ts'
import { paymentWayTexts } from '../texts/payment-ways.ts'
import { problemTexts } from '../texts/problems.ts'
import { orderSharingTexts } from '../texts/shared-bag.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { DeliveryTime, type DeliveryTimeProps } from '../ui/delivery-time/delivery-time.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PharmacistCard, type PharmacistCardProps } from '../ui/pharmacist/pharmacist.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline/timeline.tsx'
import { OrderChangePanel, type OrderChangeProps, SurchargeMessage } from './order-change-panel.tsx'
import { hiddenInPrint } from './order-details.css.ts'
import { StatusBadge } from './order-list.tsx'
import { OpenProposal } from './order-proposal.tsx'
import { Receipt, type ReceiptProps } from './order-receipt.tsx'
import { PictureRequestPanel, type PictureRequestProps } from './picture-request.tsx'
import { ReminderPanel, type ReminderPanelProps } from './reminder-panel.tsx'
import { TaxNumberForm } from './tax-number-form.tsx'

type OrderDetailsProps = {
  statusHistory: Pick<StatusHistoryEntry, 'kind' | 'status' | 'reachedAt'>[]
  /** The remaining statuses of an order that goes well; empty for one that has ended. */
  remainingStatuses: OrderStatus[]
  deliveryTime: Pick<DeliveryTimeProps, 'text' | 'icon'>
  /** The latest problem reported. */
  problem: Problem | null
  now: Date
  /** Whether the order is late, and the revised delivery time; null if unchanged. */
  promiseStatus: { isLate: boolean; revisedPromiseAt: Date | null } | null
  maskedTaxNumber: string | null
  taxNumberError: string | null
  pharmacist: PharmacistCardProps
  /** A payment may have arrived that the shop could not read. */
  isPaymentUnclear: boolean
} & ReceiptProps &
  OrderChangeProps &
  PictureRequestProps &
  Pick<ReminderPanelProps, 'daysOfSupplyByProductId' | 'patients' | 'reminderError'>

/** One order: where it is, when it arrives, its receipt, what can be done with it, and whom to ask. */
export function OrderDetails(props: OrderDetailsProps) {
  const { order, remainingStatuses, deliveryTime, pharmacist, isPaymentUnclear } = props
  const needsPrescription = order.lines.some(({ requiresPrescription }) => requiresPrescription)
  return (
    <div className={stack}>
      <div>
        <div className={row}>
          <h1>{accountTexts.order(order.id)}</h1>
          <StatusBadge order={order} />
        </div>
        <p className={muted}>{accountTexts.placedAt(formatDateAndTime(order.placedAt))}</p>
      </div>
      {order.prescriptionRefusal && (
        <Message tone="warn" title={texts.prescriptionRefused}>
          <p>{texts.prescriptionReason(order.prescriptionRefusal)}</p>
          <p>{texts.prescriptionRefund}</p>
        </Message>
      )}
      {isFullyRefundedByBank(props) && (
        <Message tone="warn" title={texts.paymentReturnedTitle}>
          <p>{texts.paymentReturnedText}</p>
        </Message>
      )}
      {isUnpaid(order) && isPaymentUnclear && (
        <Message tone="info" title={pixTexts.unclearTitle}>
          <p>{pixTexts.unclearHint}</p>
        </Message>
      )}
      {order.doorTerms && (
        <Message tone="info">
          <p>{paymentWayTexts.toPay(order.doorTerms, order.type === 'pickup')}</p>
        </Message>
      )}
      <PictureRequestPanel {...props} />
      <SurchargeMessage {...props} />
      {props.surcharge?.state !== 'waiting' && <OpenProposal {...props} />}
      <DeliveryDelayMessage {...props} />
      <Columns layout="aside">
        <div className={stack}>
          <CourierPanel {...props} />
          <PickupPanel {...props} />
          <Panel title={texts.steps}>
            {remainingStatuses.length > 0 && (
              <DeliveryTime {...deliveryTime} needsPrescription={needsPrescription}>
                {order.paidAt && texts.paidAt(formatTime(order.paidAt))}
              </DeliveryTime>
            )}
            <Timeline steps={buildTimeline(props)} />
            {isUnpaid(order) && !isPaymentUnclear && (
              <ButtonLink size="big" href={`/checkout/${order.id}`}>
                {accountTexts.pay}
              </ButtonLink>
            )}
          </Panel>
          <OrderChangePanel {...props} />
          <Receipt {...props} />
          <TaxNumberForm {...props} />
          <ReminderPanel {...props} />
        </div>
        <div className={stack}>
          <ProblemPanel {...props} />
          <OrderActions {...props} />
          <PharmacistCard {...pharmacist} />
        </div>
      </Columns>
    </div>
  )
}

function isFullyRefundedByBank({ order, payments }: OrderDetailsProps): boolean {
  const capturedPayment = payments.find(({ reason }) => reason === null)
  return order.status === 'refunded' && capturedPayment?.restCents === 0 && capturedPayment.bankRefunds.length > 0
}

function isUnpaid({ status }: OrderDetailsProps['order']): boolean {
  return status === 'pending_payment'
}

/** One that is paid at the door, until somebody begins to pick it. */
function mayCancelUnpaid({ status, doorTerms }: OrderDetailsProps['order']): boolean {
  return doorTerms !== null && (status === 'paid' || status === 'prescription_review')
}

function isSameDay(first: Date, second: Date): boolean {
  return toIsoDay(first) === toIsoDay(second)
}

function buildTimeline({
  order,
  statusHistory,
  remainingStatuses,
  changes,
  pharmacist: { name, crf },
}: OrderDetailsProps): TimelineStep[] {
  const isInProgress = remainingStatuses.length > 0
  // Show the date only if it differs.
  const formatInstant = (at: Date) => (isSameDay(at, order.placedAt) ? formatTime(at) : formatDateAndTime(at))
  const statusSteps = statusHistory.map(({ kind, status, reachedAt }, index): TimelineStep & { at: Date } => {
    const isCurrent = isInProgress && index === statusHistory.length - 1
    return {
      at: reachedAt,
      name: formatStep(kind, status, isCurrent, order.isPaidAtDoor),
      time: formatInstant(reachedAt),
      state: isCurrent ? 'current' : 'done',
      note: isCurrent && status === 'prescription_review' ? texts.reviewHint(name, crf) : undefined,
    }
  })
  const changeSteps = changes.map(({ kind, at }): TimelineStep & { at: Date } => {
    return { at, name: orderChangeTexts.steps[kind], time: formatInstant(at), state: 'done' }
  })
  const doneSteps = [...statusSteps.filter(({ state }) => state === 'done'), ...changeSteps]
  return [
    ...doneSteps.sort((a, b) => a.at.getTime() - b.at.getTime()),
    ...statusSteps.filter(({ state }) => state === 'current'),
    ...remainingStatuses.map(
      (status): TimelineStep => ({ name: orderStatusLabels[status], time: texts.upcomingLabel, state: 'ahead' }),
    ),
  ]
}

function formatStep(
  kind: StatusHistoryEntry['kind'],
  status: OrderStatus,
  isCurrent: boolean,
  isPaidAtDoor: boolean,
): string {
  if (kind === 'approve') return texts.approvedStep
  return status === 'pending_payment' && !isCurrent ? texts.placedStep : labelOrderStatus(status, isPaidAtDoor)
}

/** Tells the customer about a delay before they ask. */
function DeliveryDelayMessage({ order, promiseStatus }: OrderDetailsProps) {
  if (!promiseStatus || (!promiseStatus.isLate && !promiseStatus.revisedPromiseAt)) return null
  const revisedTime =
    promiseStatus.revisedPromiseAt && promiseStatus.revisedPromiseAt > order.placedAt
      ? formatDateAndTime(promiseStatus.revisedPromiseAt)
      : null
  return (
    <Message tone="warn" title={texts.lateTitle}>
      <p>
        {revisedTime && !promiseStatus.isLate ? texts.newPromisedTime(revisedTime) : texts.lateText}{' '}
        <a href={`/minha-conta/pedidos/${order.id}/problema?motivo=late`}>{texts.lateLink}</a>
      </p>
    </Message>
  )
}

/** The pickup code, shown once the order is ready. */
function PickupPanel({ order: { pickup, address } }: OrderDetailsProps) {
  if (!pickup) return null
  return (
    <Panel title={texts.pickupTitle}>
      <p>
        {texts.pickupCode}: <b translate="no">{pickup.code.replace(/(\d{3})/, '$1 ')}</b>
      </p>
      <p>
        {texts.pickupAt(address.addressType)}, {formatAddressLine(address)}
      </p>
      <p className={muted}>{texts.pickupHint(formatDateAndTime(pickup.until))}</p>
    </Panel>
  )
}

/** Who brings it, while it is on its way. */
function CourierPanel({ order: { courier, phase } }: OrderDetailsProps) {
  if (!courier || phase !== 'inTransit') return null
  return (
    <Panel title={courier.name}>
      <p className={muted}>{texts.courierTitle}</p>
      <div className={row}>
        {courier.url && (
          <ButtonLink variant="outline" href={courier.url}>
            {texts.trackDelivery}
          </ButtonLink>
        )}
        {courier.phone && (
          <ButtonLink variant="outline" href={`tel:${courier.phone.replace(/[^\d+]/g, '')}`}>
            {texts.callCourier}
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

/** Lets the customer report a problem, or shows the reported one. */
function ProblemPanel({ order, problem }: OrderDetailsProps) {
  const problemPath = `/minha-conta/pedidos/${order.id}/problema`
  if (problem && problem.kind !== 'cancel')
    return (
      <Panel title={problemTexts.problemNumber(problem.id)}>
        <p>
          {problemTexts.kinds[problem.kind]}.{' '}
          {problem.state === 'closed' && problem.decision
            ? `${problemTexts.decisions[problem.decision]}.`
            : problem.state === 'asked'
              ? problemTexts.waitingForCustomer
              : problemTexts.answerUntil(formatDay(toIsoDay(problem.dueAt)))}
        </p>
        <ButtonLink variant="outline" href={`${problemPath}/${problem.id}`}>
          {problemTexts.seeConversation}
        </ButtonLink>
        {problem.state === 'closed' && order.phase === 'done' && (
          <ButtonLink variant="text" href={problemPath}>
            {problemTexts.title}
          </ButtonLink>
        )}
      </Panel>
    )
  if (order.paidAt === null || order.phase === 'void') return null
  return (
    <Panel title={problemTexts.inviteTitle}>
      <ButtonLink variant="outline" href={problemPath}>
        {problemTexts.title}
      </ButtonLink>
      {(order.status === 'paid' || order.status === 'prescription_review') && (
        <>
          <ButtonLink variant="text" href={`${problemPath}?motivo=cancel`}>
            {texts.cancel}
          </ButtonLink>
          <p className={muted}>{problemTexts.cancelHint}</p>
        </>
      )}
      {order.phase === 'done' && <p className={muted}>{problemTexts.inviteHint}</p>}
    </Panel>
  )
}

function OrderActions({ order }: OrderDetailsProps) {
  return (
    <PostForm className={`${stack} ${hiddenInPrint}`}>
      <Button variant={isUnpaid(order) ? 'outline' : 'solid'} name="intent" value="again">
        {texts.buyAgain}
      </Button>
      {(isUnpaid(order) || mayCancelUnpaid(order)) && (
        <Button variant="danger" name="intent" value="cancel">
          {texts.cancel}
        </Button>
      )}
      <p>
        <a href={`/sacola?pedido=${order.id}`}>{orderSharingTexts.link}</a>
      </p>
      {order.phase === 'done' && (
        <p className={muted}>
          <a href="/termos-e-condicoes#arrependimento">{texts.withdrawalLink}</a>
        </p>
      )}
      {order.paidAt && <p className={muted}>{texts.printHint}</p>}
    </PostForm>
  )
}
