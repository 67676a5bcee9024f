import { type DecimalSign, decimalSignOf, isAmbiguousMoney, parseMoney } from '../../../app/texts/money.ts'
import { type CsvRow, isFault, type RowFault } from './table.ts'

/**
 * Rows whose `1.234` may be a thousand or one real wait for the end of the file: they are read as its other amounts are
 * written. Where those tell nothing, or both, such cells stay as they are, to be refused.
 */
export async function* withOneDecimalSign(
  rows: AsyncIterable<CsvRow | RowFault>,
  columns: readonly string[] = [],
): AsyncGenerator<CsvRow | RowFault> {
  const undecided: CsvRow[] = []
  const signs = new Set<DecimalSign | null>()
  for await (const row of rows) {
    if (isFault(row)) {
      yield row
      continue
    }
    const cells = columns.map((column) => row.values[column] ?? '')
    for (const cell of cells) signs.add(decimalSignOf(cell))
    if (cells.some(isAmbiguousMoney)) undecided.push(row)
    else yield row
  }
  const sign = onlySign(signs)
  for (const { line, values } of undecided) yield { line, values: sign ? inSign(values, columns, sign) : values }
}

/** The sign of a column's amounts, where they agree; null stands for those that show none. */
export function onlySign(signs: Set<DecimalSign | null>): DecimalSign | undefined {
  const [sign, other] = [...signs].filter((sign) => sign !== null)
  return other ? undefined : sign
}

function inSign(values: CsvRow['values'], columns: readonly string[], sign: DecimalSign): CsvRow['values'] {
  const read = columns.flatMap((column) => {
    const text = values[column] ?? ''
    const cents = isAmbiguousMoney(text) ? parseMoney(text, sign) : null
    return cents === null ? [] : [[column, (cents / 100).toFixed(2)] as const]
  })
  return { ...values, ...Object.fromEntries(read) }
}
