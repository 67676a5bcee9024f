import type { Transaction } from '../database/connection.ts'
import type { Imported } from '../platform/csv/checked-rows.ts'
import type { Audit } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'
import type { ImportKind } from './import-run.ts'

/** Writes an import's line into the audit trail, in its transaction. */
export function recordImport(audit: Audit, by: Actor, kind: ImportKind) {
  return (tx: Transaction, done: Imported) =>
    audit.record(tx, by, 'products.import', { type: 'import', id: kind }, detailOf(done))
}

/** `205 rows, 1 added, 3 changed, 0 returned, 12 withdrawn` */
function detailOf({ read, added, changed, returned = 0, withdrawn }: Imported): string {
  return `${read} rows, ${added} added, ${changed} changed, ${returned} returned, ${withdrawn} withdrawn`
}
