import { z } from 'zod'
import type { AssemblySummary } from '../catalogue/assembly/assemble-catalogue.ts'
import { type TillColumn, type TillColumnIndexes, tillColumns } from '../catalogue/assembly/till-columns.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { type AssemblyTask, createFileImporter, runImport } from './import-run.ts'
import { createImportLimiter, eraseStoredUpload, getStoredUpload, storeUpload } from './stored-uploads.ts'

// The catalogue of a till's file and the CMED's list, which is tried first, then published.

const text = z.string().default('')

/** A till's rows that a page waits for: a minute or two. The command takes any number. */
const maxPageRows = 50_000

/** Of each column of the till the place of the file's; '' for none. */
const columnInputs = Object.fromEntries(tillColumns.map((column) => [`${column}Column`, text])) as Record<
  `${TillColumn}Column`,
  typeof text
>

const AssemblyFiles = z.object({
  till: z.any().meta({ isRequired: true }),
  list: z.any().meta({ isRequired: true }),
  branch: text,
})

const AssemblyChoice = z
  .object({ token: text, branch: text, ...columnInputs })
  .transform(({ token, branch, ...columns }) => ({
    token,
    choice: { branchId: Number(branch) || null, columns: readColumns(columns) },
  }))

export const assemblyForms = { AssemblyFiles, AssemblyChoice }

/** How the till's file is to be read. */
export interface AssemblyChoices {
  /** The branch of all rows; null: its column tells. */
  branchId: number | null
  /** Null: by their names. */
  columns: TillColumnIndexes | null
}

export interface AssemblyPreview {
  /** Names the files among those of who tried them, until they are published or an hour has passed. */
  token: string
  choice: AssemblyChoices
  /** The file's columns, a cell of each, and what they were taken for. */
  till: AssemblySummary['till']
  /** Null where a column that nothing can be done without was not found. */
  summary: AssemblySummary | null
}

function readColumns(inputs: Record<`${TillColumn}Column`, string>): TillColumnIndexes | null {
  const entries = tillColumns.flatMap((column) => {
    const place = inputs[`${column}Column`]
    return /^\d{1,3}$/.test(place) ? [[column, Number(place)] as const] : []
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * Keeps the files, and says what they would do.
 * @throws ShopError "staff.forbidden", "import.missing", "import.tooMuch", "import.busy", and those of an unusable file
 */
export async function previewFiles(
  ctx: Context,
  actor: Actor,
  files: { till: Uint8Array; list: Uint8Array; branchId: number | null },
): Promise<AssemblyPreview> {
  requirePermission(actor, 'products.import')
  const { till, list, branchId } = files
  const contents: [string, Uint8Array][] = [
    ['till', till],
    ['list', list],
  ]
  const token = await storeUpload(ctx, actor, { kind: 'assembly', isChosen: false, contents })
  try {
    return await runPreview(ctx, actor, token, { branchId, columns: null })
  } catch (error) {
    await eraseStoredUpload(ctx, actor, token)
    throw error
  }
}

/** What kept files would do, read as chosen. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function previewStoredFiles(
  ctx: Context,
  actor: Actor,
  token: string,
  choice: AssemblyChoices,
): Promise<AssemblyPreview> {
  requirePermission(actor, 'products.import')
  return runPreview(ctx, actor, token, choice)
}

/** Every row that is refused, or taken otherwise than it stands. @throws ShopError "staff.forbidden", "import.gone", "import.busy" */
export async function listAssemblyNotes(
  ctx: Context,
  actor: Actor,
  token: string,
  choice: AssemblyChoices,
): Promise<RowFault[]> {
  requirePermission(actor, 'products.import')
  return (await runPreview(ctx, actor, token, choice)).summary?.rowNotes ?? []
}

async function runPreview(
  ctx: Context,
  actor: Actor,
  token: string,
  choice: AssemblyChoices,
): Promise<AssemblyPreview> {
  const task = await createTask(ctx, actor, token, choice)
  try {
    const summary = await runAssembly(ctx, { ...task, dryRun: true })
    return { token, choice, till: summary.till, summary }
  } catch (error) {
    // The file's own columns come with the refusal, to be chosen from.
    if (!isShopError(error, 'import.tillColumns')) throw error
    const { header, samples, columns } = error.refusalValues as AssemblySummary['till']
    return { token, choice, till: { header, samples, columns }, summary: null }
  }
}

/**
 * Publishes the files that were tried; the audit trail's line is in its transaction.
 * @throws ShopError "staff.forbidden", "import.gone", "import.busy", "import.refused"
 */
export async function publishFiles(
  ctx: Context,
  actor: Actor,
  token: string,
  choice: AssemblyChoices,
): Promise<AssemblySummary> {
  requirePermission(actor, 'products.import')
  const task = await createTask(ctx, actor, token, choice)
  const summary = await runAssembly(ctx, { ...task, dryRun: false })
  await eraseStoredUpload(ctx, actor, token)
  return summary
}

async function runAssembly(ctx: Context, task: AssemblyTask): Promise<AssemblySummary> {
  const { result } = await ctx.memory(createImportLimiter).run(() => runImport(ctx.memory(createFileImporter), task))
  if ('faults' in result) throw new ShopError('import.refused')
  return result as AssemblySummary
}

/** @throws ShopError "import.gone" */
async function createTask(
  ctx: Context,
  actor: Actor,
  token: string,
  { branchId, columns }: AssemblyChoices,
): Promise<AssemblyTask> {
  const { kind, files } = await getStoredUpload(ctx, actor, token)
  const [file, listFile] = files
  if (kind !== 'assembly' || file === undefined || listFile === undefined) throw new ShopError('import.gone')
  const branches = (await listBranches(ctx)).map(({ id, name }) => ({ id, name }))
  return {
    ...{ kind, file, listFile, branchId, branches, columns, actor, maxRows: maxPageRows },
    databaseLocation: ctx.settings.databaseLocation,
    dryRun: true,
    maxFaults: 0,
    now: ctx.clock.now(),
  }
}
