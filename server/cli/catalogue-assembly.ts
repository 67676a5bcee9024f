import { resolve } from 'node:path'
import { formatMoney } from '../../app/texts/format.ts'
import { importInChildProcess } from '../backoffice/import-run.ts'
import type { AssemblySummary } from '../catalogue/assembly/assemble-catalogue.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { formatRowFault } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'

interface AssemblyArguments extends Pick<CommandContext, 'print'> {
  cmedFile: string
  branchId: number | null
  dryRun: boolean
  json: boolean
}

/** Assembles the catalogue as the back office does, in a process of its own, and prints what became of the rows. */
export async function runAssembly(
  ctx: Context,
  tillFile: string,
  { cmedFile, branchId, dryRun, json, print }: AssemblyArguments,
): Promise<void> {
  const branches = (await listBranches(ctx)).map(({ id, name }) => ({ id, name }))
  if (branchId !== null && !branches.some(({ id }) => id === branchId))
    throw new OperatorError(`there is no branch ${branchId}: it is one of ${branches.map(({ id }) => id).join(', ')}`)
  const report = await importInChildProcess({
    kind: 'assembly',
    file: resolve(tillFile),
    listFile: resolve(cmedFile),
    ...{ branchId, branches, columns: null, dryRun },
    maxFaults: 0,
    databaseLocation: ctx.settings.databaseLocation,
    actor: createOperatorActor(),
    now: ctx.clock.now(),
  })
  if (!('result' in report)) {
    const message = 'message' in report ? report.message : 'failure' in report ? report.failure.message : ''
    throw new OperatorError(`${message}. Nothing was changed.`)
  }
  const result = report.result as AssemblySummary
  if (json) return print(JSON.stringify({ file: tillFile, dryRun, done: !dryRun, ...result }))
  for (const fault of [...(result.notes ?? []), ...result.rowNotes]) print(formatRowFault(fault))
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
