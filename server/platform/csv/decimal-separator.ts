import { type DecimalSign, decimalSignOf, isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'
import { type CsvRow, isFault, type RowFault } from './table.ts'

/**
 * Rows whose `1.234` may be a thousand or one real wait for the end of the file: they are read as its other amounts are
 * written. Where those tell nothing, or both, such cells stay as they are, to be refused.
 */
export async function* resolveAmbiguousAmounts(
  rows: AsyncIterable<CsvRow | RowFault>,
  columns: readonly string[] = [],
): AsyncGenerator<CsvRow | RowFault> {
  const undecided: CsvRow[] = []
  const separators = new Set<DecimalSign | null>()
  for await (const row of rows) {
    if (isFault(row)) {
      yield row
      continue
    }
    const cells = columns.map((column) => row.values[column] ?? '')
    for (const cell of cells) separators.add(decimalSignOf(cell))
    if (cells.some(isAmbiguousMoney)) undecided.push(row)
    else yield row
  }
  const separator = onlySeparator(separators)
  for (const { line, values } of undecided)
    yield { line, values: separator ? normalizeAmounts(values, columns, separator) : values }
}

/** The sign of a column's amounts, where they agree; null stands for those that show none. */
export function onlySeparator(separators: Set<DecimalSign | null>): DecimalSign | undefined {
  const [separator, other] = [...separators].filter((sign) => sign !== null)
  return other ? undefined : separator
}

function normalizeAmounts(
  values: CsvRow['values'],
  columns: readonly string[],
  separator: DecimalSign,
): CsvRow['values'] {
  const normalized = columns.flatMap((column) => {
    const text = values[column] ?? ''
    const cents = isAmbiguousMoney(text) ? parseMoney(text, separator) : null
    return cents === null ? [] : [[column, (cents / 100).toFixed(2)] as const]
  })
  return { ...values, ...Object.fromEntries(normalized) }
}
