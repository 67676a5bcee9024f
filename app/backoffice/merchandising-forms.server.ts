import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { parseBranchId } from './parse-branch-id.ts'
import { rawText, type StaffFormContext, type StaffRequest, staffForm } from './staff-pages.server.tsx'
import { readUpload } from './uploads.ts'

const trimmedText = rawText.transform((text) => text.trim())

/** Redirects back, keeping the query string, with a flash message. */
const redirectToMerchandising = ({ root, url }: StaffRequest, flash?: string) => ({
  to: `${root}/vitrine${url.search}`,
  flash,
})

export const saveCouponForm = staffForm({
  intent: 'cupom',
  schema: ({ bags }) => bags.coupons.CouponInput,
  fields: {
    code: 'codigo',
    title: 'nome',
    discount: 'desconto',
    maximum: 'maximo',
    minimum: 'minimo',
    limit: 'limite',
    firstDay: 'de',
    lastDay: 'ate',
    oncePerCustomer: 'uma_vez',
  },
  async run({ shop, actor }, coupon) {
    await shop.backoffice.merchandising.saveCoupon(actor, coupon)
    return coupon.code
  },
  respond: (request, code) => redirectToMerchandising(request, texts.couponSaved(code)),
})

export const removeCouponForm = staffForm({
  intent: 'tirar-cupom',
  schema: () => z.object({ code: trimmedText }),
  fields: { code: 'codigo' },
  run: ({ shop, actor }, { code }) => shop.backoffice.merchandising.removeCoupon(actor, code),
  respond: (request) => redirectToMerchandising(request, texts.couponRemoved),
})

/** The sentence above every page, of one branch or of all. */
export const setNoticeForm = staffForm({
  intent: 'aviso',
  schema: ({ delivery }) => delivery.NoticeInput,
  fields: { branch: 'loja', text: 'aviso', until: 'ate' },
  async run({ shop, actor }, { branch, text, until }) {
    await shop.backoffice.merchandising.setNotice(
      actor,
      await parseBranchId({ shop }, branch),
      text.slice(0, 120) || null,
      until,
    )
  },
  respond: (request) => redirectToMerchandising(request, texts.noticeSaved),
})

const bannerTextShape = { title: trimmedText, text: trimmedText, linkText: trimmedText }
const bannerTextFields = { title: 'titulo', text: 'texto', linkText: 'botao' } as const
const idSchema = rawText.transform(parseId)

export const changeBannerForm = staffForm({
  intent: 'banner',
  schema: () => z.object({ id: idSchema, ...bannerTextShape }),
  fields: { id: 'id', ...bannerTextFields },
  run: ({ shop, actor }, { id, ...textValues }) => shop.backoffice.merchandising.changeBanner(actor, id, textValues),
  respond: (request) => redirectToMerchandising(request, texts.bannerSaved),
})

/** A form that is just a button acting on one banner. */
const createBannerButtonForm = (
  intent: string,
  apply: (context: StaffFormContext, id: number) => Promise<unknown>,
  flash: string,
) =>
  staffForm({
    ...noFields,
    intent,
    run: (context) => apply(context, parseId(context.formData.get('id'))),
    respond: (request) => redirectToMerchandising(request, flash),
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

export const changeBannerPictureForm = staffForm({
  intent: 'foto-banner',
  schema: () => z.object({ id: idSchema, picture: z.instanceof(File).optional().catch(undefined) }),
  fields: { id: 'id', picture: 'foto' },
  run: async ({ shop, actor }, { id, picture }) =>
    shop.backoffice.merchandising.changeBannerPicture(actor, id, await readUpload(picture)),
  respond: (request) => redirectToMerchandising(request, texts.pictureSaved),
})

/** `target` is a category's slug, or `beleza/protetores`. */
export const newBannerDefinition = {
  schema: () =>
    z
      .object({ ...bannerTextShape, target: trimmedText, sku: trimmedText })
      .transform(({ target, sku, ...textValues }) => {
        const [category, subcategory] = target.split('/')
        return {
          ...textValues,
          category: category || null,
          subcategory: subcategory || null,
          sku: sku.toUpperCase() || null,
        }
      }),
  fields: { ...bannerTextFields, target: 'destino', sku: 'sku' },
} as const

export const addBannerForm = staffForm({
  ...newBannerDefinition,
  intent: 'novo-banner',
  run: ({ shop, actor }, banner) => shop.backoffice.merchandising.addBanner(actor, banner),
  respond: (request) => redirectToMerchandising(request, texts.bannerAdded),
})

export const setCategoryIconForm = staffForm({
  intent: 'icone',
  schema: () => z.object({ id: idSchema, icon: rawText }),
  fields: { id: 'categoria', icon: 'icone' },
  run: ({ shop, actor }, { id, icon }) => shop.backoffice.merchandising.setCategoryIcon(actor, id, icon),
  respond: (request) => redirectToMerchandising(request, texts.iconSaved),
})

export const saveSynonymsForm = staffForm({
  intent: 'sinonimos',
  schema: () => z.object({ group: trimmedText, words: trimmedText }),
  fields: { group: 'grupo', words: 'palavras' },
  run: ({ shop, actor }, { group, words }) =>
    shop.backoffice.merchandising.saveSynonyms(actor, group === '' ? null : parseId(group), words),
  respond: (request, { words }) => redirectToMerchandising(request, texts.synonymsSaved(words)),
})

export const removeSynonymsForm = staffForm({
  intent: 'tirar-sinonimos',
  schema: () => z.object({ group: rawText.transform(parseId) }),
  fields: { group: 'grupo' },
  run: ({ shop, actor }, { group }) => shop.backoffice.merchandising.removeSynonyms(actor, group),
  respond: (request) => redirectToMerchandising(request, texts.synonymsRemoved),
})

/** Fallback for an unknown intent. */
export const unknownIntentForm = staffForm({
  ...noFields,
  intent: '',
  run: () => null,
  respond: (request) => redirectToMerchandising(request),
})
