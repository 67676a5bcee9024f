import { sql } from 'kysely'
import type { SoldUnitsQuery } from '../catalogue/low-stock.ts'
import { listStatusesIn } from './statuses.ts'

/** Units that customers kept of orders paid since an instant, by branch and product. @param branchId null: of all branches */
export function buildSoldUnitsQuery(since: Date, branchId: number | null): SoldUnitsQuery {
  return sql`(
    select orders.branch_id, line.product_id, sum(line.quantity - line.removed_units - line.returned_units) as units
    from orders
    join order_line as line on line.order_id = orders.id
    where orders.paid_at >= ${since.toISOString()}
      and orders.status not in (${sql.join(listStatusesIn('void'))})
      ${branchId === null ? sql`` : sql`and orders.branch_id = ${branchId}`}
    group by orders.branch_id, line.product_id)`
}
