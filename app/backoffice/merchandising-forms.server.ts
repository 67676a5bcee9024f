import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { parseBranchId } from './parse-branch-id.ts'
import { readUpload } from './read-upload.ts'
import { defineStaffForm, rawTextSchema, type StaffFormContext, type StaffRequest } from './staff-pages.server.tsx'

const trimmedTextSchema = rawTextSchema.transform((text) => text.trim())

/** A redirect back, with the query string and a flash message. */
const buildMerchandisingRedirect = ({ rootPath, url }: StaffRequest, flash?: string) => ({
  to: `${rootPath}/vitrine${url.search}`,
  flash,
})

export const saveCouponForm = defineStaffForm({
  intent: 'cupom',
  schema: ({ bags }) => bags.coupons.CouponInputSchema,
  fields: {
    code: 'codigo',
    title: 'nome',
    discount: 'desconto',
    maxDiscount: 'maximo',
    minSubtotal: 'minimo',
    maxUses: 'limite',
    firstDay: 'de',
    lastDay: 'ate',
    oncePerCustomer: 'uma_vez',
  },
  async run({ shop, actor }, coupon) {
    await shop.backoffice.merchandising.saveCoupon(actor, coupon)
    return coupon.code
  },
  respond: (request, code) => buildMerchandisingRedirect(request, texts.couponSaved(code)),
})

export const removeCouponForm = defineStaffForm({
  intent: 'tirar-cupom',
  schema: () => z.object({ code: trimmedTextSchema }),
  fields: { code: 'codigo' },
  run: ({ shop, actor }, { code }) => shop.backoffice.merchandising.removeCoupon(actor, code),
  respond: (request) => buildMerchandisingRedirect(request, texts.couponRemoved),
})

/** The notice above every page, of one branch or of all. */
export const setNoticeForm = defineStaffForm({
  intent: 'aviso',
  schema: ({ delivery }) => delivery.BranchNoticeInputSchema,
  fields: { branch: 'loja', text: 'aviso', lastDay: 'ate' },
  async run({ shop, actor }, { branch, text, lastDay }) {
    await shop.backoffice.merchandising.setNotice(
      actor,
      await parseBranchId({ shop }, branch),
      text.slice(0, 120) || null,
      lastDay,
    )
  },
  respond: (request) => buildMerchandisingRedirect(request, texts.noticeSaved),
})

const bannerTextShape = { title: trimmedTextSchema, text: trimmedTextSchema, linkText: trimmedTextSchema }
const bannerTextFieldNames = { title: 'titulo', text: 'texto', linkText: 'botao' } as const
const idSchema = rawTextSchema.transform(parseId)

export const changeBannerTextsForm = defineStaffForm({
  intent: 'banner',
  schema: () => z.object({ id: idSchema, ...bannerTextShape }),
  fields: { id: 'id', ...bannerTextFieldNames },
  run: ({ shop, actor }, { id, ...textValues }) =>
    shop.backoffice.merchandising.changeBannerTexts(actor, id, textValues),
  respond: (request) => buildMerchandisingRedirect(request, texts.bannerSaved),
})

/** A form that is just a button acting on one banner. */
const createBannerButtonForm = (
  intent: string,
  runForBanner: (context: StaffFormContext, bannerId: number) => Promise<unknown>,
  flash: string,
) =>
  defineStaffForm({
    ...noFields,
    intent,
    run: (context) => runForBanner(context, parseId(context.formData.get('id'))),
    respond: (request) => buildMerchandisingRedirect(request, flash),
  })

export const moveBannerUpForm = createBannerButtonForm(
  'subir-banner',
  ({ shop, actor }, id) => shop.backoffice.merchandising.moveBanner(actor, id, 'up'),
  texts.bannerMoved,
)
export const moveBannerDownForm = createBannerButtonForm(
  'descer-banner',
  ({ shop, actor }, id) => shop.backoffice.merchandising.moveBanner(actor, id, 'down'),
  texts.bannerMoved,
)
export const removeBannerForm = createBannerButtonForm(
  'tirar-banner',
  ({ shop, actor }, id) => shop.backoffice.merchandising.removeBanner(actor, id),
  texts.bannerRemoved,
)
export const removeBannerPictureForm = createBannerButtonForm(
  'tirar-foto-banner',
  ({ shop, actor }, id) => shop.backoffice.merchandising.removeBannerPicture(actor, id),
  texts.pictureRemoved,
)

export const changeBannerPictureForm = defineStaffForm({
  intent: 'foto-banner',
  schema: () => z.object({ id: idSchema, picture: z.instanceof(File).optional().catch(undefined) }),
  fields: { id: 'id', picture: 'foto' },
  run: async ({ shop, actor }, { id, picture }) =>
    shop.backoffice.merchandising.changeBannerPicture(actor, id, await readUpload(picture)),
  respond: (request) => buildMerchandisingRedirect(request, texts.pictureSaved),
})

/** `categoryPath` is a category's slug, or `beleza/protetores`. */
export const newBannerFormDefinition = {
  schema: () =>
    z
      .object({ ...bannerTextShape, categoryPath: trimmedTextSchema, sku: trimmedTextSchema })
      .transform(({ categoryPath, sku, ...textValues }) => {
        const [categorySlug, subcategorySlug] = categoryPath.split('/')
        return {
          ...textValues,
          category: categorySlug || null,
          subcategory: subcategorySlug || null,
          sku: sku.toUpperCase() || null,
        }
      }),
  fields: { ...bannerTextFieldNames, categoryPath: 'destino', sku: 'sku' },
} as const

export const addBannerForm = defineStaffForm({
  ...newBannerFormDefinition,
  intent: 'novo-banner',
  run: ({ shop, actor }, banner) => shop.backoffice.merchandising.addBanner(actor, banner),
  respond: (request) => buildMerchandisingRedirect(request, texts.bannerAdded),
})

export const setCategoryIconForm = defineStaffForm({
  intent: 'icone',
  schema: () => z.object({ id: idSchema, icon: rawTextSchema }),
  fields: { id: 'categoria', icon: 'icone' },
  run: ({ shop, actor }, { id, icon }) => shop.backoffice.merchandising.setCategoryIcon(actor, id, icon),
  respond: (request) => buildMerchandisingRedirect(request, texts.iconSaved),
})

export const saveSynonymsForm = defineStaffForm({
  intent: 'sinonimos',
  schema: () => z.object({ groupId: trimmedTextSchema, words: trimmedTextSchema }),
  fields: { groupId: 'grupo', words: 'palavras' },
  run: ({ shop, actor }, { groupId, words }) =>
    shop.backoffice.merchandising.saveSynonyms(actor, groupId === '' ? null : parseId(groupId), words),
  respond: (request, { words }) => buildMerchandisingRedirect(request, texts.synonymsSaved(words)),
})

export const removeSynonymsForm = defineStaffForm({
  intent: 'tirar-sinonimos',
  schema: () => z.object({ groupId: rawTextSchema.transform(parseId) }),
  fields: { groupId: 'grupo' },
  run: ({ shop, actor }, { groupId }) => shop.backoffice.merchandising.removeSynonyms(actor, groupId),
  respond: (request) => buildMerchandisingRedirect(request, texts.synonymsRemoved),
})

/** Fallback for an unknown intent. */
export const unknownIntentForm = defineStaffForm({
  ...noFields,
  intent: '',
  run: () => null,
  respond: (request) => buildMerchandisingRedirect(request),
})
