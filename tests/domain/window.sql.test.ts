import { expect, test } from 'vitest'
import type { Coupon } from '../../server/bag/coupon.ts'
import { redeemCoupon } from '../../server/bag/coupons.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { line, novalgina, openCheckout, unlimited } from '../support/checkout.ts'
import { photo } from '../support/prescriptions.ts'
import { it } from '../support/rule.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { actorOf } from '../support/staff.ts'

const coupon: Coupon = {
  code: 'MARCO',
  title: 'Março',
  discountType: 'amount',
  discountValue: 500,
  maxDiscountCents: null,
  isOncePerCustomer: false,
  ...unlimited,
}

it('a coupon holds from its first to its last day in São Paulo, and from its minimum on', async () => {
  const shop = await openCheckout()
  const { coupons } = shop.bags
  const refusal = async (limits: Partial<Coupon>, quantity = 1) => {
    await coupons.saveCoupon({ ...coupon, ...limits })
    const review = await shop.bags.reviewBag({ lines: [line(novalgina, quantity)], couponCode: 'MARCO' }, 1)
    return review.couponRefusal
  }
  // It is the tenth of March there.
  expect(await refusal({ firstDay: '2026-03-11' })).toBe('coupon.notToday')
  expect(await refusal({ lastDay: '2026-03-09' })).toBe('coupon.notToday')
  expect(await refusal({ firstDay: '2026-03-10', lastDay: '2026-03-10' })).toBeNull()
  shop.clock.pass(13 * 60 + 59)
  expect(await refusal({ lastDay: '2026-03-10' })).toBeNull()
  shop.clock.pass(1)
  expect(await refusal({ lastDay: '2026-03-10' })).toBe('coupon.notToday')
  const [{ priceCents = 0 } = {}] = (await shop.catalogue.findProducts(1, [novalgina])).values()
  expect(await refusal({ minimumCents: priceCents * 2 })).toBe('coupon.belowMinimum')
  expect(await refusal({ minimumCents: priceCents * 2 }, 2)).toBeNull()
  await coupons.saveCoupon({ ...coupon, minimumCents: 100_000 })
  await expect(shop.bags.applyCoupon({ lines: [line(novalgina)] }, 1, 'MARCO')).rejects.toMatchObject({
    code: 'coupon.belowMinimum',
    message: expect.stringContaining('1.000,00'),
  })
})

test('the last use of a coupon is given once, also to orders that all saw it as left', async () => {
  const shop = await openCheckout()
  await shop.bags.coupons.saveCoupon({ ...coupon, maxUses: 2 })
  const saved = (await shop.bags.coupons.listCoupons()).find(({ code }) => code === 'MARCO')
  if (!saved) throw new Error('it was saved')
  const redeem = (orderId: number) => shop.ctx.transact((ctx) => redeemCoupon(ctx, saved, shop.customerId, orderId))
  await redeem(1)
  await redeem(2)
  await expect(redeem(3)).rejects.toMatchObject({ code: 'coupon.usedUp' })
})

test('a coupon with a limit is used by no more orders at once; one that comes to nothing gives its use back', async () => {
  const shop = await openCheckout()
  await shop.bags.coupons.saveCoupon({ ...coupon, maxUses: 2 })
  const neighbour = await shop.neighbour()
  const place = (more = {}) => shop.place([line(novalgina)], { couponCode: 'MARCO', ...more })
  const outcomes = await Promise.allSettled([place(), place(neighbour), place(), place(neighbour)])
  const placed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(placed).toHaveLength(2)
  expect(refused).toEqual(['coupon.usedUp', 'coupon.usedUp'])
  const uses = async () => (await shop.bags.coupons.listCoupons()).find(({ code }) => code === 'MARCO')?.useCount
  expect(await uses()).toBe(2)
  await shop.orders.endUnpaidOrder(placed[0]?.id ?? 0, 'expire', { kind: 'job' })
  expect(await uses()).toBe(1)
  await place()
  const { couponRefusal } = await shop.bags.reviewBag({ lines: [line(novalgina)], couponCode: 'MARCO' }, 1)
  expect(couponRefusal).toBe('coupon.usedUp')
  await expect(place()).rejects.toMatchObject({ code: 'coupon.usedUp' })

  // One of before the uses were counted gives none back.
  await shop.database.db.updateTable('coupon').set({ redemptions: 0 }).where('code', '=', 'MARCO').execute()
  await shop.orders.endUnpaidOrder(placed[1]?.id ?? 0, 'expire', { kind: 'job' })
  expect(await uses()).toBe(0)
})

/** What the page's forms of banners say that it showed. */
async function seenBanners({ backoffice }: Pick<TestShop, 'backoffice'>, owner: Actor): Promise<string> {
  return (await backoffice.merchandising.loadOverview(owner)).bannersHash
}

it('the window is the owner’s: the notice holds until its last day, of one branch or of all', async () => {
  const shop = await openCheckout()
  const [owner, clerk] = [await actorOf(shop, 'owner'), await actorOf(shop, 'clerk')]
  const { merchandising } = shop.backoffice
  const setNotice = async (branchId: number | null, text: string | null, lastDay: string | null = null) => {
    const { noticesHash } = await merchandising.loadOverview(owner)
    await merchandising.setNotice(owner, branchId, { text, lastDay }, noticesHash)
  }
  await expect(merchandising.loadOverview(clerk)).rejects.toMatchObject({ code: 'staff.forbidden' })
  await expect(merchandising.saveCoupon(clerk, coupon, '')).rejects.toMatchObject({ code: 'staff.forbidden' })
  await expect(merchandising.removeCoupon(clerk, 'MARCO', '')).rejects.toMatchObject({ code: 'staff.forbidden' })
  await expect(merchandising.setNotice(clerk, null, { text: 'Oi', lastDay: null }, '')).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
  await expect(merchandising.removeBanner(clerk, 1, '')).rejects.toMatchObject({ code: 'staff.forbidden' })
  const words = { title: 'Oi', text: 'Olá', linkText: 'Ver' }
  const target = { category: null, subcategory: null, sku: null }
  await expect(merchandising.addBanner(clerk, { ...words, ...target }, '')).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
  await expect(merchandising.previewBanner(clerk, { ...words, ...target })).rejects.toMatchObject({
    code: 'staff.forbidden',
  })
  await expect(merchandising.moveBanner(clerk, 1, 'down', '')).rejects.toMatchObject({ code: 'staff.forbidden' })
  await expect(merchandising.changeBannerTexts(clerk, 1, words, '')).rejects.toMatchObject({ code: 'staff.forbidden' })

  await expect(setNotice(1, 'Ontem', '2026-03-09')).rejects.toMatchObject({ code: 'notice.past' })
  await setNotice(1, null, '2026-03-09')
  await setNotice(1, 'Hoje frete em dobro', '2026-03-10')
  expect((await shop.delivery.getBranchOrDefault(1)).notice).toBe('Hoje frete em dobro')
  expect((await shop.delivery.getBranchOrDefault(2)).notice).toBeNull()
  shop.clock.pass(14 * 60)
  expect((await shop.delivery.getBranchOrDefault(1)).notice).toBeNull()
  await setNotice(null, 'Para todos')
  expect((await shop.delivery.getBranchOrDefault(2)).notice).toBe('Para todos')
  await setNotice(null, null)
  expect((await shop.delivery.getBranchOrDefault(1)).notice).toBeNull()
  await merchandising.changeBannerTexts(owner, 1, words, await seenBanners(shop, owner))
  expect((await shop.catalogue.listBanners())[0]).toMatchObject(words)
  await merchandising.removeBanner(owner, 1, await seenBanners(shop, owner))
  await expect(merchandising.removeBanner(owner, 1, await seenBanners(shop, owner))).rejects.toMatchObject({
    code: 'banner.unknown',
  })
  const acts = (await shop.staff.audit.listEntries(owner)).map(({ action }) => action)
  expect(acts.slice(0, 4)).toEqual(['window.removeBanner', 'window.banner', 'window.notice', 'window.notice'])
})

/** What a new banner says, and that it leads to the home page. */
const banner = {
  ...{ title: 'Boa noite', text: 'Melatonina para dormir bem.', linkText: 'Ver' },
  ...{ category: null, subcategory: null, sku: null },
}

test('a new banner is the last one, is looked at before, and leads to a category, a part of it, a product or home', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { merchandising } = shop.backoffice
  const before = await shop.catalogue.listBanners()
  const preview = await merchandising.previewBanner(owner, {
    ...banner,
    category: 'Beleza',
    subcategory: 'protetor solar',
  })
  expect(preview).toMatchObject({ title: 'Boa noite', categorySlug: 'beleza', subcategorySlug: 'protetor_solar' })
  // The picture of the category's first promoted product.
  expect(preview.pictureKey).toEqual(expect.any(String))
  expect(await shop.catalogue.listBanners()).toEqual(before)

  const id = await merchandising.addBanner(owner, { ...banner, sku: 'FD0203' }, await seenBanners(shop, owner))
  const [last] = (await shop.catalogue.listBanners()).slice(-1)
  expect(last).toMatchObject({ id, title: 'Boa noite', productSlug: 'soro-fisiologico-0-9-500ml' })
  await merchandising.addBanner(owner, banner, await seenBanners(shop, owner))
  expect((await shop.catalogue.listBanners()).at(-1)).toMatchObject({ categorySlug: null, productSlug: null })
  const acts = await shop.staff.audit.listEntries(owner, { target: { type: 'banner', id } })
  expect(acts.map(({ action }) => action)).toEqual(['window.newBanner'])
})

it('a banner that nobody knows takes no picture, and has none to lose', async () => {
  const shop = await openTestShop()
  const owner = await actorOf(shop, 'owner')
  const { merchandising } = shop.backoffice
  const unknown = { code: 'banner.unknown' }
  await expect(merchandising.changeBannerPicture(owner, 999, await photo(), '')).rejects.toMatchObject(unknown)
  await expect(merchandising.removeBannerPicture(owner, 999, '')).rejects.toMatchObject(unknown)
  expect(await shop.staff.audit.listEntries(owner, { target: { type: 'banner', id: 999 } })).toEqual([])
})

test('two banners added at once are both there', async () => {
  const shop = await openTestShop()
  const other = await openTestShop({ database: { location: shop.location, drop: async () => {} } })
  const ids = await Promise.all([shop.catalogue.addBanner(banner), other.catalogue.addBanner(banner)])
  expect(new Set(ids).size).toBe(2)
  expect((await shop.catalogue.listBanners()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
})

it.each([
  ['without words', { text: ' ' }, 'banner.empty'],
  ['with a title of more than 80 characters', { title: 'a'.repeat(81) }, 'banner.tooLong'],
  ['of a product that nobody knows', { sku: 'FD9999' }, 'banner.product'],
  ['of what is sold with a prescription', { sku: 'FD0003' }, 'banner.forbidden'],
  ['of a category and a product', { category: 'beleza', sku: 'FD0203' }, 'banner.target'],
  ['of a category that nobody knows', { category: 'https://example.com' }, 'category.unknown'],
])('a banner %s is refused, and so is its preview', async (_what, wrong, code) => {
  const shop = await openTestShop()
  const before = await shop.catalogue.listBanners()
  await expect(shop.catalogue.previewBanner({ ...banner, ...wrong })).rejects.toMatchObject({ code })
  await expect(shop.catalogue.addBanner({ ...banner, ...wrong })).rejects.toMatchObject({ code })
  expect(await shop.catalogue.listBanners()).toEqual(before)
})

test('banners change places with the one shown before or after; the first stays first, and a hidden one is no step', async () => {
  const shop = await openTestShop()
  const { catalogue, database } = shop
  const order = async () => (await catalogue.listBanners()).map(({ id }) => id)
  const hidden = await catalogue.addBanner({ ...banner, sku: 'FD0203' })
  const last = await catalogue.addBanner(banner)
  await database.db
    .updateTable('product')
    .set({ isPromoAllowed: false, discountType: null, discountValue: null })
    .where('sku', '=', 'FD0203')
    .execute()
  expect(await order()).toEqual([1, 2, 3, last])
  expect(await order()).not.toContain(hidden)
  await catalogue.moveBanner(last, 'up')
  expect(await order()).toEqual([1, 2, last, 3])
  await catalogue.moveBanner(1, 'down')
  expect(await order()).toEqual([2, 1, last, 3])
  await expect(catalogue.moveBanner(2, 'up')).rejects.toMatchObject({ code: 'page.outdated' })
  expect(await order()).toEqual([2, 1, last, 3])
  await expect(catalogue.moveBanner(999, 'up')).rejects.toMatchObject({ code: 'banner.unknown' })
})
