import { resolve } from 'node:path'
import { catalogueTexts as texts } from '../../app/texts/operator/catalogue.ts'
import type { Language, Sentence } from '../../app/texts/operator/sentence.ts'
import { importInChildProcess, throwReport } from '../backoffice/import-run.ts'
import type { AssemblySummary } from '../catalogue/assembly/assemble-catalogue.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { CommandContext } from './command.ts'
import { toShopError } from './file-import.ts'
import { createOperatorActor } from './operator-actor.ts'

interface AssemblyArguments extends Pick<CommandContext, 'print'> {
  cmedFile: string
  branchId: number | null
  dryRun: boolean
  json: boolean
  language: Language
}

/** Assembles the catalogue as the back office does, in a process of its own, and prints what became of the rows. */
export async function runAssembly(
  ctx: Context,
  tillFile: string,
  { cmedFile, branchId, dryRun, json, language, print }: AssemblyArguments,
): Promise<void> {
  const branches = (await listBranches(ctx)).map(({ id, name }) => ({ id, name }))
  if (branchId !== null && !branches.some(({ id }) => id === branchId)) {
    const ids = branches.map(({ id }) => id)
    throw new OperatorError(texts.unknownBranch(branchId, ids)[language])
  }
  const report = await importInChildProcess({
    kind: 'assembly',
    file: resolve(tillFile),
    listFile: resolve(cmedFile),
    ...{ branchId, branches, columns: null, dryRun, maxRows: null },
    maxFaults: 0,
    databaseLocation: ctx.settings.databaseLocation,
    actor: createOperatorActor(),
    now: ctx.clock.now(),
  })
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
