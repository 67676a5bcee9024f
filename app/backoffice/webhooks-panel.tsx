import type { Branch } from '#server/delivery/branch.ts'
import type { Webhook, WebhookDelivery } from '#server/webhooks/webhooks.ts'
import { muted, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { backofficeOrderStatusLabels } from '../texts/backoffice/orders.ts'
import { webhookTexts as texts } from '../texts/backoffice/systems.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import * as css from './backoffice.css.ts'
import { BackofficeTable } from './backoffice-table.tsx'
import { BranchSelect } from './branch-select.tsx'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import type { StaffFormView } from './staff-form.server.tsx'

type WebhooksPanelProps = {
  webhooks: Webhook[]
  deliveries: (WebhookDelivery & { seenHash: string })[]
  branches: Pick<Branch, 'id' | 'name'>[]
  now: Date
  /** The back office's own path. */
  rootPath: string
  /** That of a new one. */
  form: StaffFormView<keyof typeof texts.fields>
}

export function WebhooksPanel({ webhooks, deliveries, branches, now, rootPath, form: { field } }: WebhooksPanelProps) {
  const formAction = `${rootPath}/sistemas`
  return (
    <>
      <Panel title={texts.title}>
        <p className={muted}>{texts.intro}</p>
        <PostForm className={`${stack} ${css.narrowForm}`} action={formAction}>
          <SeenState seenHash={crypto.randomUUID()} />
          <TextField {...field('url')} type="url" />
          <BranchSelect {...field('branch')} branches={branches} />
          <div>
            <IntentButton intent="webhook" label={texts.add} variant="outline" />
          </div>
        </PostForm>
      </Panel>
      {webhooks.length > 0 && (
        <section className={css.tablePanel} aria-label={texts.listTitle}>
          <BackofficeTable caption={texts.listTitle} columns={texts.columns}>
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <th scope="row" className={css.breakAnywhere} data-wide>
                  {webhook.url}
                </th>
                <td>{branches.find(({ id }) => id === webhook.branchId)?.name ?? backofficeTexts.allBranches}</td>
                <td>
                  <WebhookStatus webhook={webhook} />
                </td>
                <td>
                  <PostForm action={formAction}>
                    <input type="hidden" name="id" value={webhook.id} />
                    <IntentButton intent="tirar-webhook" label={texts.remove} subject={webhook.url} variant="text" />
                  </PostForm>
                </td>
              </tr>
            ))}
          </BackofficeTable>
        </section>
      )}
      <section className={css.tablePanel} aria-label={texts.logTitle}>
        <BackofficeTable caption={texts.logTitle} columns={texts.logColumns}>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>{formatTimestamp(delivery.createdAt, now)}</td>
              <td>
                <a href={`${rootPath}/pedidos/${delivery.orderId}`}>{texts.order(delivery.orderId)}</a>
              </td>
              <td>
                {formatEvent(delivery)}
                <small>{new URL(delivery.url).host}</small>
              </td>
              <td>
                {texts.attemptCount(delivery.attemptCount)}
                {delivery.lastAttemptAt && (
                  <small>{texts.lastAttempt(formatTimestamp(delivery.lastAttemptAt, now))}</small>
                )}
              </td>
              <td data-wide>
                <DeliveryResult delivery={delivery} now={now} />
              </td>
              <td data-wide>
                <PostForm action={formAction}>
                  <input type="hidden" name="id" value={delivery.id} />
                  <SeenState seenHash={delivery.seenHash} />
                  <Button variant="text" name="intent" value="enviar-de-novo">
                    {texts.resend}
                    <span className={visuallyHidden}>
                      {' '}
                      {texts.order(delivery.orderId)}, {formatEvent(delivery)}
                    </span>
                  </Button>
                </PostForm>
              </td>
            </tr>
          ))}
          {deliveries.length === 0 && (
            <tr>
              <td colSpan={texts.logColumns.length} data-wide>
                {texts.emptyLog}
              </td>
            </tr>
          )}
        </BackofficeTable>
      </section>
    </>
  )
}

function WebhookStatus({ webhook: { unsentCount, failingCount } }: { webhook: Webhook }) {
  if (failingCount > 0) return <Badge tone="low">{texts.failingCount(failingCount)}</Badge>
  return unsentCount > 0 ? (
    <Badge tone="info">{texts.queueLength(unsentCount)}</Badge>
  ) : (
    <Badge tone="ok">{texts.upToDate}</Badge>
  )
}

type DeliveryResultProps = { delivery: WebhookDelivery; now: Date }

function DeliveryResult({ delivery: { state, lastStatus, lastError, dueAt }, now }: DeliveryResultProps) {
  const lastResultText =
    lastStatus !== null ? texts.responseStatus(lastStatus) : lastError !== null ? texts.faultLabels[lastError] : null
  if (state === 'delivered')
    return (
      <>
        {texts.delivered}
        <small>{lastResultText}</small>
      </>
    )
  if (state === 'given_up')
    return (
      <>
        {texts.givenUp}
        <small data-bad>{lastResultText}</small>
      </>
    )
  return (
    <>
      {lastResultText === null || dueAt === null ? texts.queued : texts.nextAttempt(formatTimestamp(dueAt, now))}
      {lastResultText !== null && <small data-bad>{lastResultText}</small>}
    </>
  )
}

function formatEvent({ event, status }: WebhookDelivery): string {
  if (status !== null) return backofficeOrderStatusLabels[status]
  if (event === 'order.review_ended') return texts.reviewEndEvent
  return event === 'order.late' ? texts.lateEvent : texts.problemEvent
}
