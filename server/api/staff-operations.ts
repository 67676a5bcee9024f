import { customerDeskOperations } from '../counter/customer-desk.operations.ts'
import { orderDeskOperations } from '../counter/order-desk.operations.ts'
import { ownerOperations } from '../counter/owner.operations.ts'
import { prescriptionDeskOperations } from '../counter/prescription-desk.operations.ts'
import { shelfDeskOperations } from '../counter/shelf-desk.operations.ts'
import { staffSessionOperations } from '../counter/staff-session.operations.ts'
import { webhookDeskOperations } from '../counter/webhook-desk.operations.ts'
import { windowDeskOperations } from '../counter/window-desk.operations.ts'

/** The desks that the entries need. */
type Desks = Parameters<typeof orderDeskOperations>[0] &
  Parameters<typeof customerDeskOperations>[0] &
  Parameters<typeof webhookDeskOperations>[0] &
  Parameters<typeof windowDeskOperations>[0] &
  Parameters<typeof ownerOperations>[0] &
  Parameters<typeof prescriptionDeskOperations>[0] &
  Parameters<typeof shelfDeskOperations>[0] &
  Parameters<typeof staffSessionOperations>[0]

/** The staff's registry: every call under /api/staff by its path, over the verbs that the counter's pages use too. */
export function openStaffOperations(desks: Desks) {
  return {
    ...staffSessionOperations(desks),
    ...orderDeskOperations(desks),
    ...prescriptionDeskOperations(desks),
    ...shelfDeskOperations(desks),
    ...customerDeskOperations(desks),
    ...webhookDeskOperations(desks),
    ...windowDeskOperations(desks),
    ...ownerOperations(desks),
  }
}
