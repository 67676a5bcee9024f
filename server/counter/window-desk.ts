import type { Coupon, Coupons } from '../bag/coupons.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Banner } from '../catalogue/shapes.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import type { Audit } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Parts {
  coupons: Coupons
  catalogue: Pick<Catalogue, 'banners' | 'changeBanner' | 'removeBanner'>
  delivery: Pick<Delivery, 'setNotice' | 'listNotices'>
  audit: Audit
}

export type WindowDesk = ReturnType<typeof openWindowDesk>

/** What shoppers see first, by the owner: coupons, the notice above every page, banners. */
export function openWindowDesk({ coupons, catalogue, delivery, audit }: Parts) {
  return { show, saveCoupon, removeCoupon, setNotice, changeBanner, removeBanner }

  /** @throws ShopError "staff.forbidden" */
  async function show(actor: Actor) {
    requirePermission(actor, 'window.change')
    const [found, banners, notices] = await Promise.all([coupons.list(), catalogue.banners(), delivery.listNotices()])
    return { coupons: found, banners, notices }
  }

  /** @throws ShopError "staff.forbidden" */
  async function saveCoupon(actor: Actor, coupon: Coupon): Promise<void> {
    requirePermission(actor, 'window.change')
    await coupons.save(coupon, (tx) => audit.record(tx, actor, 'window.coupon', `coupon ${coupon.code}`))
  }

  /** Orders that used it keep their price. @throws ShopError "staff.forbidden", "coupon.unknown" */
  async function removeCoupon(actor: Actor, code: string): Promise<void> {
    requirePermission(actor, 'window.change')
    const removed = await coupons.remove(code, (tx) => audit.record(tx, actor, 'window.removeCoupon', `coupon ${code}`))
    if (!removed) throw new ShopError('coupon.unknown')
  }

  /** @param branchId null: of all @throws ShopError "staff.forbidden" */
  async function setNotice(
    actor: Actor,
    branchId: number | null,
    sentence: string | null,
    until: string | null,
  ): Promise<void> {
    requirePermission(actor, 'window.change')
    await delivery.setNotice(branchId, sentence, until, (tx) =>
      audit.record(tx, actor, 'window.notice', branchId === null ? 'all branches' : `branch ${branchId}`),
    )
  }

  /** @throws ShopError "staff.forbidden", "banner.unknown" */
  async function changeBanner(
    actor: Actor,
    id: number,
    words: Pick<Banner, 'title' | 'text' | 'linkText'>,
  ): Promise<void> {
    requirePermission(actor, 'window.change')
    const changed = await catalogue.changeBanner(id, words, (tx) =>
      audit.record(tx, actor, 'window.banner', `banner ${id}`),
    )
    if (!changed) throw new ShopError('banner.unknown')
  }

  /** @throws ShopError "staff.forbidden", "banner.unknown" */
  async function removeBanner(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'window.change')
    const removed = await catalogue.removeBanner(id, (tx) =>
      audit.record(tx, actor, 'window.removeBanner', `banner ${id}`),
    )
    if (!removed) throw new ShopError('banner.unknown')
  }
}
