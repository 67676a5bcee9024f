import { toSubmissionResult } from '../http/define-form.server.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { toFormState } from '../ui/field/form-fields.ts'
import * as css from './backoffice.css.ts'
import { type BannerDraft, BannersPanel } from './banners-panel.tsx'
import { CategoriesPanel } from './categories-panel.tsx'
import { CouponsPanel } from './coupons-panel.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import * as forms from './merchandising-forms.server.ts'
import { NoticesPanel } from './notices-panel.tsx'
import {
  createStaffAction,
  createStaffLoader,
  defineStaffForm,
  type FailedForm,
  type StaffRequest,
} from './staff-pages.server.tsx'
import { explainedSearchParam, SynonymsPanel } from './synonyms-panel.tsx'

export const loader = createStaffLoader(loadView)

/** 'Ver como fica': the page again, with the banner as it would be. */
const previewBannerForm = defineStaffForm({
  intent: 'previa-banner',
  schema: ({ backoffice }) => backoffice.forms.NewBanner,
  run: ({ shop, actor }, banner) => shop.backoffice.merchandising.previewBanner(actor, banner),
  respond: async (request, preview) => {
    const draft = { ...toFormState({ intent: 'previa-banner', result: toSubmissionResult(request.formData) }), preview }
    return { view: await loadView(request, { draft }) }
  },
})

export const action = createStaffAction(
  [
    ...[
      forms.saveCouponForm,
      forms.removeCouponForm,
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
  (request, failedForm) => loadView(request, { failedForm }),
)

/** What was sent by a form whose page is shown again. */
interface ViewState {
  failedForm?: FailedForm
  draft?: BannerDraft
}

async function loadView(request: StaffRequest, { failedForm, draft }: ViewState = {}): Promise<View> {
  const { shop, actor, url, rootPath } = request
  const query = (url.searchParams.get(explainedSearchParam) ?? '').trim().slice(0, 100)
  const [overview, explanation] = await Promise.all([
    shop.backoffice.merchandising.loadOverview(actor),
    query === '' ? null : shop.backoffice.merchandising.explainSearch(actor, query),
  ])
  const merchandisingPath = `${rootPath}/vitrine`
  return {
    title: backofficeTexts.nav.merchandising,
    body: (
      <div className={stack}>
        <div className={css.pageHeader}>
          <h1>{backofficeTexts.nav.merchandising}</h1>
          <nav className={merchandisingCss.sectionLinks} aria-label={texts.sections}>
            <a href="#cupons">{texts.couponsTitle}</a>
            <a href="#aviso-da-loja">{texts.noticeTitle}</a>
            <a href="#banners">{texts.bannersTitle}</a>
            <a href="#categorias">{texts.categoriesTitle}</a>
            <a href="#sinonimos">{texts.synonymsTitle}</a>
          </nav>
        </div>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <CouponsPanel
          coupons={overview.coupons}
          newCouponHash={overview.newCouponHash}
          action={merchandisingPath}
          editedCouponCode={url.searchParams.get(forms.editedCouponParam)}
          failedForm={failedForm}
          request={request}
        />
        <NoticesPanel
          branchNotices={overview.notices}
          seenHash={overview.noticesHash}
          action={merchandisingPath}
          failedForm={failedForm?.intent === 'aviso' ? failedForm : undefined}
        />
        <BannersPanel
          banners={overview.banners}
          seenHash={overview.bannersHash}
          ownPictureBannerIds={overview.bannerIdsWithPicture}
          categories={overview.categories}
          action={merchandisingPath}
          failedForm={failedForm}
          draft={draft}
        />
        <CategoriesPanel
          categories={overview.categories}
          action={merchandisingPath}
          failedForm={failedForm?.intent === 'icone' ? failedForm : undefined}
        />
        <SynonymsPanel
          groups={overview.synonyms}
          zeroResultSearches={overview.emptySearches}
          explainedSearch={explanation && { query, explanation }}
          action={merchandisingPath}
          failedForm={failedForm}
        />
      </div>
    ),
  }
}
