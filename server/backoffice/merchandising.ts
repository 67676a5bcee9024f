import type { Coupon } from '../bag/coupon.ts'
import type { CouponService } from '../bag/coupons.ts'
import type { BannerPictureService } from '../catalogue/banner-pictures.ts'
import type { BannerTexts } from '../catalogue/banner-texts.ts'
import type { NewBanner } from '../catalogue/banners.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { EmptySearchLog } from '../catalogue/empty-searches.ts'
import type { SearchExplanation, SynonymGroup } from '../catalogue/synonyms.ts'
import type { Banner } from '../catalogue/types.ts'
import { type DeliveryService, uncoveredBranchId } from '../delivery/delivery.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  clock: Clock
  coupons: CouponService
  catalogue: Pick<
    Catalogue,
    | 'listBanners'
    | 'previewBanner'
    | 'addBanner'
    | 'changeBannerTexts'
    | 'moveBanner'
    | 'removeBanner'
    | 'listCategories'
    | 'setCategoryIcon'
    | 'listPromotedProducts'
    | 'synonyms'
  >
  bannerPictures: BannerPictureService
  emptySearchLog: Pick<EmptySearchLog, 'listByDay'>
  delivery: Pick<DeliveryService, 'setBranchNotice' | 'listBranchNotices' | 'getBranchOrDefault'>
  audit: AuditLog
}

export type MerchandisingService = ReturnType<typeof createMerchandisingService>

/** What shoppers see first, by the owner: coupons, the notice above every page, banners, categories' icons, what a search finds. */
export function createMerchandisingService({
  clock,
  coupons,
  catalogue,
  bannerPictures,
  emptySearchLog,
  delivery,
  audit,
}: Deps) {
  const { synonyms } = catalogue
  return {
    loadOverview,
    saveCoupon,
    removeCoupon,
    setNotice,
    previewBanner,
    addBanner,
    changeBannerTexts,
    moveBanner,
    removeBanner,
    changeBannerPicture,
    removeBannerPicture,
    setCategoryIcon,
    saveSynonyms,
    removeSynonyms,
    explainSearch,
  }

  /** @throws ShopError "staff.forbidden" */
  async function loadOverview(actor: Actor) {
    requirePermission(actor, 'window.change')
    const [couponList, banners, bannerIdsWithPicture, categories, notices, synonymGroups, emptySearchList] =
      await Promise.all([
        coupons.listCoupons(),
        catalogue.listBanners(),
        bannerPictures.listBannerIdsWithPicture(),
        catalogue.listCategories(),
        delivery.listBranchNotices(),
        synonyms.listGroups(),
        emptySearchLog.listByDay(toShopDay(clock.now())),
      ])
    return {
      coupons: couponList,
      banners: await Promise.all(banners.map((banner) => withCategoryPicture(actor, banner))),
      bannerIdsWithPicture,
      categories,
      notices,
      synonyms: synonymGroups,
      emptySearches: emptySearchList,
    }
  }

  /** @throws ShopError "staff.forbidden" */
  async function saveCoupon(actor: Actor, coupon: Coupon): Promise<void> {
    requirePermission(actor, 'window.change')
    await coupons.saveCoupon(coupon, (tx) =>
      audit.record(tx, actor, 'window.coupon', { type: 'coupon', id: coupon.code }),
    )
  }

  /** Orders that used it keep their price. @throws ShopError "staff.forbidden", "coupon.unknown" */
  async function removeCoupon(actor: Actor, code: string): Promise<void> {
    requirePermission(actor, 'window.change')
    const wasRemoved = await coupons.removeCoupon(code, (tx) =>
      audit.record(tx, actor, 'window.removeCoupon', { type: 'coupon', id: code }),
    )
    if (!wasRemoved) throw new ShopError('coupon.unknown')
  }

  /** @param branchId null: of all @throws ShopError "staff.forbidden", "notice.past" */
  async function setNotice(
    actor: Actor,
    branchId: number | null,
    text: string | null,
    lastDay: string | null,
  ): Promise<void> {
    requirePermission(actor, 'window.change')
    await delivery.setBranchNotice(branchId, text, lastDay, (tx) =>
      audit.record(tx, actor, 'window.notice', { type: 'branch', id: branchId }),
    )
  }

  /** As it would be. @throws ShopError "staff.forbidden", and those of `catalogue.previewBanner` */
  async function previewBanner(actor: Actor, banner: NewBanner): Promise<Banner> {
    requirePermission(actor, 'window.change')
    return withCategoryPicture(actor, await catalogue.previewBanner(banner))
  }

  /** After the others. @returns its id @throws ShopError "staff.forbidden", and those of `catalogue.addBanner` */
  async function addBanner(actor: Actor, banner: NewBanner): Promise<number> {
    requirePermission(actor, 'window.change')
    return catalogue.addBanner(banner, (tx, id) => audit.record(tx, actor, 'window.newBanner', { type: 'banner', id }))
  }

  /** @throws ShopError "staff.forbidden", "banner.unknown" */
  async function moveBanner(actor: Actor, id: number, direction: 'up' | 'down'): Promise<void> {
    requirePermission(actor, 'window.change')
    const wasMoved = await catalogue.moveBanner(id, direction, (tx) =>
      audit.record(tx, actor, 'window.moveBanner', { type: 'banner', id }, direction),
    )
    if (!wasMoved) throw new ShopError('banner.unknown')
  }

  /** @throws ShopError "staff.forbidden", "banner.unknown", "banner.empty", "banner.tooLong" */
  async function changeBannerTexts(actor: Actor, id: number, texts: BannerTexts): Promise<void> {
    requirePermission(actor, 'window.change')
    const wasChanged = await catalogue.changeBannerTexts(id, texts, (tx) =>
      audit.record(tx, actor, 'window.banner', { type: 'banner', id }),
    )
    if (!wasChanged) throw new ShopError('banner.unknown')
  }

  /** @throws ShopError "staff.forbidden", "banner.unknown" */
  async function removeBanner(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'window.change')
    const wasRemoved = await catalogue.removeBanner(id, (tx) =>
      audit.record(tx, actor, 'window.removeBanner', { type: 'banner', id }),
    )
    if (!wasRemoved) throw new ShopError('banner.unknown')
  }

  /** Its own, in the place of its product's. @throws ShopError "staff.forbidden", "banner.unknown", and those of the picture */
  async function changeBannerPicture(actor: Actor, id: number, content: Uint8Array): Promise<void> {
    requirePermission(actor, 'window.change')
    await bannerPictures.changePicture(id, content, (tx) =>
      audit.record(tx, actor, 'window.bannerPicture', { type: 'banner', id }),
    )
  }

  /** It shows its product's again, if it leads to one. @throws ShopError "staff.forbidden", "banner.unknown" */
  async function removeBannerPicture(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'window.change')
    await bannerPictures.removePicture(id, (tx) =>
      audit.record(tx, actor, 'window.removeBannerPicture', { type: 'banner', id }),
    )
  }

  /** @throws ShopError "staff.forbidden", "category.unknown", "category.icon" */
  async function setCategoryIcon(actor: Actor, id: number, icon: string): Promise<void> {
    requirePermission(actor, 'window.change')
    await catalogue.setCategoryIcon(id, icon, (tx, { name }) =>
      audit.record(tx, actor, 'window.icon', { type: 'category', id, name }, icon),
    )
  }

  /**
   * @param id null: a new group
   * @param text the words, with commas between them
   * @throws ShopError "staff.forbidden", and those of `synonyms.save`
   */
  async function saveSynonyms(actor: Actor, id: number | null, text: string): Promise<SynonymGroup> {
    requirePermission(actor, 'window.change')
    return synonyms.saveGroup(id, text, (tx, group) =>
      audit.record(tx, actor, 'window.synonyms', { type: 'synonyms', id: group.id }, group.words.join(', ')),
    )
  }

  /** @throws ShopError "staff.forbidden", "synonym.unknown" */
  async function removeSynonyms(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'window.change')
    await synonyms.removeGroup(id, (tx, removedGroup) =>
      audit.record(tx, actor, 'window.removeSynonyms', { type: 'synonyms', id }, removedGroup.words.join(', ')),
    )
  }

  /** What a shopper would find. @throws ShopError "staff.forbidden" */
  async function explainSearch(actor: Actor, query: string): Promise<SearchExplanation> {
    requirePermission(actor, 'window.change')
    return synonyms.explainSearch(await getPreviewBranchId(actor), query)
  }

  /** As the home page shows it: a category's banner with the first product promoted there. */
  async function withCategoryPicture(actor: Actor, banner: Banner): Promise<Banner> {
    const category = (await catalogue.listCategories()).find(({ slug }) => slug === banner.categorySlug)
    if (banner.pictureKey !== null || !category) return banner
    const [firstProduct] = await catalogue.listPromotedProducts(await getPreviewBranchId(actor), category.id, 1)
    return { ...banner, pictureKey: firstProduct?.pictureKey ?? null }
  }

  /** Without a branch of their own: of a shopper without an address. */
  async function getPreviewBranchId({ branchId }: Actor): Promise<number> {
    return (await delivery.getBranchOrDefault(branchId ?? uncoveredBranchId)).id
  }
}
