import type { z } from 'zod'
import { type ImportRow, isRowFault, type RowFault } from './table.ts'

/** What an import did, or its faults: then it has changed nothing, as when no row of the file is right. */
export type ImportResult = ImportRefusal | ImportSummary

export interface ImportRefusal {
  faults: RowFault[]
  faultCount: number
  /** What people would not expect of the file as a whole. */
  notes?: RowFault[]
}

export interface ImportSummary {
  read: number
  changed: number
  added: number
  withdrawn: number
  /** Withdrawn products that are on sale again. */
  returned?: number
  /** Rows that were taken, but not quite as they stand: the first of them, and why; first what is to say of the whole file. */
  notes?: RowFault[]
  /** Why rows were left out, each fault by its line; none where all were taken. */
  refusals?: RowFault[]
  /** Rows that were left out. */
  refusedCount?: number
  /** The first changes, if `maxChanges` was given. */
  changes?: PlannedChange[]
}

/** What an import would do to one product, or to its offer in one branch. */
export interface PlannedChange {
  kind: 'added' | 'changed' | 'returned' | 'withdrawn'
  sku: string
  name: string
  /** Null for the product itself. */
  branchId: number | null
  /** By the database's column. */
  fields: { column: string; before: string | number | null; after: string | number | null }[]
}

export interface ImportOptions {
  /** The most faults that are listed; further ones are only counted. */
  maxFaults?: number
  /** How many changes of each kind to list; none by default. */
  maxChanges?: number
}

/** How many faults an import lists by default. */
export const defaultMaxFaults = 100

/** More than a file has rows: all faults of one are listed. */
export const allFaults = 1_000_000

/**
 * Takes in the rows of a file that are right, and tells why the others are not: an import, which takes a file as a whole, is run
 * again without the rows that it refused, until it takes the rest.
 * @param createRowStream the file from its beginning
 * @returns the faults alone where no row is right
 */
export async function importSingly(
  createRowStream: () => ImportRowStream,
  importRows: (rows: ImportRowStream) => Promise<ImportResult>,
): Promise<ImportResult> {
  const refusals: RowFault[] = []
  const refusedLines = new Set<number>()
  for (;;) {
    const result = await importRows(
      refusedLines.size === 0 ? createRowStream() : omitLines(createRowStream(), refusedLines),
    )
    if (!('faults' in result)) {
      if (refusals.length === 0) return result
      const faults = refusals.toSorted((a, b) => a.line - b.line)
      return result.read === 0
        ? { faults, faultCount: faults.length }
        : { ...result, refusals: faults, refusedCount: refusedLines.size }
    }
    const newFaults = result.faults.filter(({ line }) => !refusedLines.has(line))
    if (newFaults.length === 0) return result
    refusals.push(...newFaults)
    for (const { line } of newFaults) refusedLines.add(line)
  }
}

async function* omitLines(rows: ImportRowStream, lines: ReadonlySet<number>): AsyncGenerator<ImportRow | RowFault> {
  for await (const row of rows) if (!lines.has(row.line)) yield row
}

/** Reads a file and takes it in: what is to say of it as a whole comes first among the notes. */
export async function importWithNotes(
  takeIn: (onNote: (note: RowFault) => void) => Promise<ImportResult>,
): Promise<ImportResult> {
  const fileNotes: RowFault[] = []
  const result = await takeIn((note) => fileNotes.push(note))
  // A file that is read again says the same again.
  const notes = [...new Map(fileNotes.map((note) => [note.reason, note])).values()]
  return notes.length === 0 ? result : { ...result, notes: [...notes, ...(result.notes ?? [])] }
}

/** A file as it is read, or was: rows, and faults in place of unreadable ones. */
export type ImportRowStream = AsyncIterable<ImportRow | RowFault> | Iterable<ImportRow | RowFault>

export type FaultList = ReturnType<typeof createFaultList>

/** @param maxFaults the most faults that are listed; further ones are only counted */
export function createFaultList(maxFaults = defaultMaxFaults) {
  const listedFaults: RowFault[] = []
  return {
    count: 0,
    add(fault: RowFault): null {
      this.count += 1
      if (listedFaults.length < maxFaults) listedFaults.push(fault)
      return null
    },
    addIssues(line: number, { issues }: z.ZodError, values: ImportRow['values']): null {
      for (const { path, message } of issues) {
        const column = String(path[0] ?? '')
        this.add({ line, column, reason: values[column] ? `"${values[column]}" ${message}` : message })
      }
      return null
    },
    toResult(): ImportResult {
      return { faults: listedFaults.sort((a, b) => a.line - b.line), faultCount: this.count }
    },
  }
}

export type CheckedRow<Schema extends z.ZodType> = { line: number; row: z.output<Schema> }

/** The valid rows of a file that is small enough to be held in memory. */
export async function checkRows<Schema extends z.ZodType>(
  rowStream: ImportRowStream,
  schema: Schema,
  faults: FaultList,
): Promise<CheckedRow<Schema>[]> {
  const checkedRows: CheckedRow<Schema>[] = []
  for await (const record of rowStream) {
    if (isRowFault(record)) {
      faults.add(record)
      continue
    }
    const parseResult = schema.safeParse(record.values)
    if (parseResult.success) checkedRows.push({ line: record.line, row: parseResult.data })
    else faults.addIssues(record.line, parseResult.error, record.values)
  }
  return checkedRows.sort((a, b) => a.line - b.line)
}
