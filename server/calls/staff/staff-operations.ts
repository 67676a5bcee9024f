import { orderChangesOperations } from './order-changes.operations.ts'
import { backofficeOrdersOperations } from './orders.operations.ts'
import { backofficeProblemsOperations } from './problems.operations.ts'
import { backofficeProductsOperations } from './products.operations.ts'
import { staffSessionOperations } from './staff-session.operations.ts'

/**
 * The staff's registry: every call under /api/staff by its path, over the functions that the back office's pages call, too. What the store's
 * own systems need, by the scopes of their keys; all else only the back office's pages do.
 */
export const staffOperations = {
  ...staffSessionOperations,
  ...backofficeOrdersOperations,
  ...orderChangesOperations,
  ...backofficeProblemsOperations,
  ...backofficeProductsOperations,
}
