/**
 * A postal code as it is typed, in the shape #####-### (specification, section 5). Whatever else was typed or pasted is
 * dropped; the dash comes with the sixth digit, so that deleting never fights it.
 */
export function maskZipcode(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}
