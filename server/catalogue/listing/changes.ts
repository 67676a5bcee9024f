import type { ChangedOffer } from '../../database/shown-changes.ts'

/** What places and filters know of a product: it stays as it is while nothing changes but offers. */
export const knownColumns = [
  'brand',
  'active_ingredient',
  'kind',
  'requires_prescription',
  'category_id',
  'subcategory_id',
] as const

/** A price, stock or sale that has changed, and what is known of its product. */
export type Change = ChangedOffer<(typeof knownColumns)[number]>
