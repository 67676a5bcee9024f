import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { labelBackofficeStatus, queueTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import * as css from './backoffice.css.ts'
import type { View } from './document.tsx'
import { EmailLog } from './email-log.tsx'
import { CancellationPanel, CancellationRequest } from './order-cancellation.tsx'
import { changeAddressForm, removeByWishForm, sendReplacementForm } from './order-change-forms.server.ts'
import { LatestChanges, loadAddressQuote, OrderChanges } from './order-changes.tsx'
import { DeliveryPanel, FiscalDocumentPanel, PostponePanel, ReportedProblems } from './order-delivery.tsx'
import { DoorPanel } from './order-door.tsx'
import { receiveAtDoorForm, takeBackFromDoorForm } from './order-door-forms.server.ts'
import {
  advanceOrderForm,
  endOrderForm,
  enterAtTillForm,
  grantCancellationForm,
  handOverOrderForm,
  pickScannedForm,
  pickWholeLineForm,
  pickWithoutScanForm,
  postponeOrderForm,
  rejectCancellationForm,
  removeTillEntryForm,
  removeUnitsForm,
  requestCancellationForm,
  resendEmailForm,
  sendProposalForm,
  setFiscalKeyForm,
  settleRefundForm,
} from './order-forms.server.ts'
import { LaboratoryDiscounts, OrderHistory, PaymentsPanel, RefundList } from './order-history.tsx'
import { isFullyPicked, OrderActions, OrderLines } from './order-picking.tsx'
import { LatestProposal, ProposalForm } from './order-proposal.tsx'
import { loadReplacements, ReplacementSearch } from './order-replacement.tsx'
import { findSeriesPlace } from './order-series.ts'
import { SettlementForms, UnclearPayments } from './order-settlement.tsx'
import { SharedSubstances } from './shared-substances.tsx'
import { createStaffAction, createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'
import { TillPanel } from './till-entry.tsx'

export const loader = createStaffLoader(loadView)

export const action = createStaffAction(
  [
    advanceOrderForm,
    handOverOrderForm,
    setFiscalKeyForm,
    enterAtTillForm,
    removeTillEntryForm,
    postponeOrderForm,
    endOrderForm,
    requestCancellationForm,
    grantCancellationForm,
    rejectCancellationForm,
    removeUnitsForm,
    removeByWishForm,
    changeAddressForm,
    sendReplacementForm,
    sendProposalForm,
    resendEmailForm,
    settleRefundForm,
    receiveAtDoorForm,
    takeBackFromDoorForm,
    pickWithoutScanForm,
    pickWholeLineForm,
    pickScannedForm,
  ],
  loadView,
)

async function loadView(request: StaffRequest): Promise<View> {
  const details = await request.backoffice.orders.getOrder(request.id)
  const { order } = details
  const { rootPath, failedForm } = request
  const proposalOverview = await request.backoffice.proposals.listProposalsAndOffers(order.id)
  const actionChoices = await loadActionChoices(request, details)
  const replacements = await loadReplacements(request)
  const addressQuote = await loadAddressQuote(request)
  const now = request.shop.clock.now()
  return {
    title: texts.title(order.id),
    heading: (
      <>
        {texts.title(order.id)}{' '}
        {details.branch && <small className={css.headingBranch}>{queueTexts.ofBranch(details.branch.name)}</small>}
      </>
    ),
    header: (
      <>
        <Badge tone={order.status === 'prescription_review' ? 'info' : 'plain'}>{labelBackofficeStatus(order)}</Badge>
        {details.promisedAt && details.nextStatus && (
          <p>
            <b>{texts.promisedUntil(formatTimestamp(details.promisedAt, now))}</b>,{' '}
            {formatTimeLeft(details.promisedAt, now)}
          </p>
        )}
        <div className={`${row} ${css.alignEnd}`}>
          <ButtonLink variant="outline" href={`${rootPath}/pedidos/${order.id}/lista`}>
            {texts.pickList}
            <span className={visuallyHidden}>{texts.pickListSuffix}</span>
          </ButtonLink>
          <ButtonLink variant="outline" href={`${rootPath}/pedidos/${order.id}/etiqueta`}>
            {texts.label}
          </ButtonLink>
        </div>
      </>
    ),
    focusedField: failedForm?.getFieldError('barcode') && !details.lines.every(isFullyPicked) ? 'barcode' : undefined,
    content: (
      <>
        <LatestProposal details={details} proposalOverview={proposalOverview} now={now} />
        <LatestChanges details={details} />
        <CancellationRequest details={details} request={request} />
        <UnclearPayments details={details} />
        <RefundList details={details} />
        <Columns layout="aside">
          <div className={stack}>
            <SharedSubstances sharedSubstances={details.sharedSubstances} />
            <OrderLines details={details} request={request} />
            <OrderActions details={details} request={request} {...actionChoices} />
            <ProposalForm details={details} proposalOverview={proposalOverview} request={request} now={now} />
            <ReplacementSearch
              details={details}
              proposalOverview={proposalOverview}
              replacements={replacements}
              request={request}
            />
            <OrderChanges details={details} request={request} addressQuote={addressQuote} now={now} />
            <SettlementForms details={details} request={request} now={now} />
            <CancellationPanel details={details} request={request} />
          </div>
          <div className={stack}>
            <DoorPanel details={details} request={request} />
            <DeliveryPanel details={details} rootPath={rootPath} />
            <PostponePanel details={details} request={request} />
            <ReportedProblems details={details} rootPath={rootPath} />
            <PaymentsPanel details={details} rootPath={rootPath} now={now} />
            <LaboratoryDiscounts details={details} />
            <TillPanel details={details} request={request} />
            <FiscalDocumentPanel details={details} request={request} />
            <OrderHistory details={details} now={now} />
            <EmailLog emails={details.emails} mayResend now={now} />
          </div>
        </Columns>
      </>
    ),
  }
}

/** Who may bring it, and what follows: asked for only where the page shows it. */
async function loadActionChoices({ backoffice, url }: StaffRequest, { order, isPicked, nextStep }: BackofficeOrder) {
  const { orders } = backoffice
  const isBeingPicked = (order.status === 'paid' || order.status === 'preparing') && !isPicked
  return {
    couriers: nextStep === 'dispatch' && isPicked ? await orders.listRecentCouriers(order.branchId) : [],
    nextOrderId: isBeingPicked || findSeriesPlace(url, order.id) ? null : await orders.findNextOrderToPick(order),
  }
}

/** `faltam 18 min` */
function formatTimeLeft(promisedAt: Date, now: Date): string {
  const minutesLeft = Math.floor((promisedAt.getTime() - now.getTime()) / 60_000)
  return minutesLeft >= 0 ? queueTexts.minutesLeft(minutesLeft) : queueTexts.minutesLate(-minutesLeft)
}
