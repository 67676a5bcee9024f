/** Midnight's hour and the one after it are singular. */
const isSingular = (time: string) => /^[01]h/.test(time)

/** `às 14h05`, `à 1h`. */
export function atHour(time: string): string {
  return `${isSingular(time) ? 'à' : 'às'} ${time}`
}

/** `das 8h`, `da 1h`. */
export function fromHour(time: string): string {
  return `${isSingular(time) ? 'da' : 'das'} ${time}`
}

/** `das 8h às 10h`, `da 0h às 6h`. */
export function formatHours(from: string, to: string): string {
  return `${fromHour(from)} ${atHour(to)}`
}
