import type { PickedLine, PickedUnit } from '#server/backoffice/orders.ts'
import type { Offer } from '#server/orders/offer.ts'
import type { CancellationResult } from '#server/orders/order-commands.ts'
import { createRowReader } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import {
  backofficeOrderStatusLabels,
  pickupTexts,
  queueTexts,
  backofficeOrderTexts as texts,
} from '../texts/backoffice/orders.ts'
import { tillTexts } from '../texts/backoffice/till.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { parseItemValue } from './order-item-fields.tsx'
import { buildNextHref, buildOrderHref, findSeriesPlace } from './order-series.ts'
import { defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

/** `produto-12`, `janela-7`, `retirada-3`. */
export function toOfferValue(offer: Offer): string {
  if (offer.way === 'product') return `produto-${offer.productId}`
  return offer.way === 'window' ? `janela-${offer.windowId}` : `retirada-${offer.branchId}`
}

/** In place of the proposal before this one. */
export const noProposal = '0'

export function formatEndedOrderMessage(
  id: number,
  { refundCents, refundedBalanceCents, requiresManualRefund }: CancellationResult,
): string {
  return requiresManualRefund
    ? texts.manualRefundMessage(id, refundCents)
    : texts.endedMessage(id, refundCents + refundedBalanceCents)
}

/** The message about a decided request: null is an order that is kept. */
export function formatCancellationDecision(id: number, cancellation: CancellationResult | null): string {
  return cancellation ? formatEndedOrderMessage(id, cancellation) : queueTexts.orderKeptMessage(id)
}

const buildOrderRedirect = (request: StaffRequest, flash: string) => ({
  to: buildOrderHref(request.rootPath, request.id, request.url),
  flash,
})

/** In a series the next order follows; else this one stays. */
function buildStepRedirect(request: StaffRequest, flash: string) {
  const place = findSeriesPlace(request.url, request.id)
  if (!place) return buildOrderRedirect(request, flash)
  const whatFollows = place.nextId === null ? texts.seriesOver : texts.thisIsNext
  return { to: buildNextHref(request.rootPath, place), flash: `${flash} ${whatFollows}` }
}

/** Takes the step that stood on the page; with its courier where one was entered. */
export const advanceOrderForm = defineStaffForm({
  intent: 'avancar',
  schema: ({ backoffice }) => backoffice.forms.OrderStepForm,
  fields: {
    lots: {
      name: 'lots',
      read: createRowReader('retained', 'productId', { text: 'lots' }),
    },
  },
  run(request, { step, courierOrder: orderId, courierName: name, courierPhone: phone, courierUrl: url, ...details }) {
    const courier = { orderId, name, phone, url }
    return request.backoffice.orders.advanceOrder(request.id, step, { courier, ...details })
  },
  respond(request, status) {
    const message = texts.statusMessage(backofficeOrderStatusLabels[status])
    return status === 'preparing' ? buildOrderRedirect(request, message) : buildStepRedirect(request, message)
  },
})

/** The person who came said the order's code, or showed a document. */
export const handOverOrderForm = defineStaffForm({
  intent: 'entregar',
  schema: ({ backoffice }) => backoffice.forms.HandOver,
  run(request, { pickupCode, documentName, paper: hasSeenPrescription, counselled: isCounselled }) {
    const code = request.formData.has('document_name') ? null : pickupCode
    const proof = { code, name: documentName, hasSeenPrescription, isCounselled }
    return request.backoffice.pickup.handOver(request.id, proof)
  },
  respond: (request) => buildOrderRedirect(request, pickupTexts.handedOverMessage),
})

export const setFiscalKeyForm = defineStaffForm({
  intent: 'nota',
  schema: ({ backoffice }) => backoffice.forms.FiscalKey,
  run: ({ backoffice, id, seenHash }, { fiscalKey }) => backoffice.orders.setFiscalKey(id, fiscalKey, seenHash),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

/** Somebody entered the order at the store's till, at the total that the page showed. */
export const enterAtTillForm = defineStaffForm({
  intent: 'caixa',
  run: ({ backoffice, id, seenHash }) => backoffice.orders.enterAtTill(id, seenHash),
  respond: (request) => buildOrderRedirect(request, tillTexts.enteredMessage),
})

export const removeTillEntryForm = defineStaffForm({
  intent: 'fora-do-caixa',
  run: ({ backoffice, id, seenHash }) => backoffice.orders.removeTillEntry(id, seenHash),
  respond: (request) => buildOrderRedirect(request, tillTexts.removedMessage),
})

export const postponeOrderForm = defineStaffForm({
  intent: 'adiar',
  schema: ({ backoffice }) => backoffice.forms.PromisedTime,
  run: ({ backoffice, id, seenHash }, { promise: promisedAt }) =>
    backoffice.orders.setPromisedTime(id, promisedAt, seenHash),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

/** Cancels or refunds. */
export const endOrderForm = defineStaffForm({
  intent: 'encerrar',
  schema: ({ backoffice }) => backoffice.forms.EndReason,
  run: ({ backoffice, id, seenHash }, { reason }) => backoffice.orders.cancelOrRefund(id, reason, seenHash),
  respond: (request, cancellation) => buildOrderRedirect(request, formatEndedOrderMessage(request.id, cancellation)),
})

/** What went back by other means, with the refund and its amount as the page showed them. */
export const settleRefundForm = defineStaffForm({
  intent: 'devolvido',
  schema: ({ backoffice }) => backoffice.forms.Settlement,
  run: ({ backoffice, id }, settlement) => backoffice.orders.settleRefund(id, settlement),
  respond: (request, cents) => buildOrderRedirect(request, texts.settledMessage(cents)),
})

/** A clerk's. */
export const requestCancellationForm = defineStaffForm({
  intent: 'pedir',
  schema: ({ backoffice }) => backoffice.forms.EndReason,
  run: ({ backoffice, id, seenHash }, { reason }) => backoffice.orders.requestCancellation(id, reason, seenHash),
  respond: (request) => buildOrderRedirect(request, texts.cancellationRequestedMessage),
})

const createCancellationDecisionForm = (intent: 'sim' | 'nao') =>
  defineStaffForm({
    intent,
    run: ({ backoffice, id, seenHash }) => backoffice.orders.decideCancellationRequest(id, intent === 'sim', seenHash),
    respond: (request, cancellation) =>
      buildOrderRedirect(request, formatCancellationDecision(request.id, cancellation)),
  })

export const [grantCancellationForm, rejectCancellationForm] = [
  createCancellationDecisionForm('sim'),
  createCancellationDecisionForm('nao'),
]

/** What the shelf does not have: the product, and its units as the page showed them. */
export const removeUnitsForm = defineStaffForm({
  intent: 'tirar',
  schema: ({ backoffice }) => backoffice.forms.Removal,
  run(request, { item, units, clearsStock }) {
    const { productId, lineUnits: expectedUnits } = parseItemValue(item)
    const shortPick = { orderId: request.id, productId, expectedUnits, units }
    // What is missing was never shown, and is no number.
    const seenStock = Number(request.formData.get(`stock-${productId}`) ?? Number.NaN)
    return request.backoffice.orders.removeUnits(shortPick, clearsStock ? seenStock : null)
  },
  respond: (request, refundedCents) => buildOrderRedirect(request, texts.removedMessage(refundedCents)),
})

/** The product that is short, and the offer to its customer. */
export const sendProposalForm = defineStaffForm({
  intent: 'propor',
  schema: ({ backoffice }) => backoffice.forms.Proposal,
  run(request, { item, units, offerValue, latestProposal }) {
    const { productId, lineUnits } = parseItemValue(item)
    const { proposals } = request.backoffice
    return proposals.proposeOffer(request.id, { productId, units }, (offer) => toOfferValue(offer) === offerValue, {
      lineUnits,
      latestProposalId: latestProposal === noProposal ? null : parseId(latestProposal),
    })
  },
  respond: (request) => buildOrderRedirect(request, proposalTexts.sentMessage),
})

export const resendEmailForm = defineStaffForm({
  intent: 'reenviar',
  schema: ({ backoffice }) => backoffice.forms.EmailChoice,
  run: ({ backoffice, id, seenHash }, { emailId }) => backoffice.orders.resendEmail(id, emailId, seenHash),
  respond: (request) => buildOrderRedirect(request, texts.resentMessage),
})

/** With what the box's code told, so that it is compared with what is printed. An order that is complete makes place for the next. */
function buildPickingRedirect(request: StaffRequest, line: PickedLine & Partial<Pick<PickedUnit, 'box'>>) {
  const { name, pickedUnits, unitsToPick, box, finishesOrder } = line
  const message = texts.checkedMessage(name, pickedUnits, unitsToPick) + (box ? texts.scannedBox(box) : '')
  if (!finishesOrder || !findSeriesPlace(request.url, request.id)) return buildOrderRedirect(request, message)
  return buildStepRedirect(request, `${message} ${texts.pickedInSeries(request.id)}`)
}

/** A scan has its form's own name (`ScanField`): the form counts once, however often it is sent. */
export const pickWithoutScanForm = defineStaffForm({
  intent: 'produto',
  schema: ({ backoffice }) => backoffice.forms.Scan,
  identifyingField: 'product',
  run: ({ backoffice, id, formData }, { scanId }) =>
    backoffice.orders.pickUnitWithoutScan(id, parseId(formData.get('product')), scanId),
  respond: buildPickingRedirect,
})

/** All units of a line that are missing still. */
export const pickWholeLineForm = defineStaffForm({
  intent: 'linha',
  identifyingField: 'whole_line',
  schema: ({ backoffice }) => backoffice.forms.WholeLine,
  run(request, { wholeLine, scanId }) {
    const { productId, lineUnits } = parseItemValue(wholeLine)
    const { orders } = request.backoffice
    return orders.pickUnitWithoutScan(request.id, productId, scanId, lineUnits)
  },
  respond: buildPickingRedirect,
})

/** What a scanner typed. */
export const pickScannedForm = defineStaffForm({
  intent: 'ean',
  schema: ({ backoffice }) => backoffice.forms.Scan,
  run: ({ backoffice, id }, { barcode, scanId }) => backoffice.orders.pickUnitByBarcode(id, barcode, scanId),
  respond: buildPickingRedirect,
})
