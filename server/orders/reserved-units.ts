import { sql } from 'kysely'
import type { ReservedUnitsQueryBuilder } from '../catalogue/stock.ts'
import { listStatusesIn } from './statuses.ts'

/** While what is not picked yet lies on the shelf: an order that waits for its customer has been put aside. */
const unpickedStatuses = listStatusesIn('unpaid', 'shop').filter((status) => status !== 'ready_for_pickup')

/** Units in the bag have left the shelf; those taken out were not on it. */
const unpickedUnitsSql = sql<number>`line.quantity - line.removed_units - coalesce(pick.units, 0)`

export const buildReservedUnitsQuery: ReservedUnitsQueryBuilder = ({ branchId, productId }) => sql`(
  select orders.branch_id, line.product_id, sum(case when ${unpickedUnitsSql} > 0 then ${unpickedUnitsSql} else 0 end) as units
  from orders
  join order_line as line on line.order_id = orders.id
  left join order_pick as pick on pick.order_id = orders.id and pick.product_id = line.product_id
  where orders.status in (${sql.join(unpickedStatuses)})
    ${branchId === undefined ? sql`` : sql`and orders.branch_id = ${branchId}`}
    ${productId === undefined ? sql`` : sql`and line.product_id = ${productId}`}
  group by orders.branch_id, line.product_id)`
