import type { z } from 'zod'
import type { Context, TransactionContext } from '../context.ts'
import { toCodeName } from '../database/row-codec.ts'
import type { Row } from '../database/schema.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import {
  checkRows,
  createFaultList,
  type FaultList,
  type ImportResult,
  type ImportRowStream,
} from '../platform/csv/checked-rows.ts'
import { BranchRowSchema, branchDefaults } from './branch-row.ts'
import { readSettings, settingColumns, toSettingColumns } from './branch-setting-schemas.ts'
import { hasSameSlots, listDeliverySlots, replaceDeliverySlots } from './delivery-slots.ts'
import { formatRange, formatZipcodeRanges, listZipcodeRanges, type ZipcodeRange } from './zipcode-ranges.ts'

type BranchRange = ZipcodeRange & { branchId: number }

/** Adds and changes branches by their id, with the postal codes each serves; those the file does not name stay. */
export async function importBranches(ctx: Context, file: ImportRowStream): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, BranchRowSchema, faults)
  const lineByBranchId = indexLinesAndAddRepeatedFaults(rows, faults)
  return ctx.transact(async (ctx) => {
    const existingBranches = await ctx.db.selectFrom('branch').selectAll().execute()
    const existingRanges = await listZipcodeRanges(ctx)
    const unchangedRanges = existingRanges.filter(({ branchId }) => !lineByBranchId.has(branchId))
    const importedRanges = rows.flatMap(({ row }) => row.zipcodes.map((range) => ({ branchId: row.id, ...range })))
    addOverlapFaults([...unchangedRanges, ...importedRanges], lineByBranchId, faults)
    addHoursFaults(rows, new Set(existingBranches.map(({ id }) => id)), faults)
    if (faults.count > 0) return faults.toResult()

    const slots = await listDeliverySlots(ctx)
    const changes = rows.flatMap(({ row }) => {
      const existingBranch = existingBranches.find(({ id }) => id === row.id)
      const branch = toBranch(row, existingBranch)
      const servedRanges = existingRanges.filter(({ branchId }) => branchId === branch.id)
      const isUnchanged =
        existingBranch &&
        hasSameColumnValues(branch, existingBranch) &&
        servesExactly(branch.id, row.zipcodes, servedRanges) &&
        hasSameSlots(
          slots.filter(({ branchId }) => branchId === branch.id),
          row.delivery_windows,
        )
      return isUnchanged ? [] : [{ branch, isNew: !existingBranch }]
    })
    const changedBranches = changes.map(({ branch }) => branch)
    for (const batch of splitIntoBatches(changedBranches)) await upsertBranches(ctx, batch)
    // All old ranges are deleted before new ones are inserted, since a file may swap them between branches.
    for (const ids of splitIntoBatches([...lineByBranchId.keys()])) {
      await ctx.db.deleteFrom('branchZipcodes').where('branchId', 'in', ids).execute()
    }
    for (const batch of splitIntoBatches(importedRanges))
      await ctx.db.insertInto('branchZipcodes').values(batch).execute()
    for (const { row } of rows) if (row.delivery_windows) await replaceDeliverySlots(ctx, row.id, row.delivery_windows)
    const addedCount = changes.filter(({ isNew }) => isNew).length
    return { read: rows.length, changed: changes.length - addedCount, added: addedCount, withdrawn: 0 }
  })
}

/** @returns the line of each branch */
function indexLinesAndAddRepeatedFaults(
  rows: { line: number; row: { id: number } }[],
  faults: FaultList,
): Map<number, number> {
  const lineByBranchId = new Map<number, number>()
  for (const { line, row } of rows) {
    const firstLine = lineByBranchId.get(row.id)
    if (firstLine === undefined) lineByBranchId.set(row.id, line)
    else faults.add({ line, column: 'id', reason: `"${row.id}" is in line ${firstLine} too` })
  }
  return lineByBranchId
}

/** Whether a branch serves these postal codes already, and no others. */
function servesExactly(branchId: number, zipcodeRanges: ZipcodeRange[], servedRanges: BranchRange[]): boolean {
  const servedText = formatZipcodeRanges(servedRanges.filter((range) => range.branchId === branchId))
  return formatZipcodeRanges(zipcodeRanges) === servedText
}

/** Each postal code belongs to one branch at most. */
function addOverlapFaults(ranges: BranchRange[], lineByBranchId: Map<number, number>, faults: FaultList): void {
  let furthestRange: BranchRange | undefined
  for (const range of ranges.sort((a, b) => a.firstZipcode - b.firstZipcode)) {
    if (furthestRange && range.firstZipcode <= furthestRange.lastZipcode) {
      const [importedRange, otherRange] = lineByBranchId.has(range.branchId)
        ? [range, furthestRange]
        : [furthestRange, range]
      const reason = `${formatRange(importedRange)} overlaps ${formatRange(otherRange)} of branch ${otherRange.branchId}`
      faults.add({ line: lineByBranchId.get(importedRange.branchId) ?? 1, column: 'zipcodes', reason })
    }
    if (!furthestRange || range.lastZipcode > furthestRange.lastZipcode) furthestRange = range
  }
}

/** A new branch has hours, each day's or every day's, and nobody gives one end of them alone. */
function addHoursFaults(
  rows: { line: number; row: z.output<typeof BranchRowSchema> }[],
  existingIds: Set<number>,
  faults: FaultList,
): void {
  for (const { line, row } of rows) {
    const { id, open_time, close_time, weekly_hours } = row
    const hasHours = open_time !== undefined || weekly_hours !== undefined || existingIds.has(id)
    const reason = 'has no hours: write such as mon-sat 08:00-20:00'
    if (!hasHours || (open_time === undefined) !== (close_time === undefined))
      faults.add({ line, column: 'weekly_hours', reason })
  }
}

/** The columns of a branch that a file may set: not its notice. */
type ImportedBranch = Omit<Row<'branch'>, 'notice' | 'noticeUntil'>

/** What the file leaves out stays as it was. */
function toBranch(row: z.output<typeof BranchRowSchema>, existingBranch: Row<'branch'> | undefined): ImportedBranch {
  const { notice, noticeUntil, ...existingValues } = existingBranch ?? ({} as Partial<Row<'branch'>>)
  const { shipping_estimate: shippingEstimateMinutes, shipping_later: isShippingScheduled, ...rest } = row
  const ownColumns = Object.entries(rest).filter(([column]) => !(column in settingColumns))
  const fileValues = {
    ...Object.fromEntries(ownColumns.map(([column, value]) => [toCodeName(column), value])),
    ...toSettingColumns(readSettings(row)),
    isShippingScheduled,
  }
  const definedValues = Object.fromEntries(Object.entries(fileValues).filter(([, value]) => value !== undefined))
  return { ...branchDefaults, ...existingValues, ...definedValues, shippingEstimateMinutes } as ImportedBranch
}

async function upsertBranches(ctx: TransactionContext, branches: ImportedBranch[]): Promise<void> {
  const columns = Object.keys(branches[0] ?? {}).filter((column) => column !== 'id') as (keyof ImportedBranch)[]
  await ctx.db
    .insertInto('branch')
    .values(branches)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute()
}

function hasSameColumnValues(branch: ImportedBranch, existingBranch: Row<'branch'>): boolean {
  return (Object.keys(branch) as (keyof ImportedBranch)[]).every((column) => branch[column] === existingBranch[column])
}
