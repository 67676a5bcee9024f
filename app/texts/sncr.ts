/** As it is printed: `2611.1-35.0001234`. */
export function formatSncr(digits: string): string {
  return digits.replace(/^(\d{4})(\d)(\d\d)(\d{7})$/, '$1.$2-$3.$4')
}
