/** `(11) 3000-0000` → `tel:+551130000000`; numbers that begin with 0 are dialled as they are. */
export function toPhoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:${digits.startsWith('0') ? '' : '+55'}${digits}`
}

/** `(11) 98765-4321` → `https://wa.me/5511987654321`. */
export function toWhatsappHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `https://wa.me/${digits.length > 11 ? '' : '55'}${digits}`
}
