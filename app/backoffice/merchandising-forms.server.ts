import { parseId } from '../http/ids.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { bagPromotionTexts } from '../texts/backoffice/products.ts'
import { parseBranchId } from './parse-branch-id.ts'
import { readUpload } from './read-upload.ts'
import { defineStaffForm, type StaffFormContext, type StaffRequest } from './staff-pages.server.tsx'

/** The query parameter with the code of the coupon that is being changed. */
export const editedCouponParam = 'cupom'

/** A redirect back, with the query string and a flash message. A coupon that was being changed is done. */
function buildMerchandisingRedirect({ rootPath, url }: StaffRequest, flash?: string) {
  const params = new URLSearchParams(url.search)
  params.delete(editedCouponParam)
  return { to: `${rootPath}/vitrine${params.size > 0 ? `?${params}` : ''}`, flash }
}

export const saveCouponForm = defineStaffForm({
  intent: 'cupom',
  schema: ({ bags }) => bags.coupons.CouponInputSchema,
  nonSecretFieldNames: ['code'],
  async run({ backoffice, seenHash }, coupon) {
    await backoffice.merchandising.saveCoupon(coupon, seenHash)
    return coupon.code
  },
  respond: (request, code) => buildMerchandisingRedirect(request, texts.couponSaved(code)),
})

export const removeCouponForm = defineStaffForm({
  intent: 'tirar-cupom',
  schema: ({ backoffice }) => backoffice.forms.CouponCode,
  run: ({ backoffice, seenHash }, { code }) => backoffice.merchandising.removeCoupon(code, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.couponRemoved),
})

export const removeBagPromotionForm = defineStaffForm({
  intent: 'tirar-promocao',
  schema: ({ backoffice }) => backoffice.forms.BagPromotionChoice,
  run: ({ backoffice, seenHash }, { id }) => backoffice.bagPromotions.removeBagPromotion(id, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, bagPromotionTexts.removedMessage),
})

/** The notice above every page, of one branch or of all. */
export const setNoticeForm = defineStaffForm({
  intent: 'aviso',
  schema: ({ backoffice }) => backoffice.forms.BranchNotice,
  async run({ backoffice, shop, seenHash }, { branch, text, lastDay }) {
    await backoffice.merchandising.setNotice(
      await parseBranchId({ shop }, branch),
      { text: text || null, lastDay },
      seenHash,
    )
  },
  respond: (request) => buildMerchandisingRedirect(request, texts.noticeSaved),
})

export const changeBannerTextsForm = defineStaffForm({
  intent: 'banner',
  schema: ({ backoffice }) => backoffice.forms.BannerTexts,
  run: ({ backoffice, seenHash }, { id, ...textValues }) =>
    backoffice.merchandising.changeBannerTexts(id, textValues, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.bannerSaved),
})

/** A form that is just a button acting on one banner. */
const createBannerButtonForm = (
  intent: string,
  runForBanner: (context: StaffFormContext, bannerId: number) => Promise<unknown>,
  flash: string,
) =>
  defineStaffForm({
    intent,
    run: (context) => runForBanner(context, parseId(context.formData.get('id'))),
    respond: (request) => buildMerchandisingRedirect(request, flash),
  })

export const moveBannerUpForm = createBannerButtonForm(
  'subir-banner',
  ({ backoffice, seenHash }, id) => backoffice.merchandising.moveBanner(id, 'up', seenHash),
  texts.bannerMoved,
)
export const moveBannerDownForm = createBannerButtonForm(
  'descer-banner',
  ({ backoffice, seenHash }, id) => backoffice.merchandising.moveBanner(id, 'down', seenHash),
  texts.bannerMoved,
)
export const removeBannerForm = createBannerButtonForm(
  'tirar-banner',
  ({ backoffice, seenHash }, id) => backoffice.merchandising.removeBanner(id, seenHash),
  texts.bannerRemoved,
)
export const removeBannerPictureForm = createBannerButtonForm(
  'tirar-foto-banner',
  ({ backoffice, seenHash }, id) => backoffice.merchandising.removeBannerPicture(id, seenHash),
  texts.pictureRemoved,
)

export const changeBannerPictureForm = defineStaffForm({
  intent: 'foto-banner',
  schema: ({ backoffice }) => backoffice.forms.BannerPicture,
  run: async ({ backoffice, seenHash }, { id, picture }) =>
    backoffice.merchandising.changeBannerPicture(id, await readUpload(picture), seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.pictureSaved),
})

export const addBannerForm = defineStaffForm({
  intent: 'novo-banner',
  schema: ({ backoffice }) => backoffice.forms.NewBanner,
  run: ({ backoffice, seenHash }, banner) => backoffice.merchandising.addBanner(banner, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.bannerAdded),
})

export const setCategoryIconForm = defineStaffForm({
  intent: 'icone',
  schema: ({ backoffice }) => backoffice.forms.CategoryIcon,
  run: ({ backoffice, seenHash }, { id, icon }) => backoffice.merchandising.setCategoryIcon(id, icon, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.iconSaved),
})

export const saveSynonymsForm = defineStaffForm({
  intent: 'sinonimos',
  schema: ({ backoffice }) => backoffice.forms.SynonymWords,
  run: ({ backoffice, seenHash }, { groupId, words }) =>
    backoffice.merchandising.saveSynonyms(groupId === '' ? null : parseId(groupId), words, seenHash),
  respond: (request, { words }) => buildMerchandisingRedirect(request, texts.synonymsSaved(words)),
})

export const removeSynonymsForm = defineStaffForm({
  intent: 'tirar-sinonimos',
  schema: ({ backoffice }) => backoffice.forms.SynonymChoice,
  run: ({ backoffice, seenHash }, { groupId }) => backoffice.merchandising.removeSynonyms(groupId, seenHash),
  respond: (request) => buildMerchandisingRedirect(request, texts.synonymsRemoved),
})

/** Fallback for an unknown intent. */
export const unknownIntentForm = defineStaffForm({
  intent: '',
  run: () => null,
  respond: (request) => buildMerchandisingRedirect(request),
})
