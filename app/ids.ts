/**
 * An id as an address or a form brings it. What is none is 0, the id of nothing: the database would refuse to look for a
 * fraction, or for more than its integers hold.
 */
export function idFrom(typed: unknown): number {
  return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : 0
}
