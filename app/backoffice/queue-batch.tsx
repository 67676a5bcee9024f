import type { StepOutcome } from '#server/backoffice/queue.ts'
import type { RecentCourier } from '#server/orders/delivery-updates.ts'
import type { Shop } from '#server/shop.ts'
import { createRowReader } from '../http/define-form.server.ts'
import { row, stack } from '../styles/shared.css.ts'
import { queueTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Message } from '../ui/message/message.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { CourierFields } from './courier-fields.tsx'
import type { View } from './document.tsx'
import { IntentButton, IntentRow } from './intent-button.tsx'
import { buildOrderHref, formatIds, printedParam, seriesParam } from './order-series.ts'
import { showStaffForm } from './staff-form.server.tsx'
import { defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const batchFormId = 'lote'

const orderFields = {
  orders: {
    name: 'order',
    read: createRowReader('order', 'id', { seenHash: 'seen' }),
  },
}

const createBatchForm = (intent: string, buildHref: (rootPath: string, ids: number[]) => string) =>
  defineStaffForm({
    intent,
    schema: ({ backoffice }) => backoffice.forms.OrderBatch,
    fields: orderFields,
    run: (_, { orders }) => orders.map(({ id }) => id),
    respond: ({ rootPath }, ids) => ({ to: buildHref(rootPath, ids) }),
  })

/** What is done with the ticked orders, and changes none of them. */
export const batchForms = [
  createBatchForm('sequencia', (rootPath, ids) => `${rootPath}/pedidos/${ids[0]}?${seriesParam}=${formatIds(ids)}`),
  createBatchForm('listas', (rootPath, ids) => `${rootPath}/imprimir/listas?${printedParam}=${formatIds(ids)}`),
  createBatchForm('etiquetas', (rootPath, ids) => `${rootPath}/imprimir/etiquetas?${printedParam}=${formatIds(ids)}`),
]

const dispatch = { intent: 'saem', schema: ({ backoffice }: Shop) => backoffice.forms.OrderDispatch }

/** 'Saem juntos': says of each order what became of it. */
export function createDispatchForm(
  loadView: (request: StaffRequest, outcomes: StepOutcome[]) => { view: View } | Promise<{ view: View }>,
) {
  return defineStaffForm({
    ...dispatch,
    fields: orderFields,
    run({ backoffice }, { orders, courierOrder, courierName, courierPhone, courierUrl }) {
      const courier = { orderId: courierOrder, name: courierName, phone: courierPhone, url: courierUrl }
      return backoffice.orders.dispatchOrders(orders, courier)
    },
    respond: loadView,
  })
}

export function DispatchOutcomes({ outcomes, rootPath, url }: { outcomes: StepOutcome[]; rootPath: string; url: URL }) {
  const dispatchedIds = outcomes.flatMap(({ id, error }) => (error ? [] : [id]))
  const refusals = outcomes.flatMap(({ id, error }) => (error ? [{ id, message: error.message }] : []))
  return (
    <>
      {dispatchedIds.length > 0 && (
        <Message tone="ok" role="status" title={queueTexts.dispatchedTitle(dispatchedIds.length)}>
          <p>{queueTexts.dispatchedOrders(dispatchedIds)}</p>
        </Message>
      )}
      {refusals.length > 0 && (
        <Message tone="error" role="alert" title={queueTexts.refusedTitle(refusals.length)}>
          <ul>
            {refusals.map(({ id, message }) => (
              <li key={id}>
                <a href={buildOrderHref(rootPath, id, url)}>{queueTexts.order(id)}</a>: {message}
              </li>
            ))}
          </ul>
        </Message>
      )}
    </>
  )
}

type BatchPanelProps = { action: string; couriers: RecentCourier[]; request: StaffRequest }

/** What may be done with the ticked orders. */
export function BatchPanel({ action, couriers, request }: BatchPanelProps) {
  const { field, failedForm } = showStaffForm(dispatch, request, { texts: texts.courierFields })
  return (
    <PostForm id={batchFormId} action={action}>
      <Panel title={queueTexts.withTicked}>
        <div className={row}>
          <IntentButton intent="sequencia" label={queueTexts.pickInSeries} />
          <IntentButton intent="listas" label={queueTexts.printLists} variant="outline" />
          <IntentButton intent="etiquetas" label={queueTexts.printLabels} variant="outline" />
        </div>
        <div className={stack}>
          <CourierFields field={field} couriers={couriers} isOpen={failedForm !== undefined} />
        </div>
        <IntentRow intent="saem" label={queueTexts.dispatchTogether} variant="outline" />
      </Panel>
    </PostForm>
  )
}
