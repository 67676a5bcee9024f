import { orderDeskOperations } from '../counter/order-desk.operations.ts'
import { problemDeskOperations } from '../counter/problem-desk.operations.ts'
import { shelfDeskOperations } from '../counter/shelf-desk.operations.ts'
import { staffSessionOperations } from '../counter/staff-session.operations.ts'

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
