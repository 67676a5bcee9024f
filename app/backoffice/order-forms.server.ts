import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { backofficeOrderStatusLabels, pickupTexts, backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { formatCancellationDecision, formatEndedOrderMessage } from './order-cancellation.tsx'
import { toOfferValue } from './order-proposal.tsx'
import { defineStaffForm, rawTextSchema, type StaffFormContext, type StaffRequest } from './staff-pages.server.tsx'

const parseOrderId = ({ params }: StaffRequest) => parseId(params.id)

/** A redirect to the order, with a flash message. */
const buildOrderRedirect = (request: StaffRequest, flash: string) => ({
  to: `${request.rootPath}/pedidos/${parseOrderId(request)}`,
  flash,
})

/** Moves the order to its next status; with its courier where one was entered. */
export const advanceOrderForm = defineStaffForm({
  intent: 'avancar',
  schema: () =>
    z.object({
      courierName: rawTextSchema,
      courierPhone: rawTextSchema,
      courierUrl: rawTextSchema,
      receivedBy: rawTextSchema,
      shelfMark: rawTextSchema,
      lots: z.array(z.object({ productId: z.coerce.number(), text: rawTextSchema })).default([]),
    }),
  fields: {
    courierName: 'courier_name',
    courierPhone: 'courier_phone',
    courierUrl: 'courier_url',
    receivedBy: 'received_by',
    shelfMark: 'shelf_mark',
    lots: {
      name: 'lote',
      read: (form: FormData): [string, FormDataEntryValue][] =>
        form.getAll('retido').flatMap((id, index) => [
          [`[${index}].productId`, id],
          [`[${index}].text`, form.get(`lote-${id}`) ?? ''],
        ]),
    },
  },
  run(request, { courierName: name, courierPhone: phone, courierUrl: url, receivedBy, shelfMark, lots }) {
    const courier = name || phone || url ? { name, phone, url } : undefined
    return request.shop.backoffice.orders.advanceOrder(request.actor, parseOrderId(request), {
      courier,
      receivedBy,
      shelfMark,
      lots,
    })
  },
  respond: (request, status) => buildOrderRedirect(request, texts.statusMessage(backofficeOrderStatusLabels[status])),
})

/** The person who came said the order's code, or showed a document. */
export const handOverOrderForm = defineStaffForm({
  intent: 'entregar',
  schema: () => z.object({ pickupCode: rawTextSchema, documentName: rawTextSchema, paper: rawTextSchema }),
  fields: { pickupCode: 'pickup_code', documentName: 'document_name', paper: 'paper' },
  run(request, { pickupCode, documentName, paper }) {
    const code = request.formData.has('document_name') ? null : pickupCode
    const proof = { code, name: documentName, hasSeenPrescription: paper !== '' }
    return request.shop.backoffice.pickup.handOver(request.actor, parseOrderId(request), proof)
  },
  respond: (request) => buildOrderRedirect(request, pickupTexts.handedOverMessage),
})

export const setFiscalKeyForm = defineStaffForm({
  intent: 'nota',
  schema: () => z.object({ fiscalKey: rawTextSchema }),
  fields: { fiscalKey: 'fiscal_key' },
  run: (request, { fiscalKey }) =>
    request.shop.backoffice.orders.setFiscalKey(request.actor, parseOrderId(request), fiscalKey),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

export const postponeOrderForm = defineStaffForm({
  intent: 'adiar',
  schema: () => z.object({ promise: rawTextSchema }),
  fields: { promise: 'novo_horario' },
  run: (request, { promise: promisedAt }) =>
    request.shop.backoffice.orders.setPromisedTime(request.actor, parseOrderId(request), promisedAt),
  respond: (request) => buildOrderRedirect(request, texts.savedMessage),
})

const reasonFieldDefinition = {
  schema: () => z.object({ reason: rawTextSchema }),
  fields: { reason: 'motivo' },
} as const

/** Cancels or refunds. */
export const endOrderForm = defineStaffForm({
  intent: 'encerrar',
  ...reasonFieldDefinition,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.cancelOrRefund(request.actor, parseOrderId(request), reason),
  respond: (request, cancellation) =>
    buildOrderRedirect(request, formatEndedOrderMessage(parseOrderId(request), cancellation)),
})

/** A clerk's. */
export const requestCancellationForm = defineStaffForm({
  intent: 'pedir',
  ...reasonFieldDefinition,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.requestCancellation(request.actor, parseOrderId(request), reason),
  respond: (request) => buildOrderRedirect(request, texts.cancellationRequestedMessage),
})

const createCancellationDecisionForm = (intent: 'sim' | 'nao') =>
  defineStaffForm({
    ...noFields,
    intent,
    run: (request) =>
      request.shop.backoffice.orders.decideCancellationRequest(request.actor, parseOrderId(request), intent === 'sim'),
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
  schema: () => z.object({ item: rawTextSchema, units: z.string().default('1').transform(Number) }),
  fields: { item: 'item', units: 'unidades' },
  run(request, { item, units }) {
    const [productIdText = '', expectedUnitsText = ''] = item.split(' ')
    const shortPick = {
      orderId: parseOrderId(request),
      productId: parseId(productIdText),
      expectedUnits: Number(expectedUnitsText),
      units,
    }
    return request.shop.backoffice.orders.removeUnits(request.actor, shortPick)
  },
  respond: (request, refundedCents) => buildOrderRedirect(request, texts.removedMessage(refundedCents)),
})

/** The product that is short, and the offer to its customer. */
export const sendProposalForm = defineStaffForm({
  intent: 'propor',
  schema: () =>
    z.object({ item: rawTextSchema, units: z.string().default('1').transform(Number), offerValue: rawTextSchema }),
  fields: { item: 'item', units: 'unidades', offerValue: 'saida' },
  run(request, { item, units, offerValue }) {
    const productId = parseId(item.split(' ')[0] ?? '')
    const { proposals } = request.shop.backoffice
    return proposals.proposeOffer(
      request.actor,
      parseOrderId(request),
      { productId, units },
      (offer) => toOfferValue(offer) === offerValue,
    )
  },
  respond: (request) => buildOrderRedirect(request, proposalTexts.sentMessage),
})

export const resendEmailForm = defineStaffForm({
  ...noFields,
  intent: 'reenviar',
  run: (request) =>
    request.shop.backoffice.orders.resendEmail(
      request.actor,
      parseOrderId(request),
      parseId(request.formData.get('mensagem')),
    ),
  respond: (request) => buildOrderRedirect(request, texts.resentMessage),
})

type PickedLine = Awaited<ReturnType<StaffFormContext['shop']['backoffice']['orders']['pickUnitByBarcode']>>

const buildPickingRedirect = (request: StaffRequest, { name, pickedUnits, unitsToPick }: PickedLine) =>
  buildOrderRedirect(request, texts.checkedMessage(name, pickedUnits, unitsToPick))

export const pickWithoutScanForm = defineStaffForm({
  intent: 'produto',
  identifyingField: 'produto',
  // Complete already, its line is refused as one that was scanned.
  schema: () => z.object({ barcode: rawTextSchema }),
  fields: { barcode: 'ean' },
  run: (request) =>
    request.shop.backoffice.orders.pickUnitWithoutScan(
      request.actor,
      parseOrderId(request),
      parseId(request.formData.get('produto')),
    ),
  respond: buildPickingRedirect,
})

/** What a scanner typed. */
export const pickScannedForm = defineStaffForm({
  intent: 'ean',
  schema: () => z.object({ barcode: rawTextSchema }),
  fields: { barcode: 'ean' },
  run: (request, { barcode }) =>
    request.shop.backoffice.orders.pickUnitByBarcode(request.actor, parseOrderId(request), barcode),
  respond: buildPickingRedirect,
})
