/** Reais as digits and a point, as providers write them: never through a number with decimals. */
export function toDecimalAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function parseCents(amount: string): number {
  const [reais = '', cents = ''] = amount.split('.')
  return Number(reais + cents.padEnd(2, '0'))
}
