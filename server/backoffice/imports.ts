import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import type { Context } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import type { ImportSummary, PlannedChange } from '../platform/csv/checked-rows.ts'
import type { RowFault, TableColumns } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { createFileImporter, type ImportKind, type MassWithdrawal, runImport } from './import-run.ts'

// The catalogue and its offers by file. A file is tried first and waits in the data folder under a name that only who tried it
// knows, so that exactly its bytes are published: a form that carried it back would send megabytes twice, and could bring others.

/** What a file would do. */
export interface ImportPreview {
  /** Names the file among those of who tried it, until it is published or an hour has passed. */
  token: string
  kind: ImportKind
  /** Null where rows are refused: then nothing of the file is published. */
  expectedResult: ImportSummary | null
  faults: RowFault[]
  faultCount: number
  /** What people would not expect of the file, or of rows that would be taken. */
  notes: RowFault[]
  /** Where more than a tenth of the shop would leave. */
  withdrawal: MassWithdrawal | null
}

/** Bytes: some 30,000 products. Longer files are for the command line. */
const maxImportBytes = 10 * 1024 * 1024
/** Faults, and changes of each kind, that the page shows and the file for download has. */
const maxPreviewItems = 100
const maxDownloadItems = 5_000
const uploadLifetimeMinutes = 60

/** `catalogue-1-1773147600000-…`: what it is, whether it is the whole catalogue, when it was tried; the rest cannot be guessed. */
const tokenPattern = /^(catalogue|offers)-([01])-(\d{13})-[\w-]{32}$/

/** One at a time: each holds a file's rows in memory, and the database's lock while it is published. */
const createImportLimiter = () =>
  createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueueLength: 4,
    maxWaitMs: 20_000,
    createRefusal: () => new ShopError('import.busy', { retryAfterSeconds: 60 }),
  })

/** The columns of each kind of file. @throws ShopError "staff.forbidden" */
export function listColumnsByKind(actor: Actor): Record<ImportKind, TableColumns> {
  requirePermission(actor, 'products.import')
  return { catalogue: productColumns, offers: offerColumns }
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
  if (content.byteLength === 0) throw new ShopError('import.missing', { input: 'file' })
  if (content.byteLength > maxImportBytes) throw new ShopError('import.tooMuch', { input: 'file' })
  await eraseActorFiles(ctx, actor)
  const fileToken = `${kind}-${isWhole ? 1 : 0}-${ctx.clock.now().getTime()}-${randomBytes(24).toString('base64url')}`
  await mkdir(ctx.settings.uploadFolder, { recursive: true, mode: 0o700 })
  await writeFile(filePathOf(ctx, actor, fileToken), content, { flag: 'wx', mode: 0o600 })
  try {
    return await runPreview(ctx, actor, fileToken, maxPreviewItems)
  } catch (error) {
    await rm(filePathOf(ctx, actor, fileToken), { force: true })
    throw error
  }
}

async function runPreview(ctx: Context, actor: Actor, fileToken: string, maxFaults: number): Promise<ImportPreview> {
  const { kind, isWholeCatalogue, file } = await getStoredFile(ctx, actor, fileToken)
  const task = {
    databaseLocation: ctx.settings.databaseLocation,
    file,
    kind,
    isWholeCatalogue,
    actor,
    now: ctx.clock.now(),
    maxFaults,
  }
  const { result, withdrawal } = await ctx
    .memory(createImportLimiter)
    .run(() => runImport(ctx.memory(createFileImporter), { ...task, dryRun: true, maxWithdrawals: 0 }))
  const preview = { token: fileToken, kind, withdrawal, notes: result.notes ?? [] }
  if ('faults' in result)
    return { ...preview, expectedResult: null, faults: result.faults, faultCount: result.faultCount }
  return { ...preview, expectedResult: result, faults: [], faultCount: 0 }
}

/** What a kept file would do now. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function previewStoredFile(ctx: Context, actor: Actor, fileToken: string): Promise<ImportPreview> {
  requirePermission(actor, 'products.import')
  return runPreview(ctx, actor, fileToken, maxPreviewItems)
}

/** All faults of a kept file, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function listFaults(ctx: Context, actor: Actor, fileToken: string): Promise<RowFault[]> {
  requirePermission(actor, 'products.import')
  return (await runPreview(ctx, actor, fileToken, maxDownloadItems)).faults
}

/** What a kept file would change, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function listChanges(ctx: Context, actor: Actor, fileToken: string): Promise<PlannedChange[]> {
  requirePermission(actor, 'products.import')
  return (await runPreview(ctx, actor, fileToken, maxDownloadItems)).expectedResult?.changes ?? []
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
    const { kind, isWholeCatalogue, file } = await getStoredFile(ctx, actor, fileToken)
    const task = {
      databaseLocation: ctx.settings.databaseLocation,
      file,
      kind,
      isWholeCatalogue,
      actor,
      now: ctx.clock.now(),
      maxFaults: maxPreviewItems,
    }
    const { result } = await runImport(ctx.memory(createFileImporter), { ...task, dryRun: false, maxWithdrawals })
    if ('faults' in result) throw new ShopError('import.refused')
    await rm(file, { force: true })
    return result
  })
}

/** Erases files that nobody published within the hour. Called periodically. */
export async function eraseExpiredFiles(ctx: Context): Promise<void> {
  const fileNames = await readdir(ctx.settings.uploadFolder).catch(() => [])
  const expiredFileNames = fileNames.filter((name) => isExpired(ctx, name.replace(/^\d+-/, '')))
  await Promise.all(expiredFileNames.map((name) => rm(join(ctx.settings.uploadFolder, name), { force: true })))
}

async function eraseActorFiles(ctx: Context, actor: Actor): Promise<void> {
  const fileNames = await readdir(ctx.settings.uploadFolder).catch(() => [])
  const actorFileNames = fileNames.filter((name) => name.startsWith(`${actor.staffId}-`))
  await Promise.all(actorFileNames.map((name) => rm(join(ctx.settings.uploadFolder, name), { force: true })))
}

/** @throws ShopError "import.gone" */
async function getStoredFile(
  ctx: Context,
  actor: Actor,
  fileToken: string,
): Promise<{ kind: ImportKind; isWholeCatalogue: boolean; file: string }> {
  const [, kind, wholeFlag] = tokenPattern.exec(fileToken) ?? []
  if (kind === undefined || isExpired(ctx, fileToken)) throw new ShopError('import.gone')
  const file = filePathOf(ctx, actor, fileToken)
  if (!(await stat(file).catch(() => null))) throw new ShopError('import.gone')
  return { kind: kind as ImportKind, isWholeCatalogue: wholeFlag === '1', file }
}

function isExpired(ctx: Context, fileToken: string): boolean {
  const [, , , timestamp] = tokenPattern.exec(fileToken) ?? []
  return timestamp !== undefined && addMinutes(new Date(Number(timestamp)), uploadLifetimeMinutes) <= ctx.clock.now()
}

function filePathOf(ctx: Context, { staffId }: Actor, fileToken: string): string {
  return join(ctx.settings.uploadFolder, `${staffId}-${fileToken}`)
}
