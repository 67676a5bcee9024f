/**
 * A day as people type it (12/04/1988, 12.4.1988, 12041988) as yyyy-MM-dd; anything else, yyyy-MM-dd included, stays as it is.
 * Whether there is such a day, the caller judges.
 */
export function normalizeDay(text: string): string {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})$/.exec(text.trim().replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3')) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
}
