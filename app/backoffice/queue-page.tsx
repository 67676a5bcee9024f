import type { ReactNode } from 'react'
import type { QueueTab, StepOutcome } from '#server/backoffice/queue.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, spreadRow, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { labelBackofficeStatus, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { tillTexts } from '../texts/backoffice/till.ts'
import { formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Select } from '../ui/field/field.tsx'
import { Message } from '../ui/message/message.tsx'
import { Pagination } from '../ui/pagination/pagination.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { TablePanel } from './backoffice-table.tsx'
import { BranchSelect } from './branch-select.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { changeParams, ListPages, pageParam, readPage } from './list-pages.tsx'
import { formatCancellationDecision } from './order-forms.server.ts'
import { OrderQueueTable, QueueSections } from './order-queue-table.tsx'
import { parseIds, ticksParam } from './order-series.ts'
import { BatchPanel, batchFormId, batchForms, createDispatchForm, DispatchOutcomes } from './queue-batch.tsx'
import { queueScript } from './queue-script.ts'
import { loadWatchedQueueView } from './queue-watch.tsx'
import { SeenState } from './seen-state.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const refreshSeconds = 20
/** While somebody ticks orders, which a reload takes away. */
const tickingRefreshSeconds = 300
/** The query parameter with the till's mark: `sim` or `nao`. */
const tillParam = 'caixa'
const tabs = Object.keys(texts.tabs) as QueueTab[]

export const loader = createStaffLoader(
  (request) => (request.url.searchParams.get('busca')?.trim() ? loadSearchResultView(request) : loadQueueView(request)),
  loadWatchedQueueView,
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

const dispatchForm = createDispatchForm(async (request, outcomes) => ({ view: await loadQueueView(request, outcomes) }))

export const action = createStaffAction(
  [
    startPickingForm,
    createCancellationDecisionForm('sim'),
    createCancellationDecisionForm('nao'),
    ...batchForms,
    dispatchForm,
  ],
  (request) => loadQueueView(request),
)

/** @param outcomes of the orders that were just sent away together */
async function loadQueueView(request: StaffRequest, outcomes: StepOutcome[] = []): Promise<View> {
  const { shop, actor, url, rootPath } = request
  const tab = tabs.find((name) => name === url.searchParams.get('situacao')) ?? 'open'
  const branchId = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const page = readPage(url)
  const queue = await shop.backoffice.orders.listQueue(actor, tab, branchId, page, readTillMark(url))
  const branches = await shop.delivery.listBranches()
  const branchNames = new Map(branches.map(({ id, name }) => [id, name]))
  const now = shop.clock.now()
  const isTicking = url.searchParams.has(ticksParam)
  const isRefreshPaused = url.searchParams.has('parado')
  const buildHref = (paramChanges: Record<string, string | null>) =>
    changeParams(url, rootPath, { auto: null, ...paramChanges })
  return {
    title: texts.title,
    heading: (
      <>
        {texts.title} <small className={css.headingBranch}>{formatBranch(branchId, branchNames)}</small>
      </>
    ),
    status: page > queue.pageCount ? 404 : 200,
    ...(!isRefreshPaused && {
      refresh: {
        seconds: isTicking ? tickingRefreshSeconds : refreshSeconds,
        href: buildHref({ auto: '1', [ticksParam]: null }),
      },
      script: queueScript,
    }),
    header: (
      <>
        <p className={muted}>{texts.updatedAt(formatTime(now))}</p>
        <span className={css.alignEnd} />
        <ButtonLink variant="text" href={buildHref({ parado: isRefreshPaused ? null : '1' })}>
          {isRefreshPaused ? texts.resumeRefresh : texts.stopRefresh}
        </ButtonLink>
        {/* Shown by the script. */}
        <span hidden>
          <Button variant="text" type="button" data-on={texts.soundOn} data-off={texts.soundOff} />
        </span>
      </>
    ),
    content: (
      <>
        <DispatchOutcomes outcomes={outcomes} rootPath={rootPath} url={url} />
        <div className={spreadRow}>
          <Chips
            label={texts.tabsLabel}
            items={tabs.map((name) => ({
              name: `${texts.tabs[name]} ${queue.countByTab[name]}`,
              href: buildHref({ situacao: name === 'open' ? null : name, [pageParam]: null, [ticksParam]: null }),
              isCurrent: name === tab,
            }))}
          />
          <QueueFilter action={rootPath} url={url} paramNames={['situacao', 'parado']}>
            {actor.branchId === null && branches.length > 1 && (
              <BranchSelect
                label={<span className={visuallyHidden}>{backofficeTexts.branch}</span>}
                id="loja"
                name="loja"
                defaultValue={branchId ?? ''}
                branches={branches}
              />
            )}
          </QueueFilter>
        </div>
        <CancellationRequests requests={queue.cancellationRequests} rootPath={rootPath} />
        <TickLinks isTicking={isTicking} buildHref={buildHref} />
        <div
          className={css.tablePanel}
          data-queue={queue.countByTab.open}
          data-newest={queue.latestPaidAt?.getTime() ?? 0}
        >
          {queue.orders.length > 0 ? (
            <QueueSections
              caption={texts.caption}
              orders={queue.orders}
              countBySection={queue.countBySection}
              now={now}
              request={request}
              branchNames={branchNames}
              ticks={isTicking ? { formId: batchFormId, ids: readTicks(request, queue.orders) } : null}
            />
          ) : (
            <NoOrders page={page} pageCount={queue.pageCount} buildHref={buildHref} />
          )}
        </div>
        <QueuePages queue={queue} page={page} buildHref={buildHref} />
        {isTicking && (
          <BatchPanel
            action={buildHref({})}
            couriers={await shop.backoffice.orders.listRecentCouriers(actor, branchId)}
            request={request}
          />
        )}
        <ClosedOrders orders={queue.closedOrders} rootPath={rootPath} />
      </>
    ),
  }
}

type Queue = Awaited<ReturnType<StaffRequest['shop']['backoffice']['orders']['listQueue']>>
type BuildHref = (paramChanges: Record<string, string | null>) => string

function formatBranch(branchId: number | null, branchNames: ReadonlyMap<number, string>): string {
  const name = branchId === null ? undefined : branchNames.get(branchId)
  return name === undefined ? texts.ofAllBranches : texts.ofBranch(name)
}

/** Ticks are asked for by a link: the page then waits with its reload, which would take them away. */
function TickLinks({ isTicking, buildHref }: { isTicking: boolean; buildHref: BuildHref }) {
  return (
    <div className={row}>
      {!isTicking && (
        <ButtonLink variant="outline" href={buildHref({ [ticksParam]: 'nenhum' })}>
          {texts.tickSome}
        </ButtonLink>
      )}
      <ButtonLink variant="outline" href={buildHref({ [ticksParam]: 'todos' })}>
        {texts.tickAll}
        <span className={visuallyHidden}>{texts.tickAllSuffix}</span>
      </ButtonLink>
      {isTicking && (
        <>
          <ButtonLink variant="text" href={buildHref({ [ticksParam]: null })}>
            {texts.stopTicking}
          </ButtonLink>
          <span className={muted}>{texts.tickingHint}</span>
        </>
      )}
    </div>
  )
}

/** Of a form that was refused, its own. */
function readTicks({ url, failedForm }: StaffRequest, orders: { id: number }[]): ReadonlySet<number> {
  if (failedForm) return new Set(failedForm.getFieldValues('order').map(Number))
  const text = url.searchParams.get(ticksParam)
  return new Set(text === 'todos' ? orders.map(({ id }) => id) : parseIds(text))
}

function NoOrders({ page, pageCount, buildHref }: { page: number; pageCount: number; buildHref: BuildHref }) {
  if (page <= pageCount)
    return (
      <Panel as="div" title={texts.emptyTitle}>
        <p className={muted}>{texts.emptyHint}</p>
      </Panel>
    )
  return (
    <Panel as="div" title={texts.pageGoneTitle}>
      <p>{texts.pageGoneHint(pageCount)}</p>
      <p>
        <a href={buildHref({ [pageParam]: pageCount === 1 ? null : String(pageCount) })}>{texts.lastPage}</a>
      </p>
    </Panel>
  )
}

/** What ended lately. */
function ClosedOrders({ orders, rootPath }: { orders: Queue['closedOrders']; rootPath: string }) {
  if (orders.length === 0) return null
  return (
    <TablePanel caption={texts.endedTitle} columns={texts.endedColumns} numericColumnIndexes={[3]}>
      {orders.map((order) => (
        <tr key={order.id}>
          <th scope="row">
            <a href={`${rootPath}/pedidos/${order.id}`}>{order.id}</a>
          </th>
          <td className={css.nowrap}>
            <Badge>{labelBackofficeStatus(order)}</Badge>
          </td>
          <td>{order.customerName}</td>
          <td className={css.numericCell}>{formatMoney(order.totalCents)}</td>
        </tr>
      ))}
    </TablePanel>
  )
}

/** What the page has of all, and the way to the rest. */
function QueuePages({ queue, page, buildHref }: { queue: Queue; page: number; buildHref: BuildHref }) {
  const { firstIndex, orders, orderCount, pageCount } = queue
  return (
    <>
      {orders.length > 0 && (
        <p className={muted} data-rest>
          {texts.range(firstIndex + 1, firstIndex + orders.length, orderCount)}
        </p>
      )}
      <Pagination
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        getPageHref={(target) => buildHref({ [pageParam]: target === 1 ? null : String(target), [ticksParam]: null })}
      />
    </>
  )
}

type CancellationRequestsProps = { requests: Queue['cancellationRequests']; rootPath: string }

/** What clerks ask for, to be answered here. */
function CancellationRequests({ requests, rootPath }: CancellationRequestsProps) {
  if (requests.length === 0) return null
  return (
    <Panel title={texts.cancellationRequestsTitle}>
      {requests.map((cancellationRequest) => (
        <div key={cancellationRequest.orderId} className={tightStack}>
          <p>
            <a href={`${rootPath}/pedidos/${cancellationRequest.orderId}`}>
              <b>{texts.order(cancellationRequest.orderId)}</b>
            </a>
            , {texts.cancellationRequest(formatMoney(cancellationRequest.totalCents), cancellationRequest.askedBy)} “
            {cancellationRequest.reason}”
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
  )
}

async function loadSearchResultView(request: StaffRequest): Promise<View> {
  const { shop, actor, url, rootPath } = request
  const term = url.searchParams.get('busca') ?? ''
  const { orders, hasMore } = await shop.backoffice.orders.searchOrders(actor, term, readPage(url), readTillMark(url))
  const branches = await shop.delivery.listBranches()
  return {
    title: texts.ordersFor(term),
    content: (
      <>
        <QueueFilter action={rootPath} url={url} paramNames={['busca']} />
        {orders.length > 0 ? (
          <div className={css.tablePanel}>
            <OrderQueueTable
              caption={texts.ordersFor(term)}
              orders={orders}
              now={shop.clock.now()}
              request={request}
              branchNames={new Map(branches.map(({ id, name }) => [id, name]))}
            />
          </div>
        ) : (
          <Message>{texts.nothingFound}</Message>
        )}
        <ListPages url={url} hasMore={hasMore} />
      </>
    ),
  }
}

/** Null: entered at the store's till or not. */
function readTillMark({ searchParams }: URL): boolean | null {
  const text = searchParams.get(tillParam)
  return text === 'sim' ? true : text === 'nao' ? false : null
}

interface QueueFilterProps {
  action: string
  url: URL
  /** What the list is narrowed by already. */
  paramNames: string[]
  children?: ReactNode
}

/** Narrows a list to what somebody entered at the store's till, or to what nobody did, and to what its other fields say. */
function QueueFilter({ action, url, paramNames, children }: QueueFilterProps) {
  return (
    <form className={row} action={action}>
      <HiddenParamFields url={url} paramNames={paramNames} />
      <Select
        label={<span className={visuallyHidden}>{tillTexts.filter}</span>}
        id={tillParam}
        name={tillParam}
        defaultValue={url.searchParams.get(tillParam) ?? ''}
        isOptional={false}
      >
        {Object.entries(tillTexts.filterChoices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {children}
      <Button variant="outline">{tillTexts.showFilter}</Button>
    </form>
  )
}

/** The query parameters a GET form carries over from the current URL. */
function HiddenParamFields({ url, paramNames }: { url: URL; paramNames: string[] }) {
  return paramNames
    .filter((name) => url.searchParams.has(name))
    .map((name) => <input key={name} type="hidden" name={name} value={url.searchParams.get(name) ?? ''} />)
}
