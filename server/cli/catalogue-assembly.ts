import { resolve } from 'node:path'
import { catalogueTexts as texts } from '../../app/texts/operator/catalogue.ts'
import type { Language, Sentence } from '../../app/texts/operator/sentence.ts'
import { importFile } from '../backoffice/import-file.ts'
import { type AssemblyTask, throwReport } from '../backoffice/import-run.ts'
import type { AssemblySummary } from '../catalogue/assembly/assemble-catalogue.ts'
import { listBranchNames } from '../delivery/branch-names.ts'
import { createClock } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { requireFile, toShopError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'
import { prepareDatabase } from './prepared-database.ts'
import { startProgressBar } from './progress-bar.ts'

interface AssemblyArguments {
  cmedFile: string
  branchId: number | null
  dryRun: boolean
  json: boolean
  language: Language
}

/**
 * Assembles the catalogue as the back office does, and prints what became of the rows. Neither a shop nor a second process stands
 * beside it: both together would take half as much memory again.
 */
export async function runAssembly(
  context: CommandContext,
  tillFile: string,
  { cmedFile, branchId, dryRun, json, language }: AssemblyArguments,
): Promise<void> {
  const { print } = context
  const { databaseLocation, sandboxStartAt, isSandbox } = context.readConfig()
  const branches = await listBranchNames(await prepareDatabase(context, { isSandbox }))
  if (branchId !== null && !branches.some(({ id }) => id === branchId)) {
    const ids = branches.map(({ id }) => id)
    throw new OperatorError(texts.unknownBranch(branchId, ids)[language])
  }
  for (const file of [tillFile, cmedFile]) await requireFile(file, language)
  const task: AssemblyTask = {
    kind: 'assembly',
    file: resolve(tillFile),
    listFile: resolve(cmedFile),
    ...{ branchId, branches, columns: null, dryRun, maxRows: null },
    maxFaults: 0,
    databaseLocation,
    actor: createOperatorActor(),
    now: createClock(sandboxStartAt).now(),
  }
  const progressBar = startProgressBar('{bar} {percentage}%', 100)
  const report = await importFile(task, (share) => progressBar.update(Math.floor(share * 100))).finally(() =>
    progressBar.stop(),
  )
  if (!('result' in report)) {
    if (!('fileFault' in report)) return throwReport(report)
    const { fileFault, input, message } = report
    const sentence = language === 'pt' ? toShopError(fileFault).message : `${message}. Nothing was changed.`
    throw new OperatorError(`${input === 'list' ? cmedFile : tillFile}: ${sentence}`)
  }
  const result = report.result as AssemblySummary
  if (json) return print(JSON.stringify({ file: tillFile, dryRun, done: !dryRun, ...result }))
  for (const fault of [...(result.notes ?? []), ...result.rowNotes]) print(texts.rowFault(fault)[language])
  for (const sentence of buildSummary(result, dryRun)) print(sentence[language])
}

function buildSummary(
  { read, added, changed, countByList, pendingCents, keptListDate }: AssemblySummary,
  dryRun: boolean,
): Sentence[] {
  return [
    texts.lists(read, countByList),
    texts.changes(added, changed),
    ...(countByList.toComplete > 0 ? [texts.pending(pendingCents)] : []),
    ...(keptListDate === null ? [] : [texts.keptList(keptListDate)]),
    ...(dryRun ? [texts.dryRun] : []),
  ]
}
