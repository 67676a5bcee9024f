/** The sign before the cents; the other one groups thousands. */
export type DecimalSeparator = ',' | '.'

const amountPatterns = {
  ',': /^(\d{1,7}|[1-9]\d{0,2}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
  '.': /^(\d{1,7}|[1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
}

/**
 * Reais as people, spreadsheets and price lists write them, in cents: `1.234,56`, `1,234.56`, `5.57`, `5,5`, `R$ 5`, `54,23*`.
 * @param decimalSeparator how `1.234` is to be read, which may be a thousand or one real
 * @returns null for what is no amount, has more than two decimals, or may be read in two ways
 */
export function parseMoney(text: string, decimalSeparator?: DecimalSeparator): number | null {
  const amount = stripCurrency(text)
  if (isAmbiguousMoney(amount)) return decimalSeparator ? parseAmount(amount, decimalSeparator) : null
  return parseAmount(amount, ',') ?? parseAmount(amount, '.')
}

/** Cents as people type them, `1234,50`, for a field; '' for none. */
export function formatMoneyInput(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2).replace('.', ',')
}

/** Whether it depends on the sign before the cents how much it is: `1.234`, `1,234`. */
export function isAmbiguousMoney(text: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(stripCurrency(text))
}

/** The sign before the cents that an amount shows; null for one that shows none, such as `5` or `1.234`. */
export function detectDecimalSeparator(text: string): DecimalSeparator | null {
  const amount = stripCurrency(text)
  if (!/[.,]/.test(amount) || isAmbiguousMoney(amount)) return null
  if (parseAmount(amount, ',') !== null) return ','
  return parseAmount(amount, '.') === null ? null : '.'
}

/** Without the currency, invisible marks and the asterisk with which the CMED's list refers to a note. */
function stripCurrency(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^R\$\s*|\s*\*$/gi, '')
}

function parseAmount(amount: string, decimalSeparator: DecimalSeparator): number | null {
  const [, integerPart, cents = ''] = amountPatterns[decimalSeparator].exec(amount) ?? []
  if (integerPart === undefined) return null
  const reais = Number(integerPart.replace(/[.,]/g, ''))
  return reais > 9_999_999 ? null : reais * 100 + Number(cents.padEnd(2, '0'))
}
