import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { doorTexts as texts } from '../texts/backoffice/door.ts'
import { formatMoneyInput } from '../texts/money.ts'
import { doorMethodLabels } from '../texts/payment-methods.ts'
import { paymentWayTexts } from '../texts/payment-ways.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { IntentButton } from './intent-button.tsx'
import { receiveAtDoorForm } from './order-door-forms.server.ts'
import { SeenState } from './seen-state.tsx'
import { showStaffForm } from './staff-form.server.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

/** What is to be taken where the order is handed over, and whether it was. */
export function DoorPanel({ details, request }: { details: BackofficeOrder; request: StaffRequest }) {
  const { order, seenHashes } = details
  if (!order.doorTerms) return null
  const isInHand = order.status === 'out_for_delivery' || order.status === 'ready_for_pickup'
  const mayReceive = isInHand && request.isAllowed('orders.handle')
  return (
    <Panel title={texts.title} id="receber">
      <p>
        <b>{paymentWayTexts.toTake(order.doorTerms)}.</b>
      </p>
      {mayReceive ? (
        <>
          <ReceiveForm
            cents={order.doorTerms.cents}
            means={order.doorTerms.means}
            details={details}
            request={request}
          />
          <PostForm className={stack}>
            <SeenState seenHash={seenHashes.status} />
            <p className={muted}>{texts.refuseHint}</p>
            <IntentButton intent="nao-recebido" label={texts.refuse} variant="danger" />
          </PostForm>
        </>
      ) : (
        <p className={muted}>{texts.waitHint}</p>
      )}
    </Panel>
  )
}

type ReceiveFormProps = {
  cents: number
  means: 'card' | 'cash'
  details: BackofficeOrder
  request: StaffRequest
}

function ReceiveForm({ cents, means, details, request }: ReceiveFormProps) {
  const { field } = showStaffForm(receiveAtDoorForm, request, {
    texts: texts.fields,
    values: { method: means === 'cash' ? 'cash' : 'debit', amount: formatMoneyInput(cents) },
  })
  return (
    <PostForm className={stack}>
      <SeenState seenHash={details.seenHashes.status} />
      <Select {...field('method')} options={Object.entries(doorMethodLabels)} />
      <TextField {...field('amount')} inputMode="decimal" autoComplete="off" />
      <IntentButton intent="recebido" label={texts.receive} />
    </PostForm>
  )
}
