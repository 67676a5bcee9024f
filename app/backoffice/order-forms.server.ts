import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { orderStatusTexts, pickupTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { cancellationReply, endedOrderText } from './order-exceptions.tsx'
import { offerValue } from './order-proposal.tsx'
import { rawText, type StaffFormContext, type StaffRequest, staffForm } from './staff-pages.server.tsx'

const parseOrderId = ({ params }: StaffRequest) => parseId(params.id)

/** Redirects to the order, with a flash message. */
const redirectToOrder = (request: StaffRequest, flash: string) => ({
  to: `${request.root}/pedidos/${parseOrderId(request)}`,
  flash,
})

/** The next step; who brings it where somebody said so. */
export const advance = staffForm({
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
        form.getAll('retido').flatMap((id, at) => [
          [`[${at}].productId`, id],
          [`[${at}].text`, form.get(`lote-${id}`) ?? ''],
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
  next: (request, status) => redirectToOrder(request, texts.statusReply(orderStatusTexts[status])),
})

/** Who came said its code, or a document was seen. */
export const handOver = staffForm({
  intent: 'entregar',
  schema: () => z.object({ pickupCode: rawText, documentName: rawText, paper: rawText }),
  fields: { pickupCode: 'pickup_code', documentName: 'document_name', paper: 'paper' },
  run(request, { pickupCode, documentName, paper }) {
    const code = request.form.has('document_name') ? null : pickupCode
    const proof = { code, name: documentName, sawPaper: paper !== '' }
    return request.shop.backoffice.pickup.handOver(request.actor, parseOrderId(request), proof)
  },
  next: (request) => redirectToOrder(request, pickupTexts.handedOver),
})

export const setFiscalKey = staffForm({
  intent: 'nota',
  schema: () => z.object({ fiscalKey: rawText }),
  fields: { fiscalKey: 'fiscal_key' },
  run: (request, { fiscalKey }) =>
    request.shop.backoffice.orders.setFiscalKey(request.actor, parseOrderId(request), fiscalKey),
  next: (request) => redirectToOrder(request, texts.savedReply),
})

export const postpone = staffForm({
  intent: 'adiar',
  schema: () => z.object({ promise: rawText }),
  fields: { promise: 'novo_horario' },
  run: (request, { promise }) =>
    request.shop.backoffice.orders.setPromise(request.actor, parseOrderId(request), promise),
  next: (request) => redirectToOrder(request, texts.savedReply),
})

const reasonForm = { schema: () => z.object({ reason: rawText }), fields: { reason: 'motivo' } } as const

/** Cancels or refunds. */
export const endOrder = staffForm({
  intent: 'encerrar',
  ...reasonForm,
  run: (request, { reason }) => request.shop.backoffice.orders.end(request.actor, parseOrderId(request), reason),
  next: (request, ended) => redirectToOrder(request, endedOrderText(parseOrderId(request), ended)),
})

/** A clerk's. */
export const requestCancellation = staffForm({
  intent: 'pedir',
  ...reasonForm,
  run: (request, { reason }) =>
    request.shop.backoffice.orders.requestCancellation(request.actor, parseOrderId(request), reason),
  next: (request) => redirectToOrder(request, texts.cancellationRequestedMessage),
})

const cancellationDecisionForm = (intent: 'sim' | 'nao') =>
  staffForm({
    ...noFields,
    intent,
    run: (request) =>
      request.shop.backoffice.orders.answerCancellationRequest(request.actor, parseOrderId(request), intent === 'sim'),
    next: (request, ended) => redirectToOrder(request, cancellationReply(parseOrderId(request), ended)),
  })

export const [grantCancellation, rejectCancellation] = [
  cancellationDecisionForm('sim'),
  cancellationDecisionForm('nao'),
]

/** What the shelf does not have: the product, and its units as the page showed them. */
export const removeUnits = staffForm({
  intent: 'tirar',
  schema: () => z.object({ item: rawText, units: z.string().default('1').transform(Number) }),
  fields: { item: 'item', units: 'unidades' },
  run(request, { item, units }) {
    const [product = '', expected = ''] = item.split(' ')
    const shortPick = {
      orderId: parseOrderId(request),
      productId: parseId(product),
      expectedUnits: Number(expected),
      units,
    }
    return request.shop.backoffice.orders.removeUnits(request.actor, shortPick)
  },
  next: (request, cents) => redirectToOrder(request, texts.removedMessage(cents)),
})

/** The product that is short, and what its customer is asked. */
export const propose = staffForm({
  intent: 'propor',
  schema: () => z.object({ item: rawText, units: z.string().default('1').transform(Number), way: rawText }),
  fields: { item: 'item', units: 'unidades', way: 'saida' },
  run(request, { item, units, way }) {
    const productId = parseId(item.split(' ')[0] ?? '')
    const { proposals } = request.shop.backoffice
    return proposals.propose(
      request.actor,
      parseOrderId(request),
      { productId, units },
      (offer) => offerValue(offer) === way,
    )
  },
  next: (request) => redirectToOrder(request, proposalTexts.sentReply),
})

export const resendEmail = staffForm({
  ...noFields,
  intent: 'reenviar',
  run: (request) =>
    request.shop.backoffice.orders.sendMailAgain(
      request.actor,
      parseOrderId(request),
      parseId(request.form.get('mensagem')),
    ),
  next: (request) => redirectToOrder(request, texts.sentAgain),
})

type PickedLine = Awaited<ReturnType<StaffFormContext['shop']['backoffice']['orders']['pick']>>

const afterPicking = (request: StaffRequest, { name, picked, unitsToPick }: PickedLine) =>
  redirectToOrder(request, texts.checked(name, picked, unitsToPick))

export const pickByHand = staffForm({
  intent: 'produto',
  identifyingField: 'produto',
  // Complete already, its line is refused as one that was scanned.
  schema: () => z.object({ barcode: rawText }),
  fields: { barcode: 'ean' },
  run: (request) =>
    request.shop.backoffice.orders.pickByHand(
      request.actor,
      parseOrderId(request),
      parseId(request.form.get('produto')),
    ),
  next: afterPicking,
})

/** What a scanner typed. */
export const pick = staffForm({
  intent: 'ean',
  schema: () => z.object({ barcode: rawText }),
  fields: { barcode: 'ean' },
  run: (request, { barcode }) => request.shop.backoffice.orders.pick(request.actor, parseOrderId(request), barcode),
  next: afterPicking,
})
