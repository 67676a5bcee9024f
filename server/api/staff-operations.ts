import { orderDeskOperations } from '../backoffice/orders.operations.ts'
import { problemDeskOperations } from '../backoffice/problems.operations.ts'
import { shelfDeskOperations } from '../backoffice/products.operations.ts'
import { staffSessionOperations } from '../backoffice/staff-session.operations.ts'

/** The desks that the entries need. */
type Desks = Parameters<typeof orderDeskOperations>[0] &
  Parameters<typeof problemDeskOperations>[0] &
  Parameters<typeof shelfDeskOperations>[0] &
  Parameters<typeof staffSessionOperations>[0]

/**
 * The staff's registry: every call under /api/staff by its path, over the verbs that the counter's pages use too. What the store's
 * own systems need, by the scopes of their keys; all else is the counter's alone.
 */
export function openStaffOperations(desks: Desks) {
  return {
    ...staffSessionOperations(desks),
    ...orderDeskOperations(desks),
    ...problemDeskOperations(desks),
    ...shelfDeskOperations(desks),
  }
}
