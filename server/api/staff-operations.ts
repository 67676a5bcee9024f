import { backofficeOrdersOperations } from '../backoffice/orders.operations.ts'
import { backofficeProblemsOperations } from '../backoffice/problems.operations.ts'
import { backofficeProductsOperations } from '../backoffice/products.operations.ts'
import { staffSessionOperations } from '../backoffice/staff-session.operations.ts'

/** The desks that the entries need. */
type Services = Parameters<typeof backofficeOrdersOperations>[0] &
  Parameters<typeof backofficeProblemsOperations>[0] &
  Parameters<typeof backofficeProductsOperations>[0] &
  Parameters<typeof staffSessionOperations>[0]

/**
 * The staff's registry: every call under /api/staff by its path, over the verbs that the counter's pages use too. What the store's
 * own systems need, by the scopes of their keys; all else is the counter's alone.
 */
export function createStaffOperations(services: Services) {
  return {
    ...staffSessionOperations(services),
    ...backofficeOrdersOperations(services),
    ...backofficeProblemsOperations(services),
    ...backofficeProductsOperations(services),
  }
}
