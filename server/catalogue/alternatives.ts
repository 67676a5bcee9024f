import type { Database } from '../database/connection.ts'
import { fold } from '../platform/typed.ts'
import type { Catalogue } from './catalogue.ts'
import type { Product, ProductSummary } from './shapes.ts'

/** Generic and similar medicines in place of another one. */
export function openAlternatives({ query }: Database, catalogue: Catalogue) {
  return { findAlternatives }

  /**
   * Generic and similar medicines of the same active ingredient that the branch has in stock: those of the same form first
   * (for tablets, tablets before drops), then by price.
   *
   * None for a prescription item, and none that is one: suggesting it would be promotion (RDC 44/2009, art. 54).
   */
  async function findAlternatives(branchId: number, product: Product, limit: number): Promise<ProductSummary[]> {
    if (!product.isMedicine || product.requiresPrescription || !product.promoAllowed) return []
    const rows = await query
      .selectFrom('product')
      .innerJoin('offer', 'offer.product_id', 'product.id')
      .select(['product.id', 'product.presentation', 'offer.effective_price_cents'])
      .where('offer.branch_id', '=', branchId)
      .where('offer.out_of_stock', '=', 0)
      .where('product.active_ingredient', '=', product.activeIngredient)
      .where('product.id', '!=', product.id)
      .where('product.kind', 'in', ['generico', 'similar'])
      .where('product.requires_prescription', '=', 0)
      .where('product.promo_allowed', '=', 1)
      .where('product.sellable_online', '=', 1)
      .orderBy('offer.effective_price_cents')
      .orderBy('product.id')
      // More than `limit`, since those of the same form are picked afterwards.
      .limit(60)
      .execute()
    const form = formWords(product.presentation)
    const isSameForm = ({ presentation }: { presentation: string }) =>
      formWords(presentation).some((word) => form.includes(word))
    const chosen = [...rows.filter(isSameForm), ...rows.filter((row) => !isSameForm(row))].slice(0, limit)
    const found = await catalogue.findProducts(
      branchId,
      chosen.map(({ id }) => id),
    )
    return chosen.flatMap(({ id }) => found.get(id) ?? [])
  }
}

/** The long words of a presentation, which name its form: `500 mg, 20 comprimidos` gives `comprimido`. */
function formWords(presentation: string): string[] {
  return (fold(presentation).match(/\p{L}{5,}/gu) ?? []).map((word) => word.replace(/s$/, ''))
}
