import { userInfo } from 'node:os'
import type { Actor } from '../staff/roles.ts'

/** Whoever has access to the machine, named after their account on it: for operations that check permissions, and the audit trail. */
export function createOperatorActor(): Actor {
  return { staffId: null, name: userInfo().username, role: 'operator', crf: null, branchId: null, clientNetwork: 'cli' }
}
