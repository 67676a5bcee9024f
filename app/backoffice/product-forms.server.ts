import { z } from 'zod'
import type { DetailKey } from '#server/catalogue/product-details.ts'
import { buttonAlone } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { detailTexts, pictureTexts, promotionTexts, productTexts as texts } from '../texts/backoffice/products.ts'
import { productTexts as pageTexts } from '../texts/product.ts'
import { parsePrice } from './prices.ts'
import { asTyped, type Desk, staffForm } from './staff-pages.server.tsx'
import { contentOf } from './uploads.ts'

const idOf = ({ params }: Desk) => parseId(params.id)

/** Back to the product, with a sentence. */
const toProduct = (desk: Desk, flash: string) => ({ to: `${desk.root}/produtos/${idOf(desk)}`, flash })

/** A field that may be missing, for who may not change it: emptied it is there. */
const maybe = (name: string) => ({
  name,
  read: (form: FormData): [string, string][] => (form.has(name) ? [['', String(form.get(name)) || ' ']] : []),
})

const price = z
  .string()
  .transform((text, context) => {
    const cents = parsePrice(text)
    if (cents === null) context.issues.push({ code: 'custom', message: texts.unreadablePrice, input: text })
    return cents ?? 0
  })
  .optional()

/** `12` counts, `+12` and `-12` add. */
const stock = z
  .string()
  .transform((text, context) => {
    const [, sign = '', units = ''] = /^([+-]?)(\d{1,7})$/.exec(text.trim()) ?? []
    if (units === '') context.issues.push({ code: 'custom', message: texts.unreadableStock, input: text })
    return { sign, units: Number(units) }
  })
  .optional()

/** 'Salvar' of one branch's price and stock; a field that is as it was shown, or missing, changes nothing. */
export const changeOffer = staffForm({
  intent: 'oferta',
  schema: () => z.object({ branch: asTyped.transform(parseId), price, stock, seenPrice: asTyped, seenStock: asTyped }),
  fields: {
    branch: 'loja',
    price: maybe('preco'),
    stock: maybe('estoque'),
    seenPrice: 'preco_visto',
    seenStock: 'estoque_visto',
  },
  async run(desk, { branch: branchId, price: priceCents, stock, seenPrice, seenStock }) {
    const { shelf } = desk.shop.counter
    const expected = { priceCents: Number(seenPrice), stock: Number(seenStock) }
    await shelf.changeOffer(desk.actor, idOf(desk), {
      branchId,
      expected,
      ...(priceCents !== undefined && priceCents !== expected.priceCents && { priceCents }),
      ...(stock?.sign === '' && stock.units !== expected.stock && { stock: stock.units }),
      ...(stock && stock.sign !== '' && { addStock: stock.sign === '-' ? -stock.units : stock.units }),
    })
    const { offers } = await shelf.findProduct(desk.actor, idOf(desk))
    return offers.find((offer) => offer.branchId === branchId)?.branchName ?? ''
  },
  next: (desk, branchName) => toProduct(desk, texts.savedReply(branchName)),
})

export const pause = staffForm({
  ...buttonAlone,
  intent: 'pausar',
  run: (desk) => desk.shop.counter.shelf.pause(desk.actor, idOf(desk)),
  next: (desk) => toProduct(desk, texts.pausedDone),
})

export const resume = staffForm({
  ...buttonAlone,
  intent: 'retomar',
  run: (desk) => desk.shop.counter.shelf.resume(desk.actor, idOf(desk)),
  next: (desk) => toProduct(desk, texts.resumedDone),
})

const trimmed = asTyped.transform((text) => text.trim())

/** Plans or changes the promotion; a discount that cannot be read is null. */
export const promote = staffForm({
  intent: 'promover',
  schema: () =>
    z.object({
      type: z.enum(['amount', 'percent']).catch('percent'),
      discount: trimmed,
      firstDay: trimmed,
      lastDay: trimmed,
      version: trimmed,
    }),
  fields: { type: 'tipo', discount: 'desconto', firstDay: 'de', lastDay: 'ate', version: 'promocao_vista' },
  run(desk, { discount, type, ...plan }) {
    const value = type === 'amount' ? parsePrice(discount) : parsePercent(discount)
    return desk.shop.counter.shelf.promote(desk.actor, idOf(desk), { ...plan, type, value })
  },
  next: (desk) => toProduct(desk, promotionTexts.savedReply),
})

function parsePercent(text: string): number | null {
  const [, digits] = /^(\d{1,2}) ?%?$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

export const endPromotion = staffForm({
  intent: 'despromover',
  schema: () => z.object({ version: asTyped }),
  fields: { version: 'promocao_vista' },
  run: (desk, { version }) => desk.shop.counter.shelf.endPromotion(desk.actor, idOf(desk), version),
  next: (desk) => toProduct(desk, promotionTexts.removed),
})

export const changePicture = staffForm({
  intent: 'foto',
  schema: () => z.object({ currentPicture: asTyped, picture: z.instanceof(File).optional().catch(undefined) }),
  fields: { currentPicture: 'foto_vista', picture: 'foto' },
  run: async (desk, { currentPicture, picture }) =>
    desk.shop.counter.shelf.changePicture(desk.actor, idOf(desk), await contentOf(picture), currentPicture || null),
  next: (desk) => toProduct(desk, pictureTexts.savedReply),
})

const detailNames = Object.keys(pageTexts.detailWords) as DetailKey[]

/** The facts that the product's page tells: each field has its input's name. */
export const changeDetails = staffForm({
  intent: 'detalhes',
  schema: () =>
    z.object(Object.fromEntries(detailNames.map((name) => [name, asTyped])) as Record<DetailKey, typeof asTyped>),
  fields: Object.fromEntries(detailNames.map((name) => [name, name])),
  run: (desk, details) => desk.shop.counter.shelf.changeDetails(desk.actor, idOf(desk), details),
  next: (desk) => toProduct(desk, detailTexts.savedReply),
})
