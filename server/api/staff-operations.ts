import { createBackofficeOrdersOperations } from '../backoffice/orders.operations.ts'
import { createBackofficeProblemsOperations } from '../backoffice/problems.operations.ts'
import { createBackofficeProductsOperations } from '../backoffice/products.operations.ts'
import { createStaffSessionOperations } from '../backoffice/staff-session.operations.ts'

/** The services that the entries need. */
type StaffServices = Parameters<typeof createBackofficeOrdersOperations>[0] &
  Parameters<typeof createBackofficeProblemsOperations>[0] &
  Parameters<typeof createBackofficeProductsOperations>[0] &
  Parameters<typeof createStaffSessionOperations>[0]

/**
 * The staff's registry: every call under /api/staff by its path, over the functions that the back office's pages call, too. What the store's
 * own systems need, by the scopes of their keys; all else only the back office's pages do.
 */
export function createStaffOperations(services: StaffServices) {
  return {
    ...createStaffSessionOperations(services),
    ...createBackofficeOrdersOperations(services),
    ...createBackofficeProblemsOperations(services),
    ...createBackofficeProductsOperations(services),
  }
}
