import type { Banner } from '#server/catalogue/types.ts'
import { toSubmissionResult } from '../http/define-form.server.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { bagPromotionTexts } from '../texts/backoffice/products.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import { BagPromotionsPanel } from './bag-promotions-panel.tsx'
import { BannersPanel } from './banners-panel.tsx'
import { CategoriesPanel } from './categories-panel.tsx'
import { CouponsPanel } from './coupons-panel.tsx'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import * as forms from './merchandising-forms.server.ts'
import { NoticesPanel } from './notices-panel.tsx'
import { createStaffAction, createStaffLoader, defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'
import { explainedSearchParam, SynonymsPanel } from './synonyms-panel.tsx'

export const loader = createStaffLoader((request) =>
  request.url.searchParams.get('csv') === 'promocoes' ? createPromotionsCsvResponse(request) : loadView(request),
)

/** The file that 'Importar arquivo' takes. */
async function createPromotionsCsvResponse({ backoffice }: StaffRequest): Promise<Response> {
  const rows = await backoffice.bagPromotions.listBagPromotionRows()
  return createCsvResponse(
    bagPromotionTexts.exportName,
    ['rule', 'products', 'first_day', 'last_day'],
    rows.map((row) => [row.rule, row.products, row.first_day, row.last_day]),
  )
}

/** 'Ver como fica': the page again, with the banner as it would be. */
const previewBannerForm = defineStaffForm({
  intent: 'previa-banner',
  schema: ({ backoffice }) => backoffice.forms.NewBanner,
  run: ({ backoffice }, banner) => backoffice.merchandising.previewBanner(banner),
  respond: async (request, preview) => {
    const state = toFormState({ intent: 'previa-banner', result: toSubmissionResult(request.formData) })
    return { view: await loadView({ ...request, failedForm: { ...state, message: '' } }, preview) }
  },
})

export const action = createStaffAction(
  [
    ...[
      forms.saveCouponForm,
      forms.removeCouponForm,
      forms.removeBagPromotionForm,
      forms.setNoticeForm,
      forms.changeBannerTextsForm,
      forms.moveBannerUpForm,
    ],
    ...[forms.moveBannerDownForm, forms.removeBannerForm, forms.changeBannerPictureForm, forms.removeBannerPictureForm],
    ...[
      previewBannerForm,
      forms.addBannerForm,
      forms.setCategoryIconForm,
      forms.saveSynonymsForm,
      forms.removeSynonymsForm,
      forms.unknownIntentForm,
    ],
  ],
  (request) => loadView(request),
)

/** @param preview a new banner as its form would make it */
async function loadView(request: StaffRequest, preview?: Banner): Promise<View> {
  const { backoffice, shop, url, rootPath } = request
  const query = (url.searchParams.get(explainedSearchParam) ?? '').trim().slice(0, 100)
  const [overview, bagPromotions, explanation] = await Promise.all([
    backoffice.merchandising.loadOverview(),
    backoffice.bagPromotions.listBagPromotions(),
    query === '' ? null : backoffice.merchandising.explainSearch(query),
  ])
  const merchandisingPath = `${rootPath}/vitrine`
  return {
    title: backofficeTexts.nav.merchandising,
    header: (
      <nav className={merchandisingCss.sectionLinks} aria-label={texts.sections}>
        <a href="#promocoes">{bagPromotionTexts.title}</a>
        <a href="#cupons">{texts.couponsTitle}</a>
        <a href="#aviso-da-loja">{texts.noticeTitle}</a>
        <a href="#banners">{texts.bannersTitle}</a>
        <a href="#categorias">{texts.categoriesTitle}</a>
        <a href="#sinonimos">{texts.synonymsTitle}</a>
      </nav>
    ),
    content: (
      <>
        <BagPromotionsPanel
          promotions={bagPromotions}
          now={shop.clock.now()}
          action={merchandisingPath}
          productsPath={`${rootPath}/produtos`}
        />
        <CouponsPanel
          coupons={overview.coupons}
          newCouponHash={overview.newCouponHash}
          action={merchandisingPath}
          editedCouponCode={url.searchParams.get(forms.editedCouponParam)}
          request={request}
        />
        <NoticesPanel
          branchNotices={overview.notices}
          seenHash={overview.noticesHash}
          action={merchandisingPath}
          request={request}
        />
        <BannersPanel
          banners={overview.banners}
          seenHash={overview.bannersHash}
          ownPictureBannerIds={overview.bannerIdsWithPicture}
          categories={overview.categories}
          action={merchandisingPath}
          preview={preview}
          request={request}
        />
        <CategoriesPanel categories={overview.categories} action={merchandisingPath} request={request} />
        <SynonymsPanel
          groups={overview.synonyms}
          zeroResultSearches={overview.emptySearches}
          explainedSearch={explanation && { query, explanation }}
          action={merchandisingPath}
          request={request}
        />
      </>
    ),
  }
}
