/** Reais as people type them, `R$ 1.234,5` or `12`, in cents; null for what is no price above zero. */
export function centsIn(text: string): number | null {
  const [, reais = '', cents = ''] = /^(?:R\$ ?)?(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/.exec(text.trim()) ?? []
  const amount = Number(reais.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'))
  return reais === '' || amount === 0 ? null : amount
}

/** `1234,50`: as people type it. */
export function priceText(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',')
}
