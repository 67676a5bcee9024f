import type { QueuePart } from '#server/backoffice/orders.ts'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { muted, row, spread, stack, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { orderStatusTexts, queueTexts as texts } from '../texts/backoffice/orders.ts'
import { formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import type { View } from './document.tsx'
import { answerSentence } from './order-exceptions.tsx'
import { queueScript } from './queue-script.ts'
import { QueueTable } from './queue-table.tsx'
import { Refusal } from './refusal.tsx'
import { type StaffRequest, staffAction, staffForm, staffLoader } from './staff-pages.server.tsx'
import { StaffTable } from './staff-table.tsx'

/** Seconds between two looks at the queue. */
const refreshSeconds = 20
const parts = Object.keys(texts.parts) as QueuePart[]

export const loader = staffLoader((request) =>
  request.url.searchParams.get('busca')?.trim() ? searchResult(request) : queue(request),
)

/** 'Separar'. */
const startPicking = staffForm({
  ...noFields,
  intent: 'separar',
  identifyingField: 'separar',
  async run({ shop, actor, form }) {
    const id = parseId(form.get('separar'))
    await shop.counter.orders.advance(actor, id)
    return id
  },
  next: ({ root }, id) => ({ to: `${root}/pedidos/${id}` }),
})

/** The answer to a clerk's request. */
const answerForm = (intent: 'sim' | 'nao') =>
  staffForm({
    ...noFields,
    intent,
    button: 'resposta',
    async run({ shop, actor, form }) {
      const id = parseId(form.get('pedido'))
      return { id, ended: await shop.counter.orders.answerCancellationRequest(actor, id, intent === 'sim') }
    },
    next: ({ root }, { id, ended }) => ({ to: root, flash: answerSentence(id, ended) }),
  })

export const action = staffAction([startPicking, answerForm('sim'), answerForm('nao')], (request, { message }) =>
  queue(request, message),
)

async function queue(request: StaffRequest, errorMessage?: string): Promise<View> {
  const { shop, actor, url, root } = request
  const part = parts.find((name) => name === url.searchParams.get('situacao')) ?? 'open'
  const branch = actor.branchId ?? (parseId(url.searchParams.get('loja')) || null)
  const { orders, late, counts, newestAt, ended, requests } = await shop.counter.orders.listQueue(actor, part, branch)
  const branches = actor.branchId === null ? await shop.delivery.listBranches() : []
  const now = shop.clock.now()
  const isStopped = url.searchParams.has('parado')
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const countOf = (name: QueuePart) => (name === 'open' ? open : name === 'late' ? late : (counts[name] ?? 0))
  const address = (changes: Record<string, string | null>) => addressWith(url, root, changes)
  return {
    title: texts.title,
    refresh: isStopped ? undefined : { seconds: refreshSeconds, href: address({ auto: '1' }) },
    script: isStopped ? undefined : queueScript,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{texts.title}</h1>
          <p className={muted}>{texts.updatedAt(formatTime(now))}</p>
          <span className={css.end} />
          <ButtonLink variant="text" href={address({ parado: isStopped ? null : '1' })}>
            {isStopped ? texts.resume : texts.stop}
          </ButtonLink>
          {/* Shown by the script. */}
          <Button variant="text" type="button" hidden data-on={texts.soundOn} data-off={texts.soundOff} />
        </div>
        {errorMessage && <Refusal>{errorMessage}</Refusal>}
        <div className={spread}>
          <Chips
            label={texts.partsLabel}
            items={parts.map((name) => ({
              name: `${texts.parts[name]} ${countOf(name)}`,
              href: address({ situacao: name === 'open' ? null : name }),
              isCurrent: name === part,
            }))}
          />
          {branches.length > 1 && (
            <form className={row} action={root}>
              <HiddenParams url={url} names={['situacao', 'parado']} />
              <BranchSelect
                label={<span className={visuallyHidden}>{backofficeTexts.branch}</span>}
                id="loja"
                defaultValue={branch ?? ''}
                branches={branches}
              />
              <Button variant="outline">{texts.showBranch}</Button>
            </form>
          )}
        </div>
        {requests.length > 0 && (
          <Panel title={texts.requestsTitle}>
            {requests.map((request) => (
              <div key={request.orderId} className={tightStack}>
                <p>
                  <a href={`${root}/pedidos/${request.orderId}`}>
                    <b>{texts.order(request.orderId)}</b>
                  </a>
                  , {texts.request(formatMoney(request.totalCents), request.askedBy)} “{request.reason}”
                </p>
                <PostForm className={row} action={root}>
                  <input type="hidden" name="pedido" value={request.orderId} />
                  <Button variant="outline" name="resposta" value="sim">
                    {texts.grant}
                  </Button>
                  <Button variant="text" name="resposta" value="nao">
                    {texts.keep}
                  </Button>
                </PostForm>
              </div>
            ))}
          </Panel>
        )}
        <div className={css.sheet} data-queue={open} data-newest={newestAt?.getTime() ?? 0}>
          {orders.length > 0 ? (
            <QueueTable caption={texts.caption} orders={orders} now={now} request={request} />
          ) : (
            <Panel as="div" title={texts.emptyTitle}>
              <p className={muted}>{texts.empty}</p>
            </Panel>
          )}
        </div>
        {ended.length > 0 && (
          <div className={css.sheet}>
            <StaffTable caption={texts.endedTitle} columns={texts.endedColumns} numbers={[3]}>
              {ended.map((order) => (
                <tr key={order.id}>
                  <th scope="row">
                    <a href={`${root}/pedidos/${order.id}`}>{order.id}</a>
                  </th>
                  <td className={css.nowrap}>
                    <Badge>{orderStatusTexts[order.status]}</Badge>
                  </td>
                  <td>{order.customerName}</td>
                  <td className={css.number}>{formatMoney(order.totalCents)}</td>
                </tr>
              ))}
            </StaffTable>
          </div>
        )}
      </div>
    ),
  }
}

async function searchResult(request: StaffRequest): Promise<View> {
  const { shop, actor, url } = request
  const term = url.searchParams.get('busca') ?? ''
  const orders = await shop.counter.orders.searchOrders(actor, term)
  return {
    title: texts.ordersFor(term),
    body: (
      <div className={stack}>
        <h1 className={css.top}>{texts.ordersFor(term)}</h1>
        {orders.length > 0 ? (
          <div className={css.sheet}>
            <QueueTable caption={texts.ordersFor(term)} orders={orders} now={shop.clock.now()} request={request} />
          </div>
        ) : (
          <Message>{texts.nothingFound}</Message>
        )}
      </div>
    ),
  }
}

/** What a form by GET takes along of the address that it is on. */
function HiddenParams({ url, names }: { url: URL; names: string[] }) {
  return names
    .filter((name) => url.searchParams.has(name))
    .map((name) => <input key={name} type="hidden" name={name} value={url.searchParams.get(name) ?? ''} />)
}

function addressWith(url: URL, root: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('auto')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `${root}?${query}` : root
}
