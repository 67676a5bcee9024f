import { expect, test } from 'vitest'
import { type ImportResult, type ImportRowStream, importSingly } from './checked-rows.ts'
import { isRowFault } from './table.ts'

const open =
  (...values: string[]) =>
  () =>
    values.map((value, index) => ({ line: index + 2, values: { value } }))

/** Takes a file as a whole: refuses what is no number, and of equal ones all but the first; names one fault at a time. */
async function importNumbers(rows: ImportRowStream): Promise<ImportResult> {
  const seen = new Set<string>()
  let read = 0
  for await (const row of rows) {
    const value = isRowFault(row) ? '' : (row.values['value'] ?? '')
    const reason = seen.has(value) ? 'is there twice' : /^\d+$/.test(value) ? null : 'is no number'
    if (reason !== null) return { faults: [{ line: row.line, reason }], faultCount: 1 }
    seen.add(value)
    read += 1
  }
  return { read, changed: 0, added: read, withdrawn: 0 }
}

test('rows that are wrong are left out with their reason, the others are taken', async () => {
  expect(await importSingly(open('1', 'x', '2', '1'), importNumbers)).toEqual({
    ...{ read: 2, changed: 0, added: 2, withdrawn: 0, refusedCount: 2 },
    refusals: [
      { line: 3, reason: 'is no number' },
      { line: 5, reason: 'is there twice' },
    ],
  })
  expect(await importSingly(open('1', '2'), importNumbers)).toEqual({ read: 2, changed: 0, added: 2, withdrawn: 0 })
})

test('a file without a right row is refused, and so is one whose fault no row has', async () => {
  expect(await importSingly(open('x', 'y'), importNumbers)).toMatchObject({ faultCount: 2 })
  const refuseAll = async () => ({ faults: [{ line: 99, reason: 'is no row' }], faultCount: 1 })
  expect(await importSingly(open('1'), refuseAll)).toMatchObject({ faultCount: 1 })
})
