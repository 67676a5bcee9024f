import type { Row } from '../database/schema.ts'

/** What a change of an order costs besides. */
export type Surcharge = Pick<Row<'orderSurcharge'>, 'id' | 'orderId' | 'kind' | 'amountCents' | 'state' | 'dueAt'>
