import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import type { ImportSummary, PlannedChange } from '../platform/csv/checked-rows.ts'
import type { RowFault, TableColumns } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { type FileImporter, type ImportKind, type MassWithdrawal, runImport } from './import-run.ts'

interface Deps {
  clock: Clock
  databaseLocation: string
  /** Where tried files wait to be published. */
  uploadFolder: string
  importFile: FileImporter
}

/** What a file would do. */
export interface ImportPreview {
  /** Names the file among those of who tried it, until it is published or an hour has passed. */
  token: string
  kind: ImportKind
  /** Null where rows are refused: then nothing of the file is published. */
  expectedResult: ImportSummary | null
  faults: RowFault[]
  faultCount: number
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

/**
 * The catalogue and its offers by file. A file is tried first and waits in the data folder under a name that only who tried it
 * knows, so that exactly its bytes are published: a form that carried it back would send megabytes twice, and could bring others.
 */
export function createBackofficeImportService({ clock, databaseLocation, uploadFolder, importFile }: Deps) {
  /** One at a time: each holds a file's rows in memory, and the database's lock while it is published. */
  const importLimiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueueLength: 4,
    maxWaitMs: 20_000,
    createRefusal: () => new ShopError('import.busy', { retryAfterSeconds: 60 }),
  })
  return { listColumnsByKind, previewFile, previewStoredFile, listFaults, listChanges, publishFile, eraseExpiredFiles }

  /** The columns of each kind of file. @throws ShopError "staff.forbidden" */
  function listColumnsByKind(actor: Actor): Record<ImportKind, TableColumns> {
    requirePermission(actor, 'products.import')
    return { catalogue: productColumns, offers: offerColumns }
  }

  /**
   * Keeps a file, and says what it would do. An earlier one of the same person is erased.
   * @throws ShopError "staff.forbidden", "import.missing", "import.tooMuch", "import.busy", and those of an unusable file
   */
  async function previewFile(
    actor: Actor,
    { kind, isWhole, content }: { kind: ImportKind; isWhole: boolean; content: Uint8Array },
  ): Promise<ImportPreview> {
    requirePermission(actor, 'products.import')
    if (content.byteLength === 0) throw new ShopError('import.missing', { input: 'file' })
    if (content.byteLength > maxImportBytes) throw new ShopError('import.tooMuch', { input: 'file' })
    await eraseActorFiles(actor)
    const fileToken = `${kind}-${isWhole ? 1 : 0}-${clock.now().getTime()}-${randomBytes(24).toString('base64url')}`
    await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
    await writeFile(filePathOf(actor, fileToken), content, { flag: 'wx', mode: 0o600 })
    try {
      return await runPreview(actor, fileToken, maxPreviewItems)
    } catch (error) {
      await rm(filePathOf(actor, fileToken), { force: true })
      throw error
    }
  }

  async function runPreview(actor: Actor, fileToken: string, maxFaults: number): Promise<ImportPreview> {
    const { kind, isWholeCatalogue, file } = await getStoredFile(actor, fileToken)
    const task = { databaseLocation, file, kind, isWholeCatalogue, actor, now: clock.now(), maxFaults }
    const { result, withdrawal } = await importLimiter.run(() =>
      runImport(importFile, { ...task, dryRun: true, maxWithdrawals: 0 }),
    )
    const preview = { token: fileToken, kind, withdrawal }
    if ('faults' in result) return { ...preview, expectedResult: null, ...result }
    return { ...preview, expectedResult: result, faults: [], faultCount: 0 }
  }

  /** What a kept file would do now. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function previewStoredFile(actor: Actor, fileToken: string): Promise<ImportPreview> {
    requirePermission(actor, 'products.import')
    return runPreview(actor, fileToken, maxPreviewItems)
  }

  /** All faults of a kept file, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function listFaults(actor: Actor, fileToken: string): Promise<RowFault[]> {
    requirePermission(actor, 'products.import')
    return (await runPreview(actor, fileToken, maxDownloadItems)).faults
  }

  /** What a kept file would change, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function listChanges(actor: Actor, fileToken: string): Promise<PlannedChange[]> {
    requirePermission(actor, 'products.import')
    return (await runPreview(actor, fileToken, maxDownloadItems)).expectedResult?.changes ?? []
  }

  /**
   * Publishes the file that was tried; the audit trail's line is in its transaction.
   * @param maxWithdrawals how many products may leave, as the form asked, where that is more than a tenth of the shop
   * @throws ShopError "staff.forbidden", "import.gone", "import.busy", "import.withdrawsMany", "import.refused" when its rows
   *   do not fit the shop any more
   */
  async function publishFile(actor: Actor, fileToken: string, maxWithdrawals: number): Promise<ImportSummary> {
    requirePermission(actor, 'products.import')
    return importLimiter.run(async () => {
      const { kind, isWholeCatalogue, file } = await getStoredFile(actor, fileToken)
      const task = {
        databaseLocation,
        file,
        kind,
        isWholeCatalogue,
        actor,
        now: clock.now(),
        maxFaults: maxPreviewItems,
      }
      const { result } = await runImport(importFile, { ...task, dryRun: false, maxWithdrawals })
      if ('faults' in result) throw new ShopError('import.refused')
      await rm(file, { force: true })
      return result
    })
  }

  /** Erases files that nobody published within the hour. Called periodically. */
  async function eraseExpiredFiles(): Promise<void> {
    const fileNames = await readdir(uploadFolder).catch(() => [])
    const expiredFileNames = fileNames.filter((name) => isExpired(name.replace(/^\d+-/, '')))
    await Promise.all(expiredFileNames.map((name) => rm(join(uploadFolder, name), { force: true })))
  }

  async function eraseActorFiles(actor: Actor): Promise<void> {
    const fileNames = await readdir(uploadFolder).catch(() => [])
    const actorFileNames = fileNames.filter((name) => name.startsWith(`${actor.staffId}-`))
    await Promise.all(actorFileNames.map((name) => rm(join(uploadFolder, name), { force: true })))
  }

  /** @throws ShopError "import.gone" */
  async function getStoredFile(
    actor: Actor,
    fileToken: string,
  ): Promise<{ kind: ImportKind; isWholeCatalogue: boolean; file: string }> {
    const [, kind, wholeFlag] = tokenPattern.exec(fileToken) ?? []
    if (kind === undefined || isExpired(fileToken)) throw new ShopError('import.gone')
    const file = filePathOf(actor, fileToken)
    if (!(await stat(file).catch(() => null))) throw new ShopError('import.gone')
    return { kind: kind as ImportKind, isWholeCatalogue: wholeFlag === '1', file }
  }

  function isExpired(fileToken: string): boolean {
    const [, , , timestamp] = tokenPattern.exec(fileToken) ?? []
    return timestamp !== undefined && addMinutes(new Date(Number(timestamp)), uploadLifetimeMinutes) <= clock.now()
  }

  function filePathOf({ staffId }: Actor, fileToken: string): string {
    return join(uploadFolder, `${staffId}-${fileToken}`)
  }
}
