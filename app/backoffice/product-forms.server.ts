import { z } from 'zod'
import type { DetailKey } from '#server/catalogue/product-details.ts'
import { parseId } from '../http/ids.ts'
import {
  productDetailTexts,
  productPictureTexts,
  promotionTexts,
  backofficeProductTexts as texts,
} from '../texts/backoffice/products.ts'
import { productTexts as pageTexts } from '../texts/product.ts'
import { refusals } from '../texts/refusals.ts'
import { parsePrice } from './parse-price.ts'
import { readUpload } from './read-upload.ts'
import { defineStaffForm, rawTextSchema, type StaffRequest } from './staff-pages.server.tsx'

const parseProductId = ({ params }: StaffRequest) => parseId(params.id)

/** A redirect to the product, with a flash message. */
const buildProductRedirect = (request: StaffRequest, flash: string) => ({
  to: `${request.rootPath}/produtos/${parseProductId(request)}`,
  flash,
})

/** A field left out for staff who may not change it; when emptied it is still sent. */
const createOptionalField = (name: string) => ({
  name,
  read: (form: FormData): [string, string][] => (form.has(name) ? [['', String(form.get(name)) || ' ']] : []),
})

const priceSchema = z
  .string()
  .transform((text, context) => {
    const cents = parsePrice(text)
    if (cents === null) context.issues.push({ code: 'custom', message: texts.unreadablePrice, input: text })
    return cents ?? 0
  })
  .optional()

/** `12` counts, `+12` and `-12` add. */
const stockChangeSchema = z
  .string()
  .transform((text, context) => {
    const [, sign = '', units = ''] = /^([+-]?)(\d{1,7})$/.exec(text.trim()) ?? []
    if (units === '') context.issues.push({ code: 'custom', message: texts.unreadableStock, input: text })
    return { sign, units: Number(units) }
  })
  .optional()

/** 'Salvar' of one branch's price and stock on the shelf; a field that is as it was shown, or missing, changes nothing. */
export const changeOfferForm = defineStaffForm({
  intent: 'oferta',
  schema: () =>
    z.object({
      branch: rawTextSchema.transform(parseId),
      price: priceSchema,
      stock: stockChangeSchema,
      seenPrice: rawTextSchema,
      seenStock: rawTextSchema,
    }),
  fields: { price: createOptionalField('price'), stock: createOptionalField('stock') },
  async run(request, { branch: branchId, price: priceCents, stock: stockChange, seenPrice, seenStock }) {
    const { products } = request.shop.backoffice
    const shownOffer = { priceCents: Number(seenPrice), shelfUnits: Number(seenStock) }
    await products.changeOffer(request.actor, parseProductId(request), {
      branchId,
      expected: shownOffer,
      ...(priceCents !== undefined && priceCents !== shownOffer.priceCents && { priceCents }),
      ...(stockChange?.sign === '' && stockChange.units !== shownOffer.shelfUnits && { stock: stockChange.units }),
      ...(stockChange &&
        stockChange.sign !== '' && { addStock: stockChange.sign === '-' ? -stockChange.units : stockChange.units }),
    })
    const { offers } = await products.getProduct(request.actor, parseProductId(request))
    return offers.find((offer) => offer.branchId === branchId)?.branchName ?? ''
  },
  respond: (request, branchName) => buildProductRedirect(request, texts.savedMessage(branchName)),
})

export const pauseProductForm = defineStaffForm({
  intent: 'pausar',
  run: (request) =>
    request.shop.backoffice.products.pauseProduct(request.actor, parseProductId(request), request.seenHash),
  respond: (request) => buildProductRedirect(request, texts.pausedMessage),
})

export const resumeProductForm = defineStaffForm({
  intent: 'retomar',
  run: (request) =>
    request.shop.backoffice.products.resumeProduct(request.actor, parseProductId(request), request.seenHash),
  respond: (request) => buildProductRedirect(request, texts.resumedMessage),
})

/** Units, or empty for each branch's own number. */
const safetyStockSchema = rawTextSchema.transform((text, context) => {
  const units = text.trim()
  if (!/^\d{0,7}$/.test(units))
    context.issues.push({ code: 'custom', message: refusals['offer.safety'](), input: text })
  return units === '' ? null : Number(units)
})

export const setSafetyStockForm = defineStaffForm({
  intent: 'seguranca',
  schema: () => z.object({ safetyStock: safetyStockSchema, seenSafetyStock: safetyStockSchema }),
  run: (request, { safetyStock, seenSafetyStock }) =>
    request.shop.backoffice.products.setSafetyStock(
      request.actor,
      parseProductId(request),
      safetyStock,
      seenSafetyStock,
    ),
  respond: (request) => buildProductRedirect(request, texts.safetySavedMessage),
})

const trimmedTextSchema = rawTextSchema.transform((text) => text.trim())

/** Plans or changes the promotion; a discount that cannot be read is null. */
export const savePromotionForm = defineStaffForm({
  intent: 'promover',
  schema: () =>
    z.object({
      type: z.enum(['amount', 'percent']).catch('percent'),
      discount: trimmedTextSchema,
      firstDay: trimmedTextSchema,
      lastDay: trimmedTextSchema,
      version: trimmedTextSchema,
    }),
  run(request, { discount, type, ...plan }) {
    const value = type === 'amount' ? parsePrice(discount) : parsePercent(discount)
    return request.shop.backoffice.products.setPromotion(request.actor, parseProductId(request), {
      ...plan,
      type,
      value,
    })
  },
  respond: (request) => buildProductRedirect(request, promotionTexts.savedMessage),
})

function parsePercent(text: string): number | null {
  const [, digits] = /^(\d{1,2}) ?%?$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

export const endPromotionForm = defineStaffForm({
  intent: 'despromover',
  schema: () => z.object({ version: rawTextSchema }),
  run: (request, { version }) =>
    request.shop.backoffice.products.endPromotion(request.actor, parseProductId(request), version),
  respond: (request) => buildProductRedirect(request, promotionTexts.removedMessage),
})

export const changePictureForm = defineStaffForm({
  intent: 'foto',
  schema: () => z.object({ currentPictureKey: rawTextSchema, picture: z.instanceof(File).optional().catch(undefined) }),
  run: async (request, { currentPictureKey, picture }) =>
    request.shop.backoffice.products.changePicture(
      request.actor,
      parseProductId(request),
      await readUpload(picture),
      currentPictureKey || null,
    ),
  respond: (request) => buildProductRedirect(request, productPictureTexts.savedMessage),
})

const detailKeys = Object.keys(pageTexts.detailLabels) as DetailKey[]

/** The facts that the product's page tells: each field has its input's name. */
export const changeDetailsForm = defineStaffForm({
  intent: 'detalhes',
  schema: () =>
    z.object(
      Object.fromEntries(detailKeys.map((name) => [name, rawTextSchema])) as Record<DetailKey, typeof rawTextSchema>,
    ),
  fields: Object.fromEntries(detailKeys.map((name) => [name, name])),
  run: (request, details) =>
    request.shop.backoffice.products.changeDetails(request.actor, parseProductId(request), details, request.seenHash),
  respond: (request) => buildProductRedirect(request, productDetailTexts.savedMessage),
})
