import type { QueueWatcher } from '#server/staff/staff.ts'
import { parseId } from '../http/ids.ts'
import { muted } from '../styles/shared.css.ts'
import { labelBackofficeStatus, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Message } from '../ui/message/message.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { changeParams } from './list-pages.tsx'
import { PromisedTime } from './order-queue-table.tsx'
import { queueScript } from './queue-script.ts'
import type { RouteArgs } from './staff-session.server.ts'

const refreshSeconds = 20

/**
 * The queue on a screen whose session has ended: it goes on counting and sounding, and shows nobody's name. Only what renews itself
 * sees it: whoever opens the page signs in.
 */
export async function loadWatchedQueueView({ context, request }: RouteArgs, watcher: QueueWatcher): Promise<View> {
  const { shop } = context
  const url = new URL(request.url)
  const rootPath = shop.backoffice.path
  const requestedBranchId = parseId(url.searchParams.get('loja')) || null
  const { orders, orderCount, latestPaidAt } = await shop.backoffice.orders.watchQueue(watcher, requestedBranchId)
  const branchNames = new Map((await shop.delivery.listBranches()).map(({ id, name }) => [id, name]))
  const now = shop.clock.now()
  return {
    title: texts.title,
    refresh: { seconds: refreshSeconds, href: changeParams(url, rootPath, { auto: '1' }) },
    script: queueScript,
    header: <p className={muted}>{texts.updatedAt(formatTime(now))}</p>,
    content: (
      <>
        <Message tone="warn" role="status" title={texts.endedSession(formatTimestamp(watcher.endedAt, now))}>
          <p>{texts.endedSessionHint}</p>
        </Message>
        <p>
          <ButtonLink href={changeParams(url, rootPath, { auto: null })}>{texts.signInAgain}</ButtonLink>
        </p>
        <div data-queue={orderCount} data-newest={latestPaidAt?.getTime() ?? 0}>
          <TablePanel caption={texts.openCount(orderCount)} columns={texts.watchColumns}>
            {orders.map((order) => (
              <tr key={order.id} data-late={order.section === 'late' || undefined}>
                <th scope="row">
                  <b>{order.id}</b>
                </th>
                <td>
                  <PromisedTime order={order} now={now} />
                </td>
                <td>{branchNames.get(order.branchId)}</td>
                <td>{texts.itemCount(order.units)}</td>
                <td>
                  <Badge>{labelBackofficeStatus(order)}</Badge>
                </td>
              </tr>
            ))}
          </TablePanel>
        </div>
        {orderCount > orders.length && (
          <p className={muted} data-rest>
            {texts.moreAfterSignIn(orderCount - orders.length)}
          </p>
        )}
      </>
    ),
  }
}
