import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { orderStatusTexts, pickupTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { formatCancellationReply, formatEndedOrder } from './order-cancellation.tsx'
import { toOfferValue } from './order-proposal.tsx'
import { rawText, type StaffFormContext, type StaffRequest, staffForm } from './staff-pages.server.tsx'

const parseOrderId = ({ params }: StaffRequest) => parseId(params.id)

/** Redirects to the order, with a flash message. */
const redirectToOrder = (request: StaffRequest, flash: string) => ({
  to: `${request.root}/pedidos/${parseOrderId(request)}`,
  flash,
})

/** The next step; who brings it where somebody said so. */
export const advanceForm = staffForm({
  intent: 'avancar',
  schema: () =>
    z.object({
      courierName: rawText,
      courierPhone: rawText,
      courierUrl: rawText,
      receivedBy: rawText,
      shelfMark: rawText,
      lots: z.array(z.object({ productId: z.coerce.number(), text: rawText })).default([]),
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
    return request.shop.backoffice.orders.advance(request.actor, parseOrderId(request), {
      courier,
      receivedBy,
      shelfMark,
      lots,
    })
  },
  respond: (request, status) => redirectToOrder(request, texts.statusMessage(orderStatusTexts[status])),
})

/** Who came said its code, or a document was seen. */
export const handOverForm = staffForm({
  intent: 'entregar',
  schema: () => z.object({ pickupCode: rawText, documentName: rawText, paper: rawText }),
  fields: { pickupCode: 'pickup_code', documentName: 'document_name', paper: 'paper' },
  run(request, { pickupCode, documentName, paper }) {
    const code = request.formData.has('document_name') ? null : pickupCode
    const proof = { code, name: documentName, hasSeenPrescription: paper !== '' }
    return request.shop.backoffice.pickup.handOver(request.actor, parseOrderId(request), proof)
  },
  respond: (request) => redirectToOrder(request, pickupTexts.handedOverMessage),
})

export const setFiscalKeyForm = staffForm({
  intent: 'nota',
  schema: () => z.object({ fiscalKey: rawText }),
  fields: { fiscalKey: 'fiscal_key' },
  run: (request, { fiscalKey }) =>
    request.shop.backoffice.orders.setFiscalKey(request.actor, parseOrderId(request), fiscalKey),
  respond: (request) => redirectToOrder(request, texts.savedMessage),
})

export const postponeForm = staffForm({
  intent: 'adiar',
  schema: () => z.object({ promisedAt: rawText }),
  fields: { promisedAt: 'novo_horario' },
  run: (request, { promisedAt }) =>
    request.shop.backoffice.orders.setPromisedTime(request.actor, parseOrderId(request), promisedAt),
  respond: (request) => redirectToOrder(request, texts.savedMessage),
})

const reasonDefinition = { schema: () => z.object({ reason: rawText }), fields: { reason: 'motivo' } } as const

/** Cancels or refunds. */
export const endOrderForm = staffForm({
  intent: 'encerrar',
  ...reasonDefinition,
  run: (request, { reason }) => request.shop.backoffice.orders.end(request.actor, parseOrderId(request), reason),
  respond: (request, endedOrder) => redirectToOrder(request, formatEndedOrder(parseOrderId(request), endedOrder)),
})

/** A clerk's. */
export const requestCancellationForm = staffForm({
  intent: 'pedir',
  ...reasonDefinition,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.requestCancellation(request.actor, parseOrderId(request), reason),
  respond: (request) => redirectToOrder(request, texts.cancellationRequestedMessage),
})

const createCancellationDecisionForm = (intent: 'sim' | 'nao') =>
  staffForm({
    ...noFields,
    intent,
    run: (request) =>
      request.shop.backoffice.orders.decideCancellationRequest(request.actor, parseOrderId(request), intent === 'sim'),
    respond: (request, endedOrder) =>
      redirectToOrder(request, formatCancellationReply(parseOrderId(request), endedOrder)),
  })

export const [grantCancellationForm, rejectCancellationForm] = [
  createCancellationDecisionForm('sim'),
  createCancellationDecisionForm('nao'),
]

/** What the shelf does not have: the product, and its units as the page showed them. */
export const removeUnitsForm = staffForm({
  intent: 'tirar',
  schema: () => z.object({ item: rawText, units: z.string().default('1').transform(Number) }),
  fields: { item: 'item', units: 'unidades' },
  run(request, { item, units }) {
    const [productText = '', expectedText = ''] = item.split(' ')
    const shortPick = {
      orderId: parseOrderId(request),
      productId: parseId(productText),
      expectedUnits: Number(expectedText),
      units,
    }
    return request.shop.backoffice.orders.removeUnits(request.actor, shortPick)
  },
  respond: (request, cents) => redirectToOrder(request, texts.removedMessage(cents)),
})

/** The product that is short, and what its customer is asked. */
export const proposeForm = staffForm({
  intent: 'propor',
  schema: () => z.object({ item: rawText, units: z.string().default('1').transform(Number), offerValue: rawText }),
  fields: { item: 'item', units: 'unidades', offerValue: 'saida' },
  run(request, { item, units, offerValue }) {
    const productId = parseId(item.split(' ')[0] ?? '')
    const { proposals } = request.shop.backoffice
    return proposals.propose(
      request.actor,
      parseOrderId(request),
      { productId, units },
      (offer) => toOfferValue(offer) === offerValue,
    )
  },
  respond: (request) => redirectToOrder(request, proposalTexts.sentMessage),
})

export const resendEmailForm = staffForm({
  ...noFields,
  intent: 'reenviar',
  run: (request) =>
    request.shop.backoffice.orders.resendEmail(
      request.actor,
      parseOrderId(request),
      parseId(request.formData.get('mensagem')),
    ),
  respond: (request) => redirectToOrder(request, texts.resentMessage),
})

type PickedLine = Awaited<ReturnType<StaffFormContext['shop']['backoffice']['orders']['pick']>>

const redirectAfterPicking = (request: StaffRequest, { name, pickedUnits: picked, unitsToPick }: PickedLine) =>
  redirectToOrder(request, texts.checkedMessage(name, picked, unitsToPick))

export const pickByHandForm = staffForm({
  intent: 'produto',
  identifyingField: 'produto',
  // Complete already, its line is refused as one that was scanned.
  schema: () => z.object({ barcode: rawText }),
  fields: { barcode: 'ean' },
  run: (request) =>
    request.shop.backoffice.orders.pickWithoutScan(
      request.actor,
      parseOrderId(request),
      parseId(request.formData.get('produto')),
    ),
  respond: redirectAfterPicking,
})

/** What a scanner typed. */
export const pickForm = staffForm({
  intent: 'ean',
  schema: () => z.object({ barcode: rawText }),
  fields: { barcode: 'ean' },
  run: (request, { barcode }) => request.shop.backoffice.orders.pick(request.actor, parseOrderId(request), barcode),
  respond: redirectAfterPicking,
})
