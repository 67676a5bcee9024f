import { submissionResult } from '../http/define-form.server.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/merchandising.ts'
import { formStateOf } from '../ui/field/form-fields.ts'
import * as css from './backoffice.css.ts'
import { type BannerDraft, BannersPanel } from './banners-panel.tsx'
import { CategoriesPanel } from './categories-panel.tsx'
import { CouponsPanel } from './coupons-panel.tsx'
import type { View } from './document.tsx'
import { FormErrorMessage } from './form-error-message.tsx'
import * as merchandisingCss from './merchandising.css.ts'
import * as forms from './merchandising-forms.server.ts'
import { NoticesPanel } from './notices-panel.tsx'
import { type FailedForm, type StaffRequest, staffAction, staffForm, staffLoader } from './staff-pages.server.tsx'
import { SynonymsPanel, trialParam } from './synonyms-panel.tsx'

export const loader = staffLoader(show)

/** 'Ver como fica': the page again, with the banner as it would be. */
const previewBanner = staffForm({
  ...forms.newBannerDefinition,
  intent: 'previa-banner',
  run: ({ shop, actor }, banner) => shop.backoffice.merchandising.previewBanner(actor, banner),
  next: async (request, preview) => {
    const draft = { ...formStateOf({ form: 'previa-banner', result: submissionResult(request.form) }), preview }
    return { view: await show(request, { draft }) }
  },
})

export const action = staffAction(
  [
    ...[forms.saveCoupon, forms.removeCoupon, forms.setNotice, forms.changeBanner, forms.moveBannerUp],
    ...[forms.moveBannerDown, forms.removeBanner, forms.changeBannerPicture, forms.removeBannerPicture],
    ...[
      previewBanner,
      forms.addBanner,
      forms.setCategoryIcon,
      forms.saveSynonyms,
      forms.removeSynonyms,
      forms.unknownIntent,
    ],
  ],
  (request, failedForm) => show(request, { failedForm }),
)

/** What was sent by a form whose page is shown again. */
interface ViewState {
  failedForm?: FailedForm
  draft?: BannerDraft
}

async function show(request: StaffRequest, { failedForm, draft }: ViewState = {}): Promise<View> {
  const { shop, actor, url, root } = request
  const words = (url.searchParams.get(trialParam) ?? '').trim().slice(0, 100)
  const [{ coupons, notices, banners, withOwnPicture, categories, synonyms, emptySearches }, search] =
    await Promise.all([
      shop.backoffice.merchandising.show(actor),
      words === '' ? null : shop.backoffice.merchandising.trySearch(actor, words),
    ])
  const action = `${root}/vitrine`
  return {
    title: backofficeTexts.nav.window,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{backofficeTexts.nav.window}</h1>
          <nav className={merchandisingCss.parts} aria-label={texts.parts}>
            <a href="#cupons">{texts.couponsTitle}</a>
            <a href="#aviso-da-loja">{texts.noticeTitle}</a>
            <a href="#banners">{texts.bannersTitle}</a>
            <a href="#categorias">{texts.categoriesTitle}</a>
            <a href="#sinonimos">{texts.synonymsTitle}</a>
          </nav>
        </div>
        {failedForm && <FormErrorMessage>{failedForm.message}</FormErrorMessage>}
        <CouponsPanel
          coupons={coupons}
          action={action}
          editedCode={url.searchParams.get('cupom')}
          failedForm={failedForm}
        />
        <NoticesPanel notices={notices} action={action} />
        <BannersPanel
          banners={banners}
          ownPictureIds={withOwnPicture}
          categories={categories}
          action={action}
          failedForm={failedForm}
          draft={draft}
        />
        <CategoriesPanel categories={categories} action={action} />
        <SynonymsPanel
          groups={synonyms}
          emptySearches={emptySearches}
          trial={search && { words, search }}
          action={action}
          failedForm={failedForm}
        />
      </div>
    ),
  }
}
