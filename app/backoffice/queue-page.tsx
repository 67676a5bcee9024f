import type { QueueTab } from '#server/backoffice/orders.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, spreadRow, tightStack } from '../styles/shared.css.ts'
import { backofficeOrderStatusLabels, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import { BranchFilter } from './branch-select.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { formatCancellationDecision } from './order-forms.server.ts'
import { OrderQueueTable } from './order-queue-table.tsx'
import { queueScript } from './queue-script.ts'
import { SeenState } from './seen-state.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const refreshSeconds = 20
const tabs = Object.keys(texts.tabs) as QueueTab[]

export const loader = createStaffLoader((request) =>
  request.url.searchParams.get('busca')?.trim() ? loadSearchResultView(request) : loadQueueView(request),
)

/** 'Separar'. */
const startPickingForm = defineStaffForm({
  intent: 'separar',
  identifyingField: 'pick',
  async run({ shop, actor, formData }) {
    const id = parseId(formData.get('pick'))
    await shop.backoffice.orders.advanceOrder(actor, id, 'pick')
    return id
  },
  respond: ({ rootPath }, id) => ({ to: `${rootPath}/pedidos/${id}` }),
})

/** The decision on a clerk's request. */
const createCancellationDecisionForm = (intent: 'sim' | 'nao') =>
  defineStaffForm({
    schema: ({ backoffice }) => backoffice.forms.OrderChoice,
    intent,
    buttonName: 'answer',
    async run({ shop, actor, seenHash }, { orderId: id }) {
      const isGranted = intent === 'sim'
      return {
        id,
        cancellation: await shop.backoffice.orders.decideCancellationRequest(actor, id, isGranted, seenHash),
      }
    },
    respond: ({ rootPath }, { id, cancellation }) => ({
      to: rootPath,
      flash: formatCancellationDecision(id, cancellation),
    }),
  })

export const action = createStaffAction(
  [startPickingForm, createCancellationDecisionForm('sim'), createCancellationDecisionForm('nao')],
  loadQueueView,
)

async function loadQueueView(request: StaffRequest): Promise<View> {
  const { shop, actor, url, rootPath } = request
  const tab = tabs.find((name) => name === url.searchParams.get('situacao')) ?? 'open'
  const branchId = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const { orders, lateCount, orderCountByStatus, latestPaidAt, closedOrders, cancellationRequests } =
    await shop.backoffice.orders.listQueue(actor, tab, branchId)
  const branches = actor.branchId === null ? await shop.delivery.listBranches() : []
  const now = shop.clock.now()
  const isRefreshPaused = url.searchParams.has('parado')
  const openOrderCount = Object.values(orderCountByStatus).reduce((sum, count) => sum + count, 0)
  const getTabCount = (name: QueueTab) =>
    name === 'open' ? openOrderCount : name === 'late' ? lateCount : (orderCountByStatus[name] ?? 0)
  const buildHref = (paramChanges: Record<string, string | null>) => buildQueueHref(url, rootPath, paramChanges)
  return {
    title: texts.title,
    refresh: isRefreshPaused ? undefined : { seconds: refreshSeconds, href: buildHref({ auto: '1' }) },
    script: isRefreshPaused ? undefined : queueScript,
    header: (
      <>
        <p className={muted}>{texts.updatedAt(formatTime(now))}</p>
        <span className={css.alignEnd} />
        <ButtonLink variant="text" href={buildHref({ parado: isRefreshPaused ? null : '1' })}>
          {isRefreshPaused ? texts.resumeRefresh : texts.stopRefresh}
        </ButtonLink>
        {/* Shown by the script. */}
        <Button variant="text" type="button" hidden data-on={texts.soundOn} data-off={texts.soundOff} />
      </>
    ),
    content: (
      <>
        <div className={spreadRow}>
          <Chips
            label={texts.tabsLabel}
            items={tabs.map((name) => ({
              name: `${texts.tabs[name]} ${getTabCount(name)}`,
              href: buildHref({ situacao: name === 'open' ? null : name }),
              isCurrent: name === tab,
            }))}
          />
          <BranchFilter action={rootPath} branchId={branchId} branches={branches}>
            <HiddenParamFields url={url} paramNames={['situacao', 'parado']} />
          </BranchFilter>
        </div>
        {cancellationRequests.length > 0 && (
          <Panel title={texts.cancellationRequestsTitle}>
            {cancellationRequests.map((cancellationRequest) => (
              <div key={cancellationRequest.orderId} className={tightStack}>
                <p>
                  <a href={`${rootPath}/pedidos/${cancellationRequest.orderId}`}>
                    <b>{texts.order(cancellationRequest.orderId)}</b>
                  </a>
                  ,{' '}
                  {texts.cancellationRequest(formatMoney(cancellationRequest.totalCents), cancellationRequest.askedBy)}{' '}
                  “{cancellationRequest.reason}”
                </p>
                <PostForm className={row} action={rootPath}>
                  <input type="hidden" name="order_id" value={cancellationRequest.orderId} />
                  <SeenState seenHash={cancellationRequest.seenHash} />
                  <IntentButton intent="sim" label={texts.cancelAndRefund} variant="outline" name="answer" />
                  <IntentButton intent="nao" label={texts.keepOrder} variant="text" name="answer" />
                </PostForm>
              </div>
            ))}
          </Panel>
        )}
        <div className={css.tablePanel} data-queue={openOrderCount} data-newest={latestPaidAt?.getTime() ?? 0}>
          {orders.length > 0 ? (
            <OrderQueueTable caption={texts.caption} orders={orders} now={now} request={request} />
          ) : (
            <Panel as="div" title={texts.emptyTitle}>
              <p className={muted}>{texts.emptyHint}</p>
            </Panel>
          )}
        </div>
        {closedOrders.length > 0 && (
          <TablePanel caption={texts.endedTitle} columns={texts.endedColumns} numericColumnIndexes={[3]}>
            {closedOrders.map((order) => (
              <tr key={order.id}>
                <th scope="row">
                  <a href={`${rootPath}/pedidos/${order.id}`}>{order.id}</a>
                </th>
                <td className={css.nowrap}>
                  <Badge>{backofficeOrderStatusLabels[order.status]}</Badge>
                </td>
                <td>{order.customerName}</td>
                <td className={css.numericCell}>{formatMoney(order.totalCents)}</td>
              </tr>
            ))}
          </TablePanel>
        )}
      </>
    ),
  }
}

async function loadSearchResultView(request: StaffRequest): Promise<View> {
  const { shop, actor, url } = request
  const term = url.searchParams.get('busca') ?? ''
  const orders = await shop.backoffice.orders.searchOrders(actor, term)
  return {
    title: texts.ordersFor(term),
    content: (
      <>
        {orders.length > 0 ? (
          <div className={css.tablePanel}>
            <OrderQueueTable caption={texts.ordersFor(term)} orders={orders} now={shop.clock.now()} request={request} />
          </div>
        ) : (
          <Message>{texts.nothingFound}</Message>
        )}
      </>
    ),
  }
}

/** The query parameters a GET form carries over from the current URL. */
function HiddenParamFields({ url, paramNames }: { url: URL; paramNames: string[] }) {
  return paramNames
    .filter((name) => url.searchParams.has(name))
    .map((name) => <input key={name} type="hidden" name={name} value={url.searchParams.get(name) ?? ''} />)
}

function buildQueueHref(url: URL, rootPath: string, paramChanges: Record<string, string | null>): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('auto')
  for (const [name, value] of Object.entries(paramChanges)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `${rootPath}?${query}` : rootPath
}
