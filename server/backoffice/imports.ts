import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { offerColumns } from '../catalogue/import/offer-row.ts'
import { productColumns } from '../catalogue/import/product-row.ts'
import { type Clock, minutesAfter } from '../platform/clock.ts'
import { createConcurrencyLimit } from '../platform/concurrency.ts'
import type { Imported, PlannedChange } from '../platform/csv/checked-rows.ts'
import type { Columns, RowFault } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { type ImportFile, type ImportKind, runImport, type Withdrawal } from './import-run.ts'

interface Deps {
  clock: Clock
  databaseLocation: string
  /** Where tried files wait to be published. */
  folder: string
  importFile: ImportFile
}

/** What a file would do. */
export interface Trial {
  /** Names the file among those of who tried it, until it is published or an hour has passed. */
  token: string
  kind: ImportKind
  /** Null where rows are refused: then nothing of the file is published. */
  would: Imported | null
  faults: RowFault[]
  faultCount: number
  /** Where more than a tenth of the shop would leave. */
  withdrawal: Withdrawal | null
}

/** Bytes: some 30,000 products. Longer files are for the command line. */
const maxImportBytes = 10 * 1024 * 1024
/** Faults, and changes of each kind, that the page shows and the file for download has. */
const maxShown = 100
const maxListed = 5_000
const keptMinutes = 60

/** `catalogue-1-1773147600000-…`: what it is, whether it is the whole catalogue, when it was tried; the rest cannot be guessed. */
const tokenForm = /^(catalogue|offers)-([01])-(\d{13})-[\w-]{32}$/

/**
 * The catalogue and its offers by file. A file is tried first and waits in the data folder under a name that only who tried it
 * knows, so that exactly its bytes are published: a form that carried it back would send megabytes twice, and could bring others.
 */
export function createBackofficeImports({ clock, databaseLocation, folder, importFile }: Deps) {
  /** One at a time: each holds a file's rows in memory, and the database's lock while it is published. */
  const turns = createConcurrencyLimit({
    maxConcurrent: 1,
    maxWaiting: 4,
    maxWaitMs: 20_000,
    createError: () => new ShopError('import.busy', { retryAfterSeconds: 60 }),
  })
  return { describeFiles, tryFile, tryAgain, listFaults, listChanges, publish, eraseOld }

  /** The columns of each kind of file. @throws ShopError "staff.forbidden" */
  function describeFiles(by: Actor): Record<ImportKind, Columns> {
    requirePermission(by, 'products.import')
    return { catalogue: productColumns, offers: offerColumns }
  }

  /**
   * Keeps a file, and says what it would do. An earlier one of the same person is erased.
   * @throws ShopError "staff.forbidden", "import.missing", "import.tooMuch", "import.busy", and those of an unusable file
   */
  async function tryFile(
    by: Actor,
    { kind, isWhole, content }: { kind: ImportKind; isWhole: boolean; content: Uint8Array },
  ): Promise<Trial> {
    requirePermission(by, 'products.import')
    if (content.byteLength === 0) throw new ShopError('import.missing', { input: 'file' })
    if (content.byteLength > maxImportBytes) throw new ShopError('import.tooMuch', { input: 'file' })
    await eraseOf(by)
    const token = `${kind}-${isWhole ? 1 : 0}-${clock.now().getTime()}-${randomBytes(24).toString('base64url')}`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(fileOf(by, token), content, { flag: 'wx', mode: 0o600 })
    try {
      return await rehearse(by, token, maxShown)
    } catch (error) {
      await rm(fileOf(by, token), { force: true })
      throw error
    }
  }

  async function rehearse(by: Actor, token: string, maxFaults: number): Promise<Trial> {
    const { kind, isWhole, file } = await find(by, token)
    const task = { databaseLocation, file, kind, isWhole, by, now: clock.now(), maxFaults }
    const { result, withdrawal } = await turns.run(() =>
      runImport(importFile, { ...task, dryRun: true, mayWithdraw: 0 }),
    )
    const trial = { token, kind, withdrawal }
    if ('faults' in result) return { ...trial, would: null, ...result }
    return { ...trial, would: result, faults: [], faultCount: 0 }
  }

  /** What a kept file would do now. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function tryAgain(by: Actor, token: string): Promise<Trial> {
    requirePermission(by, 'products.import')
    return rehearse(by, token, maxShown)
  }

  /** All faults of a kept file, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function listFaults(by: Actor, token: string): Promise<RowFault[]> {
    requirePermission(by, 'products.import')
    return (await rehearse(by, token, maxListed)).faults
  }

  /** What a kept file would change, for a file of their own. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
  async function listChanges(by: Actor, token: string): Promise<PlannedChange[]> {
    requirePermission(by, 'products.import')
    return (await rehearse(by, token, maxListed)).would?.changes ?? []
  }

  /**
   * Publishes the file that was tried; the audit trail's line is in its transaction.
   * @param mayWithdraw how many products may leave, as the form asked, where that is more than a tenth of the shop
   * @throws ShopError "staff.forbidden", "import.gone", "import.busy", "import.withdrawsMany", "import.refused" when its rows
   *   do not fit the shop any more
   */
  async function publish(by: Actor, token: string, mayWithdraw: number): Promise<Imported> {
    requirePermission(by, 'products.import')
    return turns.run(async () => {
      const { kind, isWhole, file } = await find(by, token)
      const task = { databaseLocation, file, kind, isWhole, by, now: clock.now(), maxFaults: maxShown }
      const { result } = await runImport(importFile, { ...task, dryRun: false, mayWithdraw })
      if ('faults' in result) throw new ShopError('import.refused')
      await rm(file, { force: true })
      return result
    })
  }

  /** Erases files that nobody published within the hour. Called periodically. */
  async function eraseOld(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    const old = names.filter((name) => isOver(name.replace(/^\d+-/, '')))
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  }

  async function eraseOf(by: Actor): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    const ownFiles = names.filter((name) => name.startsWith(`${by.staffId}-`))
    await Promise.all(ownFiles.map((name) => rm(join(folder, name), { force: true })))
  }

  /** @throws ShopError "import.gone" */
  async function find(by: Actor, token: string): Promise<{ kind: ImportKind; isWhole: boolean; file: string }> {
    const [, kind, whole] = tokenForm.exec(token) ?? []
    if (kind === undefined || isOver(token)) throw new ShopError('import.gone')
    const file = fileOf(by, token)
    if (!(await stat(file).catch(() => null))) throw new ShopError('import.gone')
    return { kind: kind as ImportKind, isWhole: whole === '1', file }
  }

  function isOver(token: string): boolean {
    const [, , , at] = tokenForm.exec(token) ?? []
    return at !== undefined && minutesAfter(new Date(Number(at)), keptMinutes) <= clock.now()
  }

  function fileOf({ staffId }: Actor, token: string): string {
    return join(folder, `${staffId}-${token}`)
  }
}
