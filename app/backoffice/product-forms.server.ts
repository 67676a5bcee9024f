import { parseId } from '../http/ids.ts'
import {
  productDetailTexts,
  productPictureTexts,
  promotionTexts,
  backofficeProductTexts as texts,
} from '../texts/backoffice/products.ts'
import { readUpload } from './read-upload.ts'
import { defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const parseProductId = ({ params }: StaffRequest) => parseId(params.id)

const buildProductRedirect = (request: StaffRequest, flash: string) => ({
  to: `${request.rootPath}/produtos/${parseProductId(request)}`,
  flash,
})

/** A field left out for staff who may not change it; when emptied it is still sent. */
const createOptionalField = (name: string) => ({
  name,
  read: (form: FormData): [string, string][] => (form.has(name) ? [['', String(form.get(name)) || ' ']] : []),
})

/** 'Salvar' of one branch's price and stock on the shelf; a field that is as it was shown, or missing, changes nothing. */
export const changeOfferForm = defineStaffForm({
  intent: 'oferta',
  schema: ({ backoffice }) => backoffice.forms.OfferChange,
  fields: { price: createOptionalField('price'), stock: createOptionalField('stock') },
  async run(request, { branch: branchId, price: priceCents, stock: stockChange, ceilingReason, seenPrice, seenStock }) {
    const { products } = request.shop.backoffice
    const shownOffer = { priceCents: Number(seenPrice), shelfUnits: Number(seenStock) }
    await products.changeOffer(request.actor, parseProductId(request), {
      branchId,
      ceilingReason,
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

export const setSafetyStockForm = defineStaffForm({
  intent: 'seguranca',
  schema: ({ backoffice }) => backoffice.forms.SafetyStock,
  run: (request, { safetyStock, seenSafetyStock }) =>
    request.shop.backoffice.products.setSafetyStock(
      request.actor,
      parseProductId(request),
      safetyStock,
      seenSafetyStock,
    ),
  respond: (request) => buildProductRedirect(request, texts.safetySavedMessage),
})

/** Plans or changes the promotion; a discount that cannot be read is null. */
export const savePromotionForm = defineStaffForm({
  intent: 'promover',
  schema: ({ backoffice }) => backoffice.forms.PromotionForm,
  run: (request, promotion) =>
    request.shop.backoffice.products.setPromotion(request.actor, parseProductId(request), promotion),
  respond: (request) => buildProductRedirect(request, promotionTexts.savedMessage),
})

export const endPromotionForm = defineStaffForm({
  intent: 'despromover',
  schema: ({ backoffice }) => backoffice.forms.PromotionEnd,
  run: (request, { version }) =>
    request.shop.backoffice.products.endPromotion(request.actor, parseProductId(request), version),
  respond: (request) => buildProductRedirect(request, promotionTexts.removedMessage),
})

export const changePictureForm = defineStaffForm({
  intent: 'foto',
  schema: ({ backoffice }) => backoffice.forms.ProductPicture,
  run: async (request, { currentPictureKey, picture }) =>
    request.shop.backoffice.products.changePicture(
      request.actor,
      parseProductId(request),
      await readUpload(picture),
      currentPictureKey || null,
    ),
  respond: (request) => buildProductRedirect(request, productPictureTexts.savedMessage),
})

/** The facts that the product's page tells. */
export const changeDetailsForm = defineStaffForm({
  intent: 'detalhes',
  schema: ({ backoffice }) => backoffice.forms.ProductDetailsForm,
  run: (request, details) =>
    request.shop.backoffice.products.changeDetails(request.actor, parseProductId(request), details, request.seenHash),
  respond: (request) => buildProductRedirect(request, productDetailTexts.savedMessage),
})
