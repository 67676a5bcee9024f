import { type BareContext, createDryRunContext } from '../context.ts'
import type { ImportSummary } from '../platform/csv/checked-rows.ts'
import { record } from '../staff/audit.ts'
import type { Actor } from '../staff/roles.ts'
import type { ImportKind } from './import-run.ts'

/** What a command imports, too. */
export type AuditedImport = ImportKind | 'assembly' | 'banners' | 'branches' | 'gains'

/**
 * On which a file is taken in: the transaction that publishes it ends with the audit trail's line, that of a dry run is undone.
 * An import stages its rows outside of that transaction, which would keep the shop waiting for a long file.
 */
export function createImportContext<Ctx extends BareContext & { isTransaction?: never }>(
  ctx: Ctx,
  actor: Actor,
  kind: AuditedImport,
  dryRun: boolean,
): Ctx {
  if (dryRun) return createDryRunContext(ctx)
  return {
    ...ctx,
    transact<Result>(work: Parameters<typeof ctx.transact<Result>>[0]): Promise<Result> {
      return ctx.transact<Result>(async (ctx) => {
        const result = await work(ctx)
        if (isSummary(result)) await recordImport(ctx, actor, kind, result)
        return result
      })
    },
  }
}

/** Not of a file that is refused. */
function isSummary(result: unknown): result is ImportSummary {
  return result instanceof Object && 'read' in result
}

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
