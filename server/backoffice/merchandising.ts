import type { Coupon } from '../bag/coupon.ts'
import * as coupons from '../bag/coupons.ts'
import { listCoupons } from '../bag/coupons.ts'
import { changePicture, listBannerIdsWithPicture, removePicture } from '../catalogue/banner-pictures.ts'
import type { BannerTexts } from '../catalogue/banner-texts.ts'
import type { NewBanner } from '../catalogue/banners.ts'
import * as bannersVerbs from '../catalogue/banners.ts'
import { listBanners } from '../catalogue/banners.ts'
import * as categoriesVerbs from '../catalogue/categories.ts'
import { listCategories } from '../catalogue/categories.ts'
import { listByDay } from '../catalogue/empty-searches.ts'
import { listPromotedProducts } from '../catalogue/home-shelves.ts'
import type { SearchExplanation, SynonymGroup } from '../catalogue/synonyms.ts'
import * as synonyms from '../catalogue/synonyms.ts'
import { listGroups, removeGroup, saveGroup } from '../catalogue/synonyms.ts'
import type { Banner } from '../catalogue/types.ts'
import type { ChangeHook, Context } from '../context.ts'
import { getBranchOrDefault, listBranchNotices, setBranchNotice, uncoveredBranchId } from '../delivery/delivery.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

/** What the form of a new coupon saw: its code is nobody's. */
const unusedCodeHash = toSeenHash(null)

/** With the hash of what each form shows (`seenHash`). @throws ShopError "staff.forbidden" */
export async function loadOverview(ctx: Context, actor: Actor) {
  requirePermission(actor, 'window.change')
  const [couponList, banners, bannerIdsWithPicture, categories, notices, synonymGroups, emptySearchList] =
    await Promise.all([
      listCoupons(ctx),
      listBanners(ctx),
      listBannerIdsWithPicture(ctx),
      listCategories(ctx),
      listBranchNotices(ctx),
      listGroups(ctx),
      listByDay(ctx, toShopDay(ctx.clock.now())),
    ])
  return {
    coupons: couponList.map(({ useCount, ...coupon }) => ({ ...coupon, useCount, seenHash: toSeenHash(coupon) })),
    newCouponHash: unusedCodeHash,
    banners: await Promise.all(banners.map((banner) => withCategoryPicture(ctx, actor, banner))),
    bannersHash: toSeenHash(banners),
    bannerIdsWithPicture,
    categories: categories.map((category) => ({ ...category, seenHash: toSeenHash(category.icon) })),
    notices,
    noticesHash: toSeenHash(notices),
    synonyms: synonymGroups.map((group) => ({ ...group, seenHash: toSeenHash(group) })),
    emptySearches: emptySearchList,
  }
}

/**
 * Adds a coupon, or changes the one that the form showed.
 * @throws ShopError "staff.forbidden", "page.outdated", "coupon.exists" for a new one with the code of another
 */
export async function saveCoupon(ctx: Context, actor: Actor, coupon: Coupon, seenHash: string): Promise<void> {
  requirePermission(actor, 'window.change')
  await coupons.saveCoupon(ctx, coupon, async (ctx, before, code) => {
    if (before && seenHash === unusedCodeHash)
      throw new ShopError('coupon.exists', { input: 'code', word: before.code })
    assertSeen(before, seenHash)
    await record(ctx, actor, 'window.coupon', { type: 'coupon', id: code })
  })
}

/** Orders that used it keep their price. @throws ShopError "staff.forbidden", "coupon.unknown", "page.outdated" */
export async function removeCoupon(ctx: Context, actor: Actor, typedCode: string, seenHash: string): Promise<void> {
  requirePermission(actor, 'window.change')
  const wasRemoved = await coupons.removeCoupon(ctx, typedCode, async (ctx, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, 'window.removeCoupon', { type: 'coupon', id: before.code })
  })
  if (!wasRemoved) throw new ShopError('coupon.unknown')
}

/** @param branchId null: of all @throws ShopError "staff.forbidden", "notice.past", "page.outdated" */
export async function setNotice(
  ctx: Context,
  actor: Actor,
  branchId: number | null,
  { text, lastDay }: { text: string | null; lastDay: string | null },
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  await setBranchNotice(ctx, branchId, text, lastDay, async (ctx, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, 'window.notice', { type: 'branch', id: branchId })
  })
}

/** As it would be. @throws ShopError "staff.forbidden", and those of `catalogue.previewBanner` */
export async function previewBanner(ctx: Context, actor: Actor, banner: NewBanner): Promise<Banner> {
  requirePermission(actor, 'window.change')
  return withCategoryPicture(ctx, actor, await bannersVerbs.previewBanner(ctx, banner))
}

/**
 * After the others.
 * @returns its id
 * @throws ShopError "staff.forbidden", "page.outdated", and those of `catalogue.addBanner`
 */
export async function addBanner(ctx: Context, actor: Actor, banner: NewBanner, seenHash: string): Promise<number> {
  requirePermission(actor, 'window.change')
  return bannersVerbs.addBanner(ctx, banner, async (ctx, id, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, 'window.newBanner', { type: 'banner', id })
  })
}

/** @throws ShopError "staff.forbidden", "banner.unknown", "page.outdated" */
export async function moveBanner(
  ctx: Context,
  actor: Actor,
  id: number,
  direction: 'up' | 'down',
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  const recordMove = createBannerHook(actor, 'window.moveBanner', { id, seenHash, detail: direction })
  if (!(await bannersVerbs.moveBanner(ctx, id, direction, recordMove))) throw new ShopError('banner.unknown')
}

/** @throws ShopError "staff.forbidden", "banner.unknown", "banner.empty", "banner.tooLong", "page.outdated" */
export async function changeBannerTexts(
  ctx: Context,
  actor: Actor,
  id: number,
  texts: BannerTexts,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  const wasChanged = await bannersVerbs.changeBannerTexts(
    ctx,
    id,
    texts,
    createBannerHook(actor, 'window.banner', { id, seenHash }),
  )
  if (!wasChanged) throw new ShopError('banner.unknown')
}

/** @throws ShopError "staff.forbidden", "banner.unknown", "page.outdated" */
export async function removeBanner(ctx: Context, actor: Actor, id: number, seenHash: string): Promise<void> {
  requirePermission(actor, 'window.change')
  const wasRemoved = await bannersVerbs.removeBanner(
    ctx,
    id,
    createBannerHook(actor, 'window.removeBanner', { id, seenHash }),
  )
  if (!wasRemoved) throw new ShopError('banner.unknown')
}

/**
 * Its own, in the place of its product's.
 * @throws ShopError "staff.forbidden", "banner.unknown", "page.outdated", and those of the picture
 */
export async function changeBannerPicture(
  ctx: Context,
  actor: Actor,
  id: number,
  content: Uint8Array,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  await changePicture(ctx, id, content, createBannerHook(actor, 'window.bannerPicture', { id, seenHash }))
}

/** It shows its product's again, if it leads to one. @throws ShopError "staff.forbidden", "banner.unknown", "page.outdated" */
export async function removeBannerPicture(ctx: Context, actor: Actor, id: number, seenHash: string): Promise<void> {
  requirePermission(actor, 'window.change')
  await removePicture(ctx, id, createBannerHook(actor, 'window.removeBannerPicture', { id, seenHash }))
}

/** Refuses a change of other banners than the page showed, else writes its line. */
function createBannerHook(
  actor: Actor,
  action: string,
  { id, seenHash, detail }: { id: number; seenHash: string; detail?: string },
): ChangeHook<Banner[]> {
  return async (ctx, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, action, { type: 'banner', id }, detail)
  }
}

/** @throws ShopError "staff.forbidden", "category.unknown", "category.icon", "page.outdated" */
export async function setCategoryIcon(
  ctx: Context,
  actor: Actor,
  id: number,
  icon: string,
  seenHash: string,
): Promise<void> {
  requirePermission(actor, 'window.change')
  await categoriesVerbs.setCategoryIcon(ctx, id, icon, async (ctx, before) => {
    assertSeen(before.icon, seenHash)
    await record(ctx, actor, 'window.icon', { type: 'category', id, name: before.name }, icon)
  })
}

/**
 * @param id null: a new group
 * @param text the words, with commas between them
 * @param seenHash of the group that the form showed; a new one replaces none
 * @throws ShopError "staff.forbidden", "page.outdated", and those of `synonyms.saveGroup`
 */
export async function saveSynonyms(
  ctx: Context,
  actor: Actor,
  id: number | null,
  text: string,
  seenHash: string,
): Promise<SynonymGroup> {
  requirePermission(actor, 'window.change')
  return saveGroup(ctx, id, text, async (ctx, group, before) => {
    if (before) assertSeen(before, seenHash)
    await record(ctx, actor, 'window.synonyms', { type: 'synonyms', id: group.id }, group.words.join(', '))
  })
}

/** @throws ShopError "staff.forbidden", "synonym.unknown", "page.outdated" */
export async function removeSynonyms(ctx: Context, actor: Actor, id: number, seenHash: string): Promise<void> {
  requirePermission(actor, 'window.change')
  await removeGroup(ctx, id, async (ctx, before) => {
    assertSeen(before, seenHash)
    await record(ctx, actor, 'window.removeSynonyms', { type: 'synonyms', id }, before.words.join(', '))
  })
}

/** What a shopper would find. @throws ShopError "staff.forbidden" */
export async function explainSearch(ctx: Context, actor: Actor, query: string): Promise<SearchExplanation> {
  requirePermission(actor, 'window.change')
  return synonyms.explainSearch(ctx, await getPreviewBranchId(ctx, actor), query)
}

/** As the home page shows it: a category's banner with the first product promoted there. */
async function withCategoryPicture(ctx: Context, actor: Actor, banner: Banner): Promise<Banner> {
  const category = (await listCategories(ctx)).find(({ slug }) => slug === banner.categorySlug)
  if (banner.pictureKey !== null || !category) return banner
  const [firstProduct] = await listPromotedProducts(ctx, await getPreviewBranchId(ctx, actor), category.id, 1)
  return { ...banner, pictureKey: firstProduct?.pictureKey ?? null }
}

/** Without a branch of their own: of a shopper without an address. */
async function getPreviewBranchId(ctx: Context, { branchId }: Actor): Promise<number> {
  return (await getBranchOrDefault(ctx, branchId ?? uncoveredBranchId)).id
}
