import { type Kysely, type RawBuilder, sql } from 'kysely'
import { int } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** What is left of an order, told by its own rows: each line's share of the coupon, its returned units, a fee that went back. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('orders')
    .addColumn('delivery_refunded_cents', int, (c) =>
      c.notNull().defaultTo(0).check(sql`delivery_refunded_cents between 0 and delivery_charge_cents`),
    )
    .execute()
  await schema
    .alterTable('order_line')
    .addColumn('coupon_cents', int, (c) => c.notNull().defaultTo(0).check(sql`coupon_cents >= 0`))
    .execute()
  await schema
    .alterTable('order_line')
    .addColumn('returned_units', int, (c) =>
      c.notNull().defaultTo(0).check(sql`returned_units between 0 and quantity - removed_units`),
    )
    .execute()
  const readJson = (column: string, key: string) =>
    engine === 'postgres'
      ? sql`(cast(${sql.ref(column)} as json) ->> ${sql.lit(key)})`
      : sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${key}`)})`
  const replacementId = sql`cast(${readJson('order_proposal.offer', 'productId')} as integer)`
  await shareCoupons(db, replacementId)
  await sql`update order_line set returned_units =
      case when returned.units > quantity - removed_units then quantity - removed_units else returned.units end
    from (
      select order_event.order_id, item.product_id, sum(item.units) as units
      from order_event join order_problem_item as item
        on item.problem_id = cast(${readJson('order_event.data', 'problemId')} as integer)
      where order_event.kind = 'answerProblem' and ${readJson('order_event.data', 'decision')} = 'grant'
      group by order_event.order_id, item.product_id
    ) as returned
    where returned.order_id = order_line.order_id and returned.product_id = order_line.product_id`.execute(db)
  // An order that is picked up has no fee of its own: one that has was moved, and its fee went back.
  await sql`update orders set delivery_refunded_cents = delivery_charge_cents where order_type = 'pickup'`.execute(db)
  // The cashback of an order is lowered as often as units come back: under the order's lock, down to what is due.
  await schema.dropIndex('ledger_entry_once_per_order').execute()
  await sql`create unique index ledger_entry_once_per_order on ledger_entry (order_id, kind, coalesce(gain_id, 0))
    where order_id is not null and kind not in ('part_returned', 'cashback_returned')`.execute(db)
  await sql`create index ledger_entry_by_order on ledger_entry (order_id) where order_id is not null`.execute(db)
}

/** Divides each order's coupon among its lines that may be promoted; what came in place of others takes over their share. */
async function shareCoupons(db: Kysely<unknown>, replacementId: RawBuilder<unknown>): Promise<void> {
  await sql`with
    original as (
      select order_line.order_id, order_line.product_id, cast(coupon_discount_cents as bigint) as coupon,
        cast(price_cents as bigint) * quantity as whole,
        case when promo_allowed = 1 then cast(price_cents as bigint) * quantity else 0 end as promotable
      from order_line join orders on orders.id = order_line.order_id join product on product.id = order_line.product_id
      where coupon_discount_cents > 0 and not exists (
        select 1 from order_proposal where order_proposal.order_id = order_line.order_id
          and order_proposal.state = 'accepted' and ${replacementId} = order_line.product_id)
    ),
    weighted as (
      select order_id, product_id, coupon,
        case when sum(promotable) over (partition by order_id) > coupon then promotable else whole end as weight
      from original
    ),
    summed as (
      select order_id, product_id, coupon, weight,
        cast(sum(weight) over (partition by order_id order by product_id) as bigint) as reached,
        cast(sum(weight) over (partition by order_id) as bigint) as total
      from weighted
    )
    update order_line
    set coupon_cents = coupon * reached / total - coupon * (reached - weight) / total
    from summed
    where total > 0 and summed.order_id = order_line.order_id and summed.product_id = order_line.product_id`.execute(db)
  await sql`update order_line set coupon_cents = share.cents
    from (
      select replacement.order_id, replacement.product_id,
        cast(replaced.coupon_cents as bigint) * order_proposal.units * replacement.price_cents
          / (cast(replaced.price_cents as bigint) * replaced.quantity) as cents
      from order_proposal
        join order_line as replaced
          on replaced.order_id = order_proposal.order_id and replaced.product_id = order_proposal.product_id
        join order_line as replacement
          on replacement.order_id = order_proposal.order_id and replacement.product_id = ${replacementId}
      where order_proposal.state = 'accepted' and replaced.price_cents > 0
    ) as share
    where share.order_id = order_line.order_id and share.product_id = order_line.product_id`.execute(db)
}
