import {
  productDetailTexts,
  productPictureTexts,
  promotionTexts,
  backofficeProductTexts as texts,
} from '../texts/backoffice/products.ts'
import { readUpload } from './read-upload.ts'
import { defineStaffForm } from './staff-pages.server.tsx'

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
    const { products } = request.backoffice
    const shownOffer = { priceCents: Number(seenPrice), shelfUnits: Number(seenStock) }
    await products.changeOffer(request.id, {
      branchId,
      ceilingReason,
      expected: shownOffer,
      ...(priceCents !== undefined && priceCents !== shownOffer.priceCents && { priceCents }),
      ...(stockChange?.sign === '' && stockChange.units !== shownOffer.shelfUnits && { stock: stockChange.units }),
      ...(stockChange &&
        stockChange.sign !== '' && { addStock: stockChange.sign === '-' ? -stockChange.units : stockChange.units }),
    })
    const { offers } = await products.getProduct(request.id)
    return offers.find((offer) => offer.branchId === branchId)?.branchName ?? ''
  },
  respond: (_, branchName) => ({ flash: texts.savedMessage(branchName) }),
})

export const pauseProductForm = defineStaffForm({
  intent: 'pausar',
  run: ({ backoffice, id, seenHash }) => backoffice.products.pauseProduct(id, seenHash),
  respond: () => ({ flash: texts.pausedMessage }),
})

export const resumeProductForm = defineStaffForm({
  intent: 'retomar',
  run: ({ backoffice, id, seenHash }) => backoffice.products.resumeProduct(id, seenHash),
  respond: () => ({ flash: texts.resumedMessage }),
})

export const setSafetyStockForm = defineStaffForm({
  intent: 'seguranca',
  schema: ({ backoffice }) => backoffice.forms.SafetyStock,
  run: ({ backoffice, id }, { safetyStock, seenSafetyStock }) =>
    backoffice.products.setSafetyStock(id, safetyStock, seenSafetyStock),
  respond: () => ({ flash: texts.safetySavedMessage }),
})

/** Plans or changes the promotion; a discount that cannot be read is null. */
export const savePromotionForm = defineStaffForm({
  intent: 'promover',
  schema: ({ backoffice }) => backoffice.forms.PromotionForm,
  run: ({ backoffice, id }, promotion) => backoffice.products.setPromotion(id, promotion),
  respond: () => ({ flash: promotionTexts.savedMessage }),
})

export const endPromotionForm = defineStaffForm({
  intent: 'despromover',
  schema: ({ backoffice }) => backoffice.forms.PromotionEnd,
  run: ({ backoffice, id }, { version }) => backoffice.products.endPromotion(id, version),
  respond: () => ({ flash: promotionTexts.removedMessage }),
})

export const changePictureForm = defineStaffForm({
  intent: 'foto',
  schema: ({ backoffice }) => backoffice.forms.ProductPicture,
  run: async ({ backoffice, id }, { currentPictureKey, picture }) =>
    backoffice.products.changePicture(id, await readUpload(picture), currentPictureKey || null),
  respond: () => ({ flash: productPictureTexts.savedMessage }),
})

/** The facts that the product's page tells. */
export const changeDetailsForm = defineStaffForm({
  intent: 'detalhes',
  schema: ({ backoffice }) => backoffice.forms.ProductDetailsForm,
  run: ({ backoffice, id, seenHash }, details) => backoffice.products.changeDetails(id, details, seenHash),
  respond: () => ({ flash: productDetailTexts.savedMessage }),
})
