import { type BagPromotionFileRow, exportBagPromotions } from '../catalogue/bag-promotions/bag-promotion-import.ts'
import * as bagPromotions from '../catalogue/bag-promotions/bag-promotions.ts'
import { parsePromotionPeriod } from '../catalogue/promotion-period.ts'
import type { Context } from '../context.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { loadSelection, toSeenSelection } from './promotion-selection.ts'

/** A promotion whose price depends on the bag, as it is typed: days of São Paulo, both included. */
export interface BagPromotionPlan {
  rule: string
  firstDay: string
  lastDay: string
}

/** Those that run or are planned, as the owner's page lists them, each with the hash of what is shown of it. */
export async function listBagPromotions(ctx: Context, actor: Actor) {
  requirePermission(actor, 'products.promote')
  const promotions = await bagPromotions.listBagPromotions(ctx)
  return promotions.map(({ rule, ...promotion }) => {
    const row = { ...promotion, title: rule.title }
    return { ...row, seenHash: toSeenHash(row) }
  })
}

/** The same as rows of the file that 'Importar arquivo' takes. */
export async function listBagPromotionRows(ctx: Context, actor: Actor): Promise<BagPromotionFileRow[]> {
  requirePermission(actor, 'products.promote')
  return exportBagPromotions(ctx)
}

/**
 * For all products of a search that may have one: no medicine may.
 * @returns of how many it is
 */
export const addBagPromotion = staffCommand({
  permission: 'products.promote',
  action: 'products.promoteBag',
  async run(ctx, _, term: string, { rule, firstDay, lastDay }: BagPromotionPlan, seenHash: string) {
    const selection = await loadSelection(ctx, term)
    assertSeen(toSeenSelection(selection), seenHash)
    const { products } = selection
    const productIds = products.flatMap(({ id, isMedicine }) => (isMedicine ? [] : [id]))
    const id = await bagPromotions.addBagPromotion(ctx, {
      rule,
      productIds,
      ...parsePromotionPeriod(ctx.clock.now(), firstDay, lastDay),
    })
    return { id, productCount: productIds.length }
  },
  audit: ({ id, productCount }, term, { rule }) => {
    return { type: 'bagPromotion', id, detail: `${rule}, ${productCount} products of "${term}"` }
  },
})

/** Orders that had it keep their price. */
export const removeBagPromotion = staffCommand({
  permission: 'products.promote',
  action: 'products.unpromoteBag',
  async run(ctx, _, id: number, seenHash: string) {
    const { rule, ...promotion } = await bagPromotions.removeBagPromotion(ctx, id)
    assertSeen({ ...promotion, title: rule.title }, seenHash)
    return { id, title: rule.title }
  },
  audit: ({ id, title }) => ({ type: 'bagPromotion', id, detail: title }),
})
