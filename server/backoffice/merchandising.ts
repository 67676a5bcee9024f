import type { Coupon } from '../bag/coupon.ts'
import * as coupons from '../bag/coupons.ts'
import { listBannerIdsWithPicture, setPicture } from '../catalogue/banner-pictures.ts'
import type { BannerTexts } from '../catalogue/banner-texts.ts'
import * as banners from '../catalogue/banners.ts'
import * as categories from '../catalogue/categories.ts'
import { listByDays } from '../catalogue/empty-searches.ts'
import { listPromotedProducts } from '../catalogue/home-shelves.ts'
import { saveBannerPicture } from '../catalogue/picture-uploader.ts'
import * as synonyms from '../catalogue/synonyms.ts'
import type { Banner } from '../catalogue/types.ts'
import type { Context, TransactionContext } from '../context.ts'
import {
  getBranchOrDefault,
  listBranchNotices,
  lockBranchNotices,
  setBranchNotice,
  uncoveredBranchId,
} from '../delivery/delivery.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'

/** What the form of a new coupon saw: its code is nobody's. */
const unusedCodeHash = toSeenHash(null)

/** With the hash of what each form shows (`seenHash`). */
export async function loadOverview(ctx: Context, actor: Actor) {
  requirePermission(actor, 'window.change')
  const today = toShopDay(ctx.clock.now())
  const [couponList, bannerList, bannerIdsWithPicture, categoryList, notices, synonymGroups, emptySearchList] =
    await Promise.all([
      coupons.listCoupons(ctx),
      banners.listBanners(ctx),
      listBannerIdsWithPicture(ctx),
      categories.listCategories(ctx),
      listBranchNotices(ctx),
      synonyms.listGroups(ctx),
      listByDays(ctx, today, today),
    ])
  return {
    coupons: couponList.map(({ useCount, ...coupon }) => ({ ...coupon, useCount, seenHash: toSeenHash(coupon) })),
    newCouponHash: unusedCodeHash,
    banners: await Promise.all(bannerList.map((banner) => withCategoryPicture(ctx, actor, banner))),
    bannersHash: toSeenHash(bannerList),
    bannerIdsWithPicture,
    categories: categoryList.map((category) => ({ ...category, seenHash: toSeenHash(category.icon) })),
    notices,
    noticesHash: toSeenHash(notices),
    synonyms: synonymGroups.map((group) => ({ ...group, seenHash: toSeenHash(group) })),
    emptySearches: emptySearchList,
  }
}

/** Adds a coupon, or changes the one that the form showed. */
export const saveCoupon = staffCommand({
  permission: 'window.change',
  action: 'window.coupon',
  async run(ctx, _, coupon: Coupon, seenHash: string) {
    // Looked up once: what is not there yet cannot be locked, and another may add it meanwhile.
    const { before, code } = await coupons.saveCoupon(ctx, coupon)
    if (before && seenHash === unusedCodeHash) throw new ShopError('coupon.exists', { input: 'code', word: code })
    assertSeen(before, seenHash)
    return code
  },
  audit: (code) => ({ type: 'coupon', id: code }),
})

/** Orders that used it keep their price. */
export const removeCoupon = staffCommand({
  permission: 'window.change',
  action: 'window.removeCoupon',
  async run(ctx, _, typedCode: string, seenHash: string) {
    const coupon = await coupons.lockCoupon(ctx, typedCode)
    if (!coupon) throw new ShopError('coupon.unknown')
    assertSeen(coupon, seenHash)
    await coupons.removeCoupon(ctx, coupon.code)
    return coupon
  },
  audit: ({ code }) => ({ type: 'coupon', id: code }),
})

/** For one branch; null: for all. */
export const setNotice = staffCommand({
  permission: 'window.change',
  action: 'window.notice',
  async run(
    ctx,
    _,
    branchId: number | null,
    { text, lastDay }: { text: string | null; lastDay: string | null },
    seenHash: string,
  ) {
    assertSeen(await lockBranchNotices(ctx), seenHash)
    await setBranchNotice(ctx, branchId, text, lastDay)
  },
  audit: (_, branchId) => ({ type: 'branch', id: branchId }),
})

/** As it would be. */
export async function previewBanner(ctx: Context, actor: Actor, banner: banners.NewBanner): Promise<Banner> {
  requirePermission(actor, 'window.change')
  return withCategoryPicture(ctx, actor, await banners.previewBanner(ctx, banner))
}

/**
 * After the others.
 * @returns its id
 */
export const addBanner = staffCommand({
  permission: 'window.change',
  action: 'window.newBanner',
  async run(ctx, _, banner: banners.NewBanner, seenHash: string) {
    await lockSeenBanners(ctx, seenHash)
    return banners.addBanner(ctx, banner)
  },
  audit: (id) => ({ type: 'banner', id }),
})

export const moveBanner = staffCommand({
  permission: 'window.change',
  action: 'window.moveBanner',
  async run(ctx, _, id: number, direction: 'up' | 'down', seenHash: string) {
    await lockSeenBanners(ctx, seenHash)
    await banners.moveBanner(ctx, id, direction)
  },
  audit: (_, id, direction) => ({ type: 'banner', id, detail: direction }),
})

export const changeBannerTexts = staffCommand({
  permission: 'window.change',
  action: 'window.banner',
  async run(ctx, _, id: number, texts: BannerTexts, seenHash: string) {
    await lockSeenBanners(ctx, seenHash)
    await banners.changeBannerTexts(ctx, id, texts)
  },
  audit: (_, id) => ({ type: 'banner', id }),
})

export const removeBanner = staffCommand({
  permission: 'window.change',
  action: 'window.removeBanner',
  async run(ctx, _, id: number, seenHash: string) {
    await lockSeenBanners(ctx, seenHash)
    await banners.removeBanner(ctx, id)
  },
  audit: (_, id) => ({ type: 'banner', id }),
})

/** Its own, in the place of its product's. */
export async function changeBannerPicture(
  ctx: Context,
  actor: Actor,
  id: number,
  content: Uint8Array,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  await setBannerPicture(ctx, actor, id, await saveBannerPicture(ctx, content, id), seenHash)
}

const setBannerPicture = staffCommand({
  permission: 'window.change',
  action: 'window.bannerPicture',
  async run(ctx, _, id: number, pictureKey: string, seenHash: string) {
    const shownBanners = await banners.lockBanners(ctx)
    await setPicture(ctx, id, pictureKey)
    assertSeen(shownBanners, seenHash)
  },
  audit: (_, id) => ({ type: 'banner', id }),
})

/** It shows its product's again, if it leads to one. */
export const removeBannerPicture = staffCommand({
  permission: 'window.change',
  action: 'window.removeBannerPicture',
  async run(ctx, _, id: number, seenHash: string) {
    const shownBanners = await banners.lockBanners(ctx)
    await setPicture(ctx, id, null)
    assertSeen(shownBanners, seenHash)
  },
  audit: (_, id) => ({ type: 'banner', id }),
})

/** @throws ShopError "page.outdated" where the page showed other banners */
async function lockSeenBanners(ctx: TransactionContext, seenHash: string): Promise<void> {
  assertSeen(await banners.lockBanners(ctx), seenHash)
}

export const setCategoryIcon = staffCommand({
  permission: 'window.change',
  action: 'window.icon',
  async run(ctx, _, id: number, icon: string, seenHash: string) {
    const category = await categories.lockCategory(ctx, id)
    await categories.setCategoryIcon(ctx, id, icon)
    assertSeen(category.icon, seenHash)
    return category
  },
  audit: ({ name }, id, icon) => ({ type: 'category', id, name, detail: icon }),
})

/** A group's words, with commas between them; an id of null: a new group, which replaces none. */
export const saveSynonyms = staffCommand({
  permission: 'window.change',
  action: 'window.synonyms',
  async run(ctx, _, id: number | null, text: string, seenHash: string) {
    if (id !== null) assertSeen(await synonyms.lockGroup(ctx, id), seenHash)
    return synonyms.saveGroup(ctx, id, text)
  },
  audit: ({ id, words }) => ({ type: 'synonyms', id, detail: words.join(', ') }),
})

export const removeSynonyms = staffCommand({
  permission: 'window.change',
  action: 'window.removeSynonyms',
  async run(ctx, _, id: number, seenHash: string) {
    const group = await synonyms.lockGroup(ctx, id)
    assertSeen(group, seenHash)
    await synonyms.removeGroup(ctx, id)
    return group
  },
  audit: ({ id, words }) => ({ type: 'synonyms', id, detail: words.join(', ') }),
})

/** What a shopper would find. */
export async function explainSearch(ctx: Context, actor: Actor, query: string): Promise<synonyms.SearchExplanation> {
  requirePermission(actor, 'window.change')
  return synonyms.explainSearch(ctx, await getPreviewBranchId(ctx, actor), query)
}

/** As the home page shows it: a category's banner with the first product promoted there. */
async function withCategoryPicture(ctx: Context, actor: Actor, banner: Banner): Promise<Banner> {
  const category = (await categories.listCategories(ctx)).find(({ slug }) => slug === banner.categorySlug)
  if (banner.pictureKey !== null || !category) return banner
  const [firstProduct] = await listPromotedProducts(ctx, await getPreviewBranchId(ctx, actor), category.id, 1)
  return { ...banner, pictureKey: firstProduct?.pictureKey ?? null }
}

/** Without a branch of their own: of a shopper without an address. */
async function getPreviewBranchId(ctx: Context, { branchId }: Actor): Promise<number> {
  return (await getBranchOrDefault(ctx, branchId ?? uncoveredBranchId)).id
}
