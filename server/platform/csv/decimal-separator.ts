import { type DecimalSign, decimalSignOf, isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'
import { type CsvRow, isFault, type RowFault } from './table.ts'

/**
 * Holds rows with an ambiguous amount (`1.234` may be a thousand or one real) until the rest of the file shows which separator
 * it uses. If the file shows no separator, or both, the cell is left as it is and rejected later.
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

/** The separator that all amounts agree on. In the set, null stands for an amount without a separator. */
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
