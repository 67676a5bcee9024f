import { z } from 'zod'
import { buttonAlone } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { orderStatusTexts, pickupTexts, orderTexts as texts } from '../texts/backoffice/orders.ts'
import { proposalTexts } from '../texts/proposals.ts'
import { answerSentence, endedSentence } from './order-exceptions.tsx'
import { offerValue } from './order-proposal.tsx'
import { asTyped, type Desk, type StaffSender, staffForm } from './staff-pages.server.tsx'

const idOf = ({ params }: Desk) => parseId(params.id)

/** Back to the order, with a sentence. */
const toOrder = (desk: Desk, flash: string) => ({ to: `${desk.root}/pedidos/${idOf(desk)}`, flash })

/** The next step; who brings it where somebody said so. */
export const advance = staffForm({
  intent: 'avancar',
  schema: () =>
    z.object({
      courierName: asTyped,
      courierPhone: asTyped,
      courierUrl: asTyped,
      receivedBy: asTyped,
      shelfMark: asTyped,
      lots: z.array(z.object({ productId: z.coerce.number(), text: asTyped })).default([]),
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
  run(desk, { courierName: name, courierPhone: phone, courierUrl: url, receivedBy, shelfMark, lots }) {
    const courier = name || phone || url ? { name, phone, url } : undefined
    return desk.shop.counter.orders.advance(desk.actor, idOf(desk), { courier, receivedBy, shelfMark, lots })
  },
  next: (desk, status) => toOrder(desk, texts.statusReply(orderStatusTexts[status])),
})

/** Who came said its code, or a document was seen. */
export const handOver = staffForm({
  intent: 'entregar',
  schema: () => z.object({ pickupCode: asTyped, documentName: asTyped, paper: asTyped }),
  fields: { pickupCode: 'pickup_code', documentName: 'document_name', paper: 'paper' },
  run(desk, { pickupCode, documentName, paper }) {
    const code = desk.form.has('document_name') ? null : pickupCode
    const proof = { code, name: documentName, sawPaper: paper !== '' }
    return desk.shop.counter.pickup.handOver(desk.actor, idOf(desk), proof)
  },
  next: (desk) => toOrder(desk, pickupTexts.handedOver),
})

export const setFiscalKey = staffForm({
  intent: 'nota',
  schema: () => z.object({ fiscalKey: asTyped }),
  fields: { fiscalKey: 'fiscal_key' },
  run: (desk, { fiscalKey }) => desk.shop.counter.orders.setFiscalKey(desk.actor, idOf(desk), fiscalKey),
  next: (desk) => toOrder(desk, texts.savedReply),
})

export const postpone = staffForm({
  intent: 'adiar',
  schema: () => z.object({ promise: asTyped }),
  fields: { promise: 'novo_horario' },
  run: (desk, { promise }) => desk.shop.counter.orders.setPromise(desk.actor, idOf(desk), promise),
  next: (desk) => toOrder(desk, texts.savedReply),
})

const why = { schema: () => z.object({ reason: asTyped }), fields: { reason: 'motivo' } } as const

/** Cancels or refunds. */
export const end = staffForm({
  intent: 'encerrar',
  ...why,
  run: (desk, { reason }) => desk.shop.counter.orders.end(desk.actor, idOf(desk), reason),
  next: (desk, ended) => toOrder(desk, endedSentence(idOf(desk), ended)),
})

/** A clerk's. */
export const requestCancellation = staffForm({
  intent: 'pedir',
  ...why,
  run: (desk, { reason }) => desk.shop.counter.orders.requestCancellation(desk.actor, idOf(desk), reason),
  next: (desk) => toOrder(desk, texts.askDone),
})

const answerForm = (intent: 'sim' | 'nao') =>
  staffForm({
    ...buttonAlone,
    intent,
    run: (desk) => desk.shop.counter.orders.answerCancellationRequest(desk.actor, idOf(desk), intent === 'sim'),
    next: (desk, ended) => toOrder(desk, answerSentence(idOf(desk), ended)),
  })

export const [grantCancellation, keepOrder] = [answerForm('sim'), answerForm('nao')]

/** What the shelf does not have: the product, and its units as the page showed them. */
export const removeUnits = staffForm({
  intent: 'tirar',
  schema: () => z.object({ item: asTyped, units: z.string().default('1').transform(Number) }),
  fields: { item: 'item', units: 'unidades' },
  run(desk, { item, units }) {
    const [product = '', expected = ''] = item.split(' ')
    const removal = { orderId: idOf(desk), productId: parseId(product), expectedUnits: Number(expected), units }
    return desk.shop.counter.orders.removeUnits(desk.actor, removal)
  },
  next: (desk, cents) => toOrder(desk, texts.removedDone(cents)),
})

/** The product that is short, and what its customer is asked. */
export const propose = staffForm({
  intent: 'propor',
  schema: () => z.object({ item: asTyped, units: z.string().default('1').transform(Number), way: asTyped }),
  fields: { item: 'item', units: 'unidades', way: 'saida' },
  run(desk, { item, units, way }) {
    const productId = parseId(item.split(' ')[0] ?? '')
    const { proposals } = desk.shop.counter
    return proposals.propose(desk.actor, idOf(desk), { productId, units }, (offer) => offerValue(offer) === way)
  },
  next: (desk) => toOrder(desk, proposalTexts.sentReply),
})

export const sendMailAgain = staffForm({
  ...buttonAlone,
  intent: 'reenviar',
  run: (desk) => desk.shop.counter.orders.sendMailAgain(desk.actor, idOf(desk), parseId(desk.form.get('mensagem'))),
  next: (desk) => toOrder(desk, texts.sentAgain),
})

type PickedLine = Awaited<ReturnType<StaffSender['shop']['counter']['orders']['pick']>>

const afterPicking = (desk: Desk, { name, picked, unitsToPick }: PickedLine) =>
  toOrder(desk, texts.checked(name, picked, unitsToPick))

export const pickByHand = staffForm({
  intent: 'produto',
  identifyingField: 'produto',
  // Complete already, its line is refused as one that was scanned.
  schema: () => z.object({ barcode: asTyped }),
  fields: { barcode: 'ean' },
  run: (desk) => desk.shop.counter.orders.pickByHand(desk.actor, idOf(desk), parseId(desk.form.get('produto'))),
  next: afterPicking,
})

/** What a scanner typed. */
export const pick = staffForm({
  intent: 'ean',
  schema: () => z.object({ barcode: asTyped }),
  fields: { barcode: 'ean' },
  run: (desk, { barcode }) => desk.shop.counter.orders.pick(desk.actor, idOf(desk), barcode),
  next: afterPicking,
})
