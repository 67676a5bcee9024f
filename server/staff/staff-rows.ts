import { createHash } from 'node:crypto'
import type { Row } from '../database/schema.ts'
import type { Actor } from './roles.ts'

export function toActor(row: Row<'staff'>, clientNetwork: string): Actor {
  return { staffId: row.id, name: row.name, role: row.role, crf: row.crf, branchId: row.branchId, clientNetwork }
}

/** Only this is kept of a session's or an invitation's token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
