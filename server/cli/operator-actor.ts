import { userInfo } from 'node:os'
import type { Actor } from '../staff/roles.ts'

/** Whoever has the machine: named after their account on it, for the verbs that check who acts and for the audit trail. */
export function createOperatorActor(): Actor {
  return { staffId: null, name: userInfo().username, role: 'operator', crf: null, branchId: null, network: 'cli' }
}
