import { z } from 'zod'
import { noFields } from '../http/define-form.server.ts'
import { parseId } from '../http/ids.ts'
import { merchandisingTexts as texts } from '../texts/backoffice/window.ts'
import { branchIn } from './chosen-branch.ts'
import { rawText, type StaffFormContext, type StaffRequest, staffForm } from './staff-pages.server.tsx'
import { contentOf } from './uploads.ts'

const trimmed = rawText.transform((text) => text.trim())

/** Back to the page as its address has it, with a sentence. */
const toWindow = ({ root, url }: StaffRequest, flash?: string) => ({ to: `${root}/vitrine${url.search}`, flash })

export const saveCoupon = staffForm({
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
    await shop.counter.window.saveCoupon(actor, coupon)
    return coupon.code
  },
  next: (request, code) => toWindow(request, texts.couponSaved(code)),
})

export const removeCoupon = staffForm({
  intent: 'tirar-cupom',
  schema: () => z.object({ code: trimmed }),
  fields: { code: 'codigo' },
  run: ({ shop, actor }, { code }) => shop.counter.window.removeCoupon(actor, code),
  next: (request) => toWindow(request, texts.couponRemoved),
})

/** A day, yyyy-MM-dd; null for none. */
const day = trimmed.transform((text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null,
)

/** The sentence above every page, of one branch or of all. */
export const setNotice = staffForm({
  intent: 'aviso',
  schema: () => z.object({ branch: rawText, sentence: trimmed, until: day }),
  fields: { branch: 'loja', sentence: 'aviso', until: 'ate' },
  async run({ shop, actor }, { branch, sentence, until }) {
    await shop.counter.window.setNotice(actor, await branchIn({ shop }, branch), sentence.slice(0, 120) || null, until)
  },
  next: (request) => toWindow(request, texts.noticeSaved),
})

const words = { title: trimmed, text: trimmed, linkText: trimmed }
const wordFields = { title: 'titulo', text: 'texto', linkText: 'botao' } as const
const id = rawText.transform(parseId)

export const changeBanner = staffForm({
  intent: 'banner',
  schema: () => z.object({ id, ...words }),
  fields: { id: 'id', ...wordFields },
  run: ({ shop, actor }, { id, ...words }) => shop.counter.window.changeBanner(actor, id, words),
  next: (request) => toWindow(request, texts.bannerSaved),
})

/** A button of one banner, which its `id` names. */
const bannerForm = (intent: string, act: (context: StaffFormContext, id: number) => Promise<unknown>, flash: string) =>
  staffForm({
    ...noFields,
    intent,
    run: (context) => act(context, parseId(context.form.get('id'))),
    next: (request) => toWindow(request, flash),
  })

export const moveBannerUp = bannerForm(
  'subir-banner',
  ({ shop, actor }, id) => shop.counter.window.moveBanner(actor, id, 'up'),
  texts.bannerMoved,
)
export const moveBannerDown = bannerForm(
  'descer-banner',
  ({ shop, actor }, id) => shop.counter.window.moveBanner(actor, id, 'down'),
  texts.bannerMoved,
)
export const removeBanner = bannerForm(
  'tirar-banner',
  ({ shop, actor }, id) => shop.counter.window.removeBanner(actor, id),
  texts.bannerRemoved,
)
export const removeBannerPicture = bannerForm(
  'tirar-foto-banner',
  ({ shop, actor }, id) => shop.counter.window.removeBannerPicture(actor, id),
  texts.pictureRemoved,
)

export const changeBannerPicture = staffForm({
  intent: 'foto-banner',
  schema: () => z.object({ id, picture: z.instanceof(File).optional().catch(undefined) }),
  fields: { id: 'id', picture: 'foto' },
  run: async ({ shop, actor }, { id, picture }) =>
    shop.counter.window.changeBannerPicture(actor, id, await contentOf(picture)),
  next: (request) => toWindow(request, texts.pictureSaved),
})

/** `target` is a category's slug, or `beleza/protetores`. */
export const newBanner = {
  schema: () =>
    z.object({ ...words, target: trimmed, sku: trimmed }).transform(({ target, sku, ...words }) => {
      const [category, subcategory] = target.split('/')
      return { ...words, category: category || null, subcategory: subcategory || null, sku: sku.toUpperCase() || null }
    }),
  fields: { ...wordFields, target: 'destino', sku: 'sku' },
} as const

export const addBanner = staffForm({
  ...newBanner,
  intent: 'novo-banner',
  run: ({ shop, actor }, banner) => shop.counter.window.addBanner(actor, banner),
  next: (request) => toWindow(request, texts.bannerAdded),
})

export const chooseIcon = staffForm({
  intent: 'icone',
  schema: () => z.object({ id, icon: rawText }),
  fields: { id: 'categoria', icon: 'icone' },
  run: ({ shop, actor }, { id, icon }) => shop.counter.window.setCategoryIcon(actor, id, icon),
  next: (request) => toWindow(request, texts.iconSaved),
})

export const saveSynonyms = staffForm({
  intent: 'sinonimos',
  schema: () => z.object({ group: trimmed, words: trimmed }),
  fields: { group: 'grupo', words: 'palavras' },
  run: ({ shop, actor }, { group, words }) =>
    shop.counter.window.saveSynonyms(actor, group === '' ? null : parseId(group), words),
  next: (request, { words }) => toWindow(request, texts.synonymsSaved(words)),
})

export const removeSynonyms = staffForm({
  intent: 'tirar-sinonimos',
  schema: () => z.object({ group: rawText.transform(parseId) }),
  fields: { group: 'grupo' },
  run: ({ shop, actor }, { group }) => shop.counter.window.removeSynonyms(actor, group),
  next: (request) => toWindow(request, texts.synonymsRemoved),
})

/** A button that the page no longer has. */
export const noAction = staffForm({ ...noFields, intent: '', run: () => null, next: (request) => toWindow(request) })
