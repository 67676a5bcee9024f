import type { PickedLine, PickedUnit } from '#server/backoffice/orders.ts'
import type { Offer } from '#server/orders/offer.ts'
import type { CancellationResult } from '#server/orders/order-commands.ts'
import type { Shop } from '#server/shop.ts'
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

const parseOrderId = ({ params }: StaffRequest) => parseId(params.id)

const buildOrderRedirect = (request: StaffRequest, flash: string) => ({
  to: buildOrderHref(request.rootPath, parseOrderId(request), request.url),
  flash,
})

/** In a series the next order follows; else this one stays. */
function buildStepRedirect(request: StaffRequest, flash: string) {
  const place = findSeriesPlace(request.url, parseOrderId(request))
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
      read: (form: FormData): [string, FormDataEntryValue][] =>
        form.getAll('retained').flatMap((id, index) => [
          [`[${index}].productId`, id],
          [`[${index}].text`, form.get(`lots-${id}`) ?? ''],
        ]),
    },
  },
  run(request, { step, courierOrder: orderId, courierName: name, courierPhone: phone, courierUrl: url, ...details }) {
    const courier = { orderId, name, phone, url }
    return request.shop.backoffice.orders.advanceOrder(request.actor, parseOrderId(request), step, {
      courier,
      ...details,
    })
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
    return request.shop.backoffice.pickup.handOver(request.actor, parseOrderId(request), proof)
  },
  respond: (request) => buildOrderRedirect(request, pickupTexts.handedOverMessage),
})

export const setFiscalKeyForm = defineStaffForm({
  intent: 'nota',
  schema: ({ backoffice }) => backoffice.forms.FiscalKey,
  run: (request, { fiscalKey }) =>
    request.shop.backoffice.orders.setFiscalKey(request.actor, parseOrderId(request), fiscalKey, request.seenHash),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

/** Somebody entered the order at the store's till, at the total that the page showed. */
export const enterAtTillForm = defineStaffForm({
  intent: 'caixa',
  run: (request) => request.shop.backoffice.orders.enterAtTill(request.actor, parseOrderId(request), request.seenHash),
  respond: (request) => buildOrderRedirect(request, tillTexts.enteredMessage),
})

export const removeTillEntryForm = defineStaffForm({
  intent: 'fora-do-caixa',
  run: (request) =>
    request.shop.backoffice.orders.removeTillEntry(request.actor, parseOrderId(request), request.seenHash),
  respond: (request) => buildOrderRedirect(request, tillTexts.removedMessage),
})

export const postponeOrderForm = defineStaffForm({
  intent: 'adiar',
  schema: ({ backoffice }) => backoffice.forms.PromisedTime,
  run: (request, { promise: promisedAt }) =>
    request.shop.backoffice.orders.setPromisedTime(request.actor, parseOrderId(request), promisedAt, request.seenHash),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

/** Cancels or refunds. */
export const endOrderForm = defineStaffForm({
  intent: 'encerrar',
  schema: ({ backoffice }) => backoffice.forms.EndReason,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.cancelOrRefund(request.actor, parseOrderId(request), reason, request.seenHash),
  respond: (request, cancellation) =>
    buildOrderRedirect(request, formatEndedOrderMessage(parseOrderId(request), cancellation)),
})

/** What went back by other means, with the refund and its amount as the page showed them. */
export const settleRefundForm = defineStaffForm({
  intent: 'devolvido',
  schema: ({ backoffice }) => backoffice.forms.Settlement,
  run: (request, settlement) =>
    request.shop.backoffice.orders.settleRefund(request.actor, parseOrderId(request), settlement),
  respond: (request, cents) => buildOrderRedirect(request, texts.settledMessage(cents)),
})

/** A clerk's. */
export const requestCancellationForm = defineStaffForm({
  intent: 'pedir',
  schema: ({ backoffice }) => backoffice.forms.EndReason,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.requestCancellation(request.actor, parseOrderId(request), reason, request.seenHash),
  respond: (request) => buildOrderRedirect(request, texts.cancellationRequestedMessage),
})

const createCancellationDecisionForm = (intent: 'sim' | 'nao') =>
  defineStaffForm({
    intent,
    run({ shop, actor, seenHash, ...request }) {
      const id = parseId(request.params.id)
      return shop.backoffice.orders.decideCancellationRequest(actor, id, intent === 'sim', seenHash)
    },
    respond: (request, cancellation) =>
      buildOrderRedirect(request, formatCancellationDecision(parseOrderId(request), cancellation)),
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
    const shortPick = { orderId: parseOrderId(request), productId, expectedUnits, units }
    // What is missing was never shown, and is no number.
    const seenStock = Number(request.formData.get(`stock-${productId}`) ?? Number.NaN)
    return request.shop.backoffice.orders.removeUnits(request.actor, shortPick, clearsStock ? seenStock : null)
  },
  respond: (request, refundedCents) => buildOrderRedirect(request, texts.removedMessage(refundedCents)),
})

/** The product that is short, and the offer to its customer. */
export const sendProposalForm = defineStaffForm({
  intent: 'propor',
  schema: ({ backoffice }) => backoffice.forms.Proposal,
  run(request, { item, units, offerValue, latestProposal }) {
    const { productId, lineUnits } = parseItemValue(item)
    const { proposals } = request.shop.backoffice
    return proposals.proposeOffer(
      request.actor,
      parseOrderId(request),
      { productId, units },
      (offer) => toOfferValue(offer) === offerValue,
      { lineUnits, latestProposalId: latestProposal === noProposal ? null : parseId(latestProposal) },
    )
  },
  respond: (request) => buildOrderRedirect(request, proposalTexts.sentMessage),
})

export const resendEmailForm = defineStaffForm({
  intent: 'reenviar',
  schema: ({ backoffice }) => backoffice.forms.EmailChoice,
  run: (request, { emailId }) =>
    request.shop.backoffice.orders.resendEmail(request.actor, parseOrderId(request), emailId, request.seenHash),
  respond: (request) => buildOrderRedirect(request, texts.resentMessage),
})

/** With what the box's code told, so that it is compared with what is printed. An order that is complete makes place for the next. */
function buildPickingRedirect(request: StaffRequest, line: PickedLine & Partial<Pick<PickedUnit, 'box'>>) {
  const { name, pickedUnits, unitsToPick, box, finishesOrder } = line
  const message = texts.checkedMessage(name, pickedUnits, unitsToPick) + (box ? texts.scannedBox(box) : '')
  if (!finishesOrder || !findSeriesPlace(request.url, parseOrderId(request)))
    return buildOrderRedirect(request, message)
  return buildStepRedirect(request, `${message} ${texts.pickedInSeries(parseOrderId(request))}`)
}

/** A scan has its form's own name (`ScanField`): the form counts once, however often it is sent. */
const scanFieldDefinition = {
  schema: ({ backoffice }: Shop) => backoffice.forms.Scan,
  // Complete already, a line that was picked by hand is refused as one that was scanned.
} as const

export const pickWithoutScanForm = defineStaffForm({
  ...scanFieldDefinition,
  intent: 'produto',
  identifyingField: 'product',
  run: (request, { scanId }) =>
    request.shop.backoffice.orders.pickUnitWithoutScan(
      request.actor,
      parseOrderId(request),
      parseId(request.formData.get('product')),
      scanId,
    ),
  respond: buildPickingRedirect,
})

/** All units of a line that are missing still. */
export const pickWholeLineForm = defineStaffForm({
  intent: 'linha',
  identifyingField: 'whole_line',
  schema: ({ backoffice }) => backoffice.forms.WholeLine,
  run(request, { wholeLine, scanId }) {
    const { productId, lineUnits } = parseItemValue(wholeLine)
    const { orders } = request.shop.backoffice
    return orders.pickUnitWithoutScan(request.actor, parseOrderId(request), productId, scanId, lineUnits)
  },
  respond: buildPickingRedirect,
})

/** What a scanner typed. */
export const pickScannedForm = defineStaffForm({
  ...scanFieldDefinition,
  intent: 'ean',
  run: (request, { barcode, scanId }) =>
    request.shop.backoffice.orders.pickUnitByBarcode(request.actor, parseOrderId(request), barcode, scanId),
  respond: buildPickingRedirect,
})
