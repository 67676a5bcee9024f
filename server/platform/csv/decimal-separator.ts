import {
  type DecimalSeparator,
  detectDecimalSeparator,
  isAmbiguousMoney,
  parseMoney,
} from '../../../app/texts/money.ts'
import { type ImportRow, isRowFault, type RowFault } from './table.ts'

/**
 * Holds rows with an ambiguous amount (`1.234` may be a thousand or one real) until the rest of the file shows which separator
 * it uses. If the file shows no separator, or both, the cell is left as it is and rejected later.
 */
export async function* resolveAmbiguousAmounts(
  rows: AsyncIterable<ImportRow | RowFault>,
  amountColumns: readonly string[] = [],
): AsyncGenerator<ImportRow | RowFault> {
  const ambiguousRows: ImportRow[] = []
  const separators = new Set<DecimalSeparator | null>()
  for await (const row of rows) {
    if (isRowFault(row)) {
      yield row
      continue
    }
    const cells = amountColumns.map((column) => row.values[column] ?? '')
    for (const cell of cells) separators.add(detectDecimalSeparator(cell))
    if (cells.some(isAmbiguousMoney)) ambiguousRows.push(row)
    else yield row
  }
  const separator = findCommonSeparator(separators)
  for (const { line, values } of ambiguousRows)
    yield { line, values: separator ? normalizeAmounts(values, amountColumns, separator) : values }
}

/** The separator that all amounts agree on. In the set, null stands for an amount without a separator. */
export function findCommonSeparator(separators: Set<DecimalSeparator | null>): DecimalSeparator | undefined {
  const [separator, otherSeparator] = [...separators].filter((candidate) => candidate !== null)
  return otherSeparator ? undefined : separator
}

function normalizeAmounts(
  values: ImportRow['values'],
  amountColumns: readonly string[],
  separator: DecimalSeparator,
): ImportRow['values'] {
  const normalizedCells = amountColumns.flatMap((column) => {
    const text = values[column] ?? ''
    const cents = isAmbiguousMoney(text) ? parseMoney(text, separator) : null
    return cents === null ? [] : [[column, (cents / 100).toFixed(2)] as const]
  })
  return { ...values, ...Object.fromEntries(normalizedCells) }
}
