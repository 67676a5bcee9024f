import type { Banner } from '#server/catalogue/shapes.ts'
import { stack } from '../styles/shared.css.ts'
import { counterTexts, merchandisingTexts as texts } from '../texts/backoffice.ts'
import * as css from './backoffice.css.ts'
import { BannersPanel, bannerActs } from './banners-panel.tsx'
import { CouponsPanel, couponActs } from './coupons-panel.tsx'
import type { View } from './document.tsx'
import { NoticesPanel, noticeActs } from './notices-panel.tsx'
import { Refusal } from './refusal.tsx'
import { type Desk, deskAction, deskLoader, type RefusedForm } from './staff-pages.server.tsx'
import { SynonymsPanel, synonymActs, triedWords } from './synonyms-panel.tsx'
import * as windowCss from './window.css.ts'
import type { WindowAct } from './window-forms.ts'

export const loader = deskLoader(show)

/** The panels' forms, by their buttons. */
const acts: Record<string, WindowAct> = { ...couponActs, ...noticeActs, ...bannerActs, ...synonymActs }

export const action = deskAction(
  async (desk, form) => {
    const to = `${desk.root}/vitrine${desk.url.search}`
    const intent = String(form.get('intent'))
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!act) return { to }
    const outcome = await act(desk, (name) => String(form.get(name) ?? '').trim(), form)
    if ('flash' in outcome) return { to, flash: outcome.flash }
    if ('preview' in outcome) return show(desk, { drafted: { form, preview: outcome.preview } })
    return { ...(await show(desk, { refused: { form, message: outcome.refusal, field: undefined } })), status: 422 }
  },
  (desk, refused) => show(desk, { refused }),
)

/** What was sent by a form whose page is shown again. */
interface Sent {
  refused?: RefusedForm
  drafted?: { form: FormData; preview: Banner }
}

async function show(desk: Desk, { refused, drafted }: Sent = {}): Promise<View> {
  const { shop, actor, url, root } = desk
  const words = (url.searchParams.get(triedWords) ?? '').trim().slice(0, 100)
  const [{ coupons, notices, banners, withOwnPicture, categories, synonyms, emptySearches }, search] =
    await Promise.all([
      shop.counter.window.show(actor),
      words === '' ? null : shop.counter.window.trySearch(actor, words),
    ])
  const action = `${root}/vitrine`
  return {
    title: counterTexts.nav.window,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{counterTexts.nav.window}</h1>
          <nav className={windowCss.parts} aria-label={texts.parts}>
            <a href="#cupons">{texts.couponsTitle}</a>
            <a href="#aviso-da-loja">{texts.noticeTitle}</a>
            <a href="#banners">{texts.bannersTitle}</a>
            <a href="#sinonimos">{texts.synonymsTitle}</a>
          </nav>
        </div>
        {refused && <Refusal>{refused.message}</Refusal>}
        <CouponsPanel coupons={coupons} action={action} edited={url.searchParams.get('cupom')} refused={refused} />
        <NoticesPanel notices={notices} action={action} />
        <BannersPanel
          banners={banners}
          withOwnPicture={withOwnPicture}
          categories={categories}
          action={action}
          refused={refused}
          drafted={drafted}
        />
        <SynonymsPanel
          groups={synonyms}
          emptySearches={emptySearches}
          tried={search && { words, search }}
          action={action}
          refused={refused}
        />
      </div>
    ),
  }
}
