import type { Row } from '../database/schema.ts'

/** What a change of an order costs besides. */
export interface Surcharge {
  id: number
  orderId: number
  kind: Row<'orderSurcharge'>['kind']
  amountCents: number
  state: Row<'orderSurcharge'>['state']
  dueAt: Date
}
