import { formatMoney } from '../../app/texts/format.ts'
import { createImportContext } from '../backoffice/import-audit.ts'
import { type AssemblySummary, assembleCatalogue } from '../catalogue/assembly/assemble-catalogue.ts'
import { readTillFile } from '../catalogue/assembly/till-file.ts'
import { readCmedList } from '../catalogue/import/cmed-list.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { throwFileError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'

interface AssemblyArguments extends Pick<CommandContext, 'print'> {
  cmedFile: string
  branchId: number | null
  dryRun: boolean
  json: boolean
}

/** Assembles the catalogue, and prints what became of the rows. */
export async function runAssembly(
  ctx: Context,
  tillFile: string,
  { cmedFile, branchId, dryRun, json, print }: AssemblyArguments,
): Promise<void> {
  const branches = await listBranches(ctx)
  if (branchId !== null && !branches.some(({ id }) => id === branchId))
    throw new OperatorError(`there is no branch ${branchId}: "branches list" names them`)
  const fileNotes: RowFault[] = []
  const observer = { onNote: (note: RowFault) => fileNotes.push(note) }
  const till = await readTillFile(tillFile, null, observer).catch((error: unknown) => throwFileError(tillFile, error))
  const list = await readCmedList(cmedFile, observer).catch((error: unknown) => throwFileError(cmedFile, error))
  const result = await assembleCatalogue(
    createImportContext(ctx, createOperatorActor(), 'assembly', dryRun),
    buildReservedUnitsQuery,
    till,
    list,
    { branches, branchId },
  )
  if (json) print(JSON.stringify({ file: tillFile, dryRun, done: !dryRun && !('faults' in result), ...result }))
  if ('faults' in result) throw new OperatorError(`${tillFile}: ${result.faultCount} faults. Nothing was changed.`)
  if (json) return
  for (const { reason } of fileNotes) print(`a file ${reason}`)
  for (const { line, reason } of result.rowNotes) print(`line ${line}: ${reason}`)
  for (const line of formatSummary(result, dryRun)) print(line)
}

function formatSummary(result: AssemblySummary, dryRun: boolean): string[] {
  const { ready, byRule, toComplete, refused } = result.countByList
  return [
    `${result.read} rows: ${ready} ready, ${byRule} by rule, ${toComplete} to complete, ${refused} refused.`,
    `${result.added} products added, ${result.changed} offers changed.`,
    ...(toComplete > 0
      ? [`What waits is worth ${formatMoney(result.pendingCents)}: complete it in the back office.`]
      : []),
    ...(dryRun ? ['This was a dry run: nothing was changed.'] : []),
  ]
}
