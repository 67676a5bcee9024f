import type { BareContext } from '../bare-context.ts'
import type { ImportSummary } from '../platform/csv/checked-rows.ts'
import { record } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'
import type { ImportKind } from './import-run.ts'

/** What a command imports, too. */
export type AuditedImport = ImportKind | 'banners' | 'branches' | 'gains'

/** Writes an import's line into the audit trail, in its transaction. */
export function recordImport(
  ctx: BareContext,
  actor: Actor,
  kind: AuditedImport,
  result: ImportSummary,
): Promise<void> {
  return record(ctx, actor, 'products.import', { type: 'import', id: kind }, formatAuditDetail(result))
}

/** `205 rows, 1 added, 3 changed, 0 returned, 12 withdrawn` */
function formatAuditDetail({ read, added, changed, returned = 0, withdrawn }: ImportSummary): string {
  return `${read} rows, ${added} added, ${changed} changed, ${returned} returned, ${withdrawn} withdrawn`
}
