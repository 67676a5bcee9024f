import { z } from 'zod'
import { formatZipcode } from '../../app/texts/format.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { inBatches } from '../platform/csv/batches.ts'
import { flag, line, wholeNumber } from '../platform/csv/cells.ts'
import {
  checkRows,
  createFaultList,
  type FaultList,
  type ImportFile,
  type ImportResult,
} from '../platform/csv/checked-rows.ts'
import type { Columns } from '../platform/csv/table.ts'

const timeOfDay = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:00')

/** "01000-000-01599-999", several joined by `|`; empty for a branch that delivers nowhere. */
const zipcodes = z
  .string()
  .trim()
  .transform((text, { addIssue }) =>
    (text === '' ? [] : text.split('|')).flatMap((range) => {
      const [, first, last] = /^(\d{5}-?\d{3})[-–](\d{5}-?\d{3})$/.exec(range.replace(/\s/g, '')) ?? []
      const [from, to] = [first, last].map((code) => Number(code?.replace('-', '')))
      if (from !== undefined && to !== undefined && from <= to) return [{ first: from, last: to }]
      addIssue({ code: 'custom', message: 'must be postal codes from and to, such as 01000-000-01599-999' })
      return []
    }),
  )

const BranchRow = z.object({
  id: wholeNumber(1, 9999),
  name: line(80),
  zipcodes,
  open_time: timeOfDay,
  close_time: timeOfDay,
  whatsapp: z
    .string()
    .trim()
    .regex(/^55\d{10,11}$/, 'must be 55, area code and number in digits, such as 5511999990000'),
  shipping_estimate: wholeNumber(1, 10_080),
  shipping_later: flag,
})
export const branchColumns: Columns = { required: Object.keys(BranchRow.shape), optional: [] }

interface Range {
  branchId: number
  first: number
  last: number
}

/** Adds and changes branches by their id, with the postal codes each serves; those the file does not name stay. */
export async function importBranches({ transact }: Database, file: ImportFile): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, BranchRow, faults)
  const lines = addRepeatedFaults(rows, faults)
  return transact(async (tx) => {
    const known = await tx.selectFrom('branch').selectAll().execute()
    const ranges = await tx.selectFrom('branch_zipcodes').selectAll().orderBy('first_zipcode').execute()
    const staying = ranges.filter(({ branch_id }) => !lines.has(branch_id)).map(rangeOf)
    const named = rows.flatMap(({ row }) => row.zipcodes.map((range) => ({ branchId: row.id, ...range })))
    addOverlapFaults([...staying, ...named], lines, faults)
    if (faults.count > 0) return faults.result()

    const changes = rows.flatMap(({ row: { zipcodes, shipping_estimate, ...rest } }) => {
      const branch: ImportedBranch = { ...rest, shipping_estimate_minutes: shipping_estimate }
      const before = known.find(({ id }) => id === branch.id)
      const served = ranges.filter(({ branch_id }) => branch_id === branch.id).map(rangeOf)
      const isUnchanged = before && isSame(branch, before) && isServed(branch.id, zipcodes, served)
      return isUnchanged ? [] : [{ branch, isNew: !before }]
    })
    const written = changes.map(({ branch }) => branch)
    for (const some of inBatches(written)) await writeBranches(tx, some)
    // All old ranges are deleted before new ones are inserted, since a file may swap them between branches.
    for (const ids of inBatches([...lines.keys()])) {
      await tx.deleteFrom('branch_zipcodes').where('branch_id', 'in', ids).execute()
    }
    const served = named.map(({ branchId, first, last }) => ({
      branch_id: branchId,
      first_zipcode: first,
      last_zipcode: last,
    }))
    for (const some of inBatches(served)) await tx.insertInto('branch_zipcodes').values(some).execute()
    const added = changes.filter(({ isNew }) => isNew).length
    return { read: rows.length, changed: changes.length - added, added, withdrawn: 0 }
  })
}

/** @returns the line of each branch */
function addRepeatedFaults(rows: { line: number; row: { id: number } }[], faults: FaultList): Map<number, number> {
  const lines = new Map<number, number>()
  for (const { line, row } of rows) {
    const first = lines.get(row.id)
    if (first === undefined) lines.set(row.id, line)
    else faults.add({ line, column: 'id', reason: `"${row.id}" is in line ${first} too` })
  }
  return lines
}

/** Whether a branch serves these postal codes already, and no others. */
function isServed(branchId: number, zipcodes: Omit<Range, 'branchId'>[], served: Range[]): boolean {
  const wanted = zipcodes.map((range) => ({ branchId, ...range })).sort((a, b) => a.first - b.first)
  return JSON.stringify(wanted) === JSON.stringify(served)
}

/** Each postal code belongs to one branch at most. */
function addOverlapFaults(ranges: Range[], lines: Map<number, number>, faults: FaultList): void {
  let widest: Range | undefined
  for (const range of ranges.sort((a, b) => a.first - b.first)) {
    if (widest && range.first <= widest.last) {
      const [here, there] = lines.has(range.branchId) ? [range, widest] : [widest, range]
      const reason = `${written(here)} overlaps ${written(there)} of branch ${there.branchId}`
      faults.add({ line: lines.get(here.branchId) ?? 1, column: 'zipcodes', reason })
    }
    if (!widest || range.last > widest.last) widest = range
  }
}

/** A branch as a file has it: its notice is set elsewhere. */
type ImportedBranch = Omit<Row<'branch'>, 'notice' | 'notice_until'>

async function writeBranches(tx: Transaction, branches: ImportedBranch[]): Promise<void> {
  await tx
    .insertInto('branch')
    .values(branches)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        open_time: ref('excluded.open_time'),
        close_time: ref('excluded.close_time'),
        whatsapp: ref('excluded.whatsapp'),
        shipping_estimate_minutes: ref('excluded.shipping_estimate_minutes'),
        shipping_later: ref('excluded.shipping_later'),
      })),
    )
    .execute()
}

function isSame(branch: ImportedBranch, before: Row<'branch'>): boolean {
  return (Object.keys(branch) as (keyof ImportedBranch)[]).every((column) => branch[column] === before[column])
}

function rangeOf({ branch_id, first_zipcode, last_zipcode }: Row<'branch_zipcodes'>): Range {
  return { branchId: branch_id, first: first_zipcode, last: last_zipcode }
}

function written({ first, last }: Range): string {
  return [first, last].map((code) => formatZipcode(String(code).padStart(8, '0'))).join('-')
}
