import type { Transaction } from '../database/connection.ts'
import type { ImportSummary } from '../platform/csv/checked-rows.ts'
import type { AuditLog } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'
import type { ImportKind } from './import-run.ts'

/** Writes an import's line into the audit trail, in its transaction. */
export function createImportAuditRecorder(audit: AuditLog, actor: Actor, kind: ImportKind) {
  return (tx: Transaction, result: ImportSummary) =>
    audit.record(tx, actor, 'products.import', { type: 'import', id: kind }, formatAuditDetail(result))
}

/** `205 rows, 1 added, 3 changed, 0 returned, 12 withdrawn` */
function formatAuditDetail({ read, added, changed, returned = 0, withdrawn }: ImportSummary): string {
  return `${read} rows, ${added} added, ${changed} changed, ${returned} returned, ${withdrawn} withdrawn`
}
