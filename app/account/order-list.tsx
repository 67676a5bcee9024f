import type { OrderStatus } from '#server/database/schema.ts'
import type { Order } from '#server/orders/order.ts'
import { muted, row, spreadRow, stack } from '../styles/shared.css.ts'
import { accountTexts as texts } from '../texts/account.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { labelOrderStatus, orderTexts } from '../texts/orders.ts'
import { Badge, type BadgeProps } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

/** The customer's orders, newest first, each with its next action. */
export function OrderList({ orders }: { orders: Order[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState
        icon="package"
        title={texts.noOrders}
        actions={<ButtonLink href="/categoria">{texts.startShopping}</ButtonLink>}
      >
        {texts.noOrdersHint}
      </EmptyState>
    )
  }
  return (
    <div className={stack}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </div>
  )
}

/** What is kept of the order; of one that is over, what it was. */
function OrderCard({ order }: { order: Order }) {
  const { id, status, placedAt, lines, net } = order
  const keptLines = lines.filter(({ keptUnits }) => keptUnits > 0)
  return (
    <Panel title={texts.order(id)}>
      <div className={spreadRow}>
        <StatusBadge order={order} />
        <b>{formatMoney(net.listedCents)}</b>
      </div>
      <p className={muted}>
        {texts.placedAt(formatDateAndTime(placedAt))} ({texts.itemCount(net.units)})
      </p>
      <p>{keptLines.map(({ name, keptUnits }) => `${keptUnits}\u00a0×\u00a0${name}`).join('; ')}</p>
      <div className={row}>
        {status === 'pending_payment' && (
          <ButtonLink variant="soft" href={`/checkout/${id}`}>
            {texts.pay}
          </ButtonLink>
        )}{' '}
        <ButtonLink variant="outline" href={`/minha-conta/pedidos/${id}`}>
          {texts.seeOrder}
        </ButtonLink>{' '}
        {status !== 'pending_payment' && (
          <PostForm action={`/minha-conta/pedidos/${id}`}>
            <Button variant="outline" name="intent" value="again">
              {orderTexts.buyAgain}
            </Button>
          </PostForm>
        )}
      </div>
    </Panel>
  )
}

const badgeToneByStatus: Partial<Record<OrderStatus, BadgeProps['tone']>> = {
  pending_payment: 'low',
  expired: 'muted',
  cancelled: 'muted',
  refunded: 'muted',
  failed: 'error',
}

export function StatusBadge({ order: { status, isPaidAtDoor } }: { order: Pick<Order, 'status' | 'isPaidAtDoor'> }) {
  return <Badge tone={badgeToneByStatus[status] ?? 'ok'}>{labelOrderStatus(status, isPaidAtDoor)}</Badge>
}
