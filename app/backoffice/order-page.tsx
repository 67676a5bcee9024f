import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { parseId } from '../http/ids.ts'
import { row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { orderStatusTexts, queueTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { formatWhen } from './audit-actions.ts'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import { MailLog } from './mail-log.tsx'
import { Delivery, FiscalDocument, NewPromise, Problems } from './order-delivery.tsx'
import { CancellationRequest, Exceptions } from './order-exceptions.tsx'
import {
  advance,
  endOrder,
  grantCancellation,
  handOver,
  pick,
  pickByHand,
  postpone,
  propose,
  rejectCancellation,
  removeUnits,
  requestCancellation,
  resendEmail,
  setFiscalKey,
} from './order-forms.server.ts'
import { isFullyPicked, Lines, Scanner } from './order-picking.tsx'
import { LatestProposal, ProposalForm } from './order-proposal.tsx'
import { History, LaboratoryDiscounts, Payments, RefundList } from './order-record.tsx'
import { type FailedForm, type StaffRequest, staffAction, staffLoader } from './staff-pages.server.tsx'

export const loader = staffLoader(show)

export const action = staffAction(
  [
    advance,
    handOver,
    setFiscalKey,
    postpone,
    endOrder,
    requestCancellation,
    grantCancellation,
    rejectCancellation,
    removeUnits,
    propose,
    resendEmail,
    pickByHand,
    pick,
  ],
  show,
)

async function show(request: StaffRequest, failedForm?: FailedForm): Promise<View> {
  const details = await request.shop.backoffice.orders.findOrder(request.actor, parseId(request.params.id))
  const { order } = details
  const { root } = request
  const proposals = await request.shop.backoffice.proposals.list(request.actor, order.id)
  const now = request.shop.clock.now()
  return {
    title: texts.title(order.id),
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{texts.title(order.id)}</h1>
          <Badge tone={order.status === 'prescription_review' ? 'info' : 'plain'}>
            {orderStatusTexts[order.status]}
          </Badge>
          {details.promisedAt && details.nextStatus && (
            <p>
              <b>{texts.promised(formatWhen(details.promisedAt, now))}</b>, {timeLeft(details.promisedAt, now)}
            </p>
          )}
          <div className={`${row} ${css.end}`}>
            <ButtonLink variant="outline" href={`${root}/pedidos/${order.id}/lista`}>
              {texts.list}
              <span className={visuallyHidden}>{texts.listOf}</span>
            </ButtonLink>
            <ButtonLink variant="outline" href={`${root}/pedidos/${order.id}/etiqueta`}>
              {texts.label}
            </ButtonLink>
          </div>
        </div>
        {failedForm && !isShownAtField(failedForm, details) && (
          <FormErrorMessage>{failedForm.message}</FormErrorMessage>
        )}
        <LatestProposal details={details} proposals={proposals} now={now} />
        <CancellationRequest details={details} request={request} />
        <RefundList details={details} />
        <Columns ratio="aside">
          <div className={stack}>
            {(order.status === 'paid' || order.status === 'preparing') && (
              <Scanner details={details} failedForm={failedForm} />
            )}
            <Lines details={details} path={request.url.pathname} failedForm={failedForm} />
            <ProposalForm
              details={details}
              proposals={proposals}
              failedForm={failedForm}
              missingEan={request.url.searchParams.get('falta')}
              now={now}
            />
            <Exceptions details={details} request={request} failedForm={failedForm} />
          </div>
          <div className={stack}>
            <Delivery details={details} root={root} />
            <NewPromise details={details} failedForm={failedForm} />
            <Problems details={details} root={root} />
            <Payments details={details} now={now} />
            <LaboratoryDiscounts details={details} />
            <FiscalDocument details={details} failedForm={failedForm} />
            <History details={details} now={now} />
            <MailLog emails={details.mails} mayResend now={now} />
          </div>
        </Columns>
      </div>
    ),
  }
}

/** A line that is complete refuses its code after the scanner's form has gone. */
function isShownAtField({ field }: FailedForm, { lines }: BackofficeOrder): boolean {
  return (
    ['motivo', 'fiscal_key', 'novo_horario', 'courier_name', 'courier_url'].includes(field ?? '') ||
    (field === 'ean' && !lines.every(isFullyPicked))
  )
}

/** `faltam 18 min` */
function timeLeft(promisedAt: Date, now: Date): string {
  const minutes = Math.floor((promisedAt.getTime() - now.getTime()) / 60_000)
  return minutes >= 0 ? queueTexts.minutesLeft(minutes) : queueTexts.late(-minutes)
}
