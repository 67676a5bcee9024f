import { bagPromotionColumns } from '../catalogue/bag-promotions/bag-promotion-row.ts'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import type { Context } from '../context.ts'
import type { ImportSummary, PlannedChange } from '../platform/csv/checked-rows.ts'
import type { RowFault, TableColumns } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { createFileImporter, type ImportKind, type MassWithdrawal, runImport } from './import-run.ts'
import { createImportLimiter, eraseStoredUpload, getStoredUpload, storeUpload } from './stored-uploads.ts'

// The catalogue and its offers by file, which is tried first, then published (`stored-uploads.ts`).

/** What a file would do. */
export interface ImportPreview {
  /** Names the file among those of who tried it, until it is published or an hour has passed. */
  token: string
  kind: ImportKind
  /** Null where no row can be taken, or one of a whole catalogue: then nothing of the file is published. */
  expectedResult: ImportSummary | null
  /** Why rows are left out. */
  faults: RowFault[]
  faultCount: number
  /** What people would not expect of the file, or of rows that would be taken. */
  notes: RowFault[]
  /** Where more than a tenth of the shop would leave. */
  withdrawal: MassWithdrawal | null
}

/** Faults, notes, and changes of each kind that the page shows. */
export const maxPreviewItems = 100
/** Faults that a file of their own has: a whole catalogue's. */
export const maxFaultRows = 100_000
/** Changes of each kind that a file of their own has. */
export const maxChangeRows = 5_000

/** The columns of each kind of file. @throws ShopError "staff.forbidden" */
export function listColumnsByKind(actor: Actor): Record<ImportKind, TableColumns> {
  requirePermission(actor, 'products.import')
  return { catalogue: productColumns, offers: offerColumns, promotions: bagPromotionColumns }
}

/**
 * Keeps a file, and says what it would do. An earlier one of the same person is erased.
 * @throws ShopError "staff.forbidden", "import.missing", "import.tooMuch", "import.busy", and those of an unusable file
 */
export async function previewFile(
  ctx: Context,
  actor: Actor,
  { kind, isWhole, content }: { kind: ImportKind; isWhole: boolean; content: Uint8Array },
): Promise<ImportPreview> {
  requirePermission(actor, 'products.import')
  const fileToken = await storeUpload(ctx, actor, { kind, isChosen: isWhole, contents: [['file', content]] })
  try {
    return await runPreview(ctx, actor, fileToken, maxPreviewItems)
  } catch (error) {
    await eraseStoredUpload(ctx, actor, fileToken)
    throw error
  }
}

async function runPreview(ctx: Context, actor: Actor, fileToken: string, maxFaults: number): Promise<ImportPreview> {
  const task = await createTask(ctx, actor, fileToken, maxFaults)
  const { result, withdrawal } = await ctx
    .memory(createImportLimiter)
    .run(() => runImport(ctx.memory(createFileImporter), { ...task, dryRun: true, maxWithdrawals: 0 }))
  const preview = { token: fileToken, kind: task.kind, withdrawal, notes: result.notes ?? [] }
  if ('faults' in result)
    return { ...preview, expectedResult: null, faults: result.faults, faultCount: result.faultCount }
  const { refusals = [], refusedCount = 0 } = result
  return { ...preview, expectedResult: result, faults: refusals, faultCount: refusedCount }
}

/** @throws ShopError "import.gone" */
async function createTask(ctx: Context, actor: Actor, fileToken: string, maxFaults: number) {
  const { kind, isChosen, files } = await getStoredUpload(ctx, actor, fileToken)
  if (kind === 'promotions') requirePermission(actor, 'products.promote')
  return {
    databaseLocation: ctx.settings.databaseLocation,
    file: files[0] ?? '',
    kind: kind as ImportKind,
    isWholeCatalogue: isChosen,
    actor,
    now: ctx.clock.now(),
    maxFaults,
  }
}

/** What a kept file would do now. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function previewStoredFile(ctx: Context, actor: Actor, fileToken: string): Promise<ImportPreview> {
  requirePermission(actor, 'products.import')
  return runPreview(ctx, actor, fileToken, maxPreviewItems)
}

/** The faults of a kept file, for a file of their own: at most `maxFaultRows`. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function listFaults(ctx: Context, actor: Actor, fileToken: string): Promise<RowFault[]> {
  requirePermission(actor, 'products.import')
  return (await runPreview(ctx, actor, fileToken, maxFaultRows)).faults
}

/** What a kept file would change, for a file of their own: at most `maxChangeRows` of each kind. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function listChanges(ctx: Context, actor: Actor, fileToken: string): Promise<PlannedChange[]> {
  requirePermission(actor, 'products.import')
  return (await runPreview(ctx, actor, fileToken, maxChangeRows)).expectedResult?.changes ?? []
}

/**
 * Publishes the file that was tried; the audit trail's line is in its transaction.
 * @param maxWithdrawals how many products may leave, as the form asked, where that is more than a tenth of the shop
 * @throws ShopError "staff.forbidden", "import.gone", "import.busy", "import.withdrawsMany", "import.refused" when its rows
 *   do not fit the shop any more
 */
export async function publishFile(
  ctx: Context,
  actor: Actor,
  fileToken: string,
  maxWithdrawals: number,
): Promise<ImportSummary> {
  requirePermission(actor, 'products.import')
  return ctx.memory(createImportLimiter).run(async () => {
    const task = await createTask(ctx, actor, fileToken, maxPreviewItems)
    const { result } = await runImport(ctx.memory(createFileImporter), { ...task, dryRun: false, maxWithdrawals })
    if ('faults' in result) throw new ShopError('import.refused')
    await eraseStoredUpload(ctx, actor, fileToken)
    return result
  })
}
