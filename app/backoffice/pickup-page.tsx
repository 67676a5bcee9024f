import type { ListedPickup } from '#server/backoffice/pickup.ts'
import { muted } from '../styles/shared.css.ts'
import { pickupTexts as texts } from '../texts/backoffice/orders.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { IntentButton } from './intent-button.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

/** 'Encontrar': the order of a code, on whose page it is handed over. */
const findOrderByCodeForm = defineStaffForm({
  intent: 'encontrar',
  identifyingField: 'pickup_code',
  schema: ({ backoffice }) => backoffice.forms.PickupCode,
  run: ({ backoffice }, { pickupCode }) => backoffice.pickup.getOrderIdByCode(pickupCode),
  respond: ({ rootPath }, id) => ({ to: `${rootPath}/pedidos/${id}#entregar` }),
})

export const action = createStaffAction([findOrderByCodeForm], loadView)

/** Orders that wait in the store, and who came for one. */
async function loadView(request: StaffRequest): Promise<View> {
  const { backoffice, shop, rootPath } = request
  const { field, failedForm } = showStaffForm(findOrderByCodeForm, request, {
    texts: { pickupCode: texts.fields.pickupCode },
  })
  const orders = await backoffice.pickup.listWaitingPickups()
  const now = shop.clock.now()
  return {
    title: texts.title,
    header: <p className={muted}>{texts.waitingCount(orders.length)}</p>,
    focusedField: 'pickup_code',
    content: (
      <>
        <Panel title={texts.arrivedTitle}>
          <PostForm>
            <TextField
              {...field('pickupCode')}
              inputMode="numeric"
              autoComplete="off"
              autoFocus
              // A refusal concerns the order, too.
              error={failedForm?.message}
              actionButton={<IntentButton intent="encontrar" label={texts.findOrder} />}
            />
          </PostForm>
        </Panel>
        {orders.length === 0 ? (
          <EmptyState title={texts.noOrders} />
        ) : (
          <TablePanel caption={texts.title} hidesCaption columns={texts.columns}>
            {orders.map((order) => (
              <tr key={order.id} data-late={order.keptUntil < now || undefined}>
                <th scope="row">
                  <a href={`${rootPath}/pedidos/${order.id}`}>{texts.order(order.id)}</a>
                </th>
                <td>{order.shelfMark ?? texts.noShelfLabel}</td>
                <td>{order.customerName}</td>
                <td>{texts.readySince(formatTimestamp(order.readyAt, now))}</td>
                <td>{formatDeadline(order, now)}</td>
              </tr>
            ))}
          </TablePanel>
        )}
      </>
    ),
  }
}

function formatDeadline({ keptUntil }: ListedPickup, now: Date) {
  const deadlineText = texts.keptUntil(formatTimestamp(keptUntil, now))
  return keptUntil < now ? <b>{deadlineText}</b> : deadlineText
}
