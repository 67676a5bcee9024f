/**
 * Whole numbers with thousands separators: 1234567 → `1.234.567`. Without `Intl.NumberFormat`, whose first use takes a
 * browser 7 ms (30 on a cheap phone).
 */
export function formatNumber(integer: number): string {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Whole cents as reais: 1947 → `R$ 19,47` (with a no-break space); negative with a minus sign, `−R$ 5,00`. */
export function formatMoney(cents: number): string {
  const absoluteCents = Math.abs(cents)
  const reais = formatNumber(Math.trunc(absoluteCents / 100))
  return `${cents < 0 ? '−' : ''}R$\u00a0${reais},${String(absoluteCents % 100).padStart(2, '0')}`
}

/** `1 g` and `50 mg/ml` with a no-break space, so that no line begins with the unit. */
export function preventUnitBreaks(text: string): string {
  return text.replace(/(\d) (?=(?:mcg|mg|g|kg|ml|l|ui|cm|mm)\b)/gi, '$1\u00a0')
}

/** A time of day as it is said: `07:00` → `7h`, `12:42` → `12h42`. */
export function formatTimeOfDay(time: string): string {
  return time.replace(/^0?(\d+):(\d\d)$/, (_, hours, minutes) => `${hours}h${minutes === '00' ? '' : minutes}`)
}

/** The minute of a day, also of the next one, as `07:00`. */
export function formatMinuteOfDay(minuteOfDay: number): string {
  const toTwoDigits = (number: number) => String(number).padStart(2, '0')
  return `${toTwoDigits(Math.floor(minuteOfDay / 60) % 24)}:${toTwoDigits(minuteOfDay % 60)}`
}

/** `01310100` → `01310-100`; anything but eight digits stays as it is. */
export function formatZipcode(zipcode: string): string {
  return zipcode.replace(/^(\d{5})(\d{3})$/, '$1-$2')
}

/** `52998224725` → `529.982.247-25` */
export function formatCpf(cpf: string): string {
  return cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** `11987654321` → `(11) 98765-4321`, `08007021234` → `0800 702 1234`; a leading +55 is removed; anything else stays. */
export function formatPhone(phone: string): string {
  return phone
    .replace(/^\+?55(?=\d{10,11}$)/, '')
    .replace(/^(0\d00)(\d{3})(\d{4})$/, '$1 $2 $3')
    .replace(/^([1-9]\d)(\d{4,5})(\d{4})$/, '($1) $2-$3')
}

/** `12.ABC.345/01DE-35`: since 2026 the first twelve may be letters, too. */
export function formatCnpj(cnpj: string): string {
  return cnpj.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
}

export function formatTaxNumber(taxNumber: string): string {
  return taxNumber.length === 11 ? formatCpf(taxNumber) : formatCnpj(taxNumber)
}

/** `CPF ***.982.247-**`, `CNPJ **.ABC.345/01DE-**`: its middle is enough for who gave it. */
export function maskTaxNumber(taxNumber: string): string {
  const maskedNumber = formatTaxNumber(taxNumber).replace(/^\w+|\w+$/g, (ends) => '*'.repeat(ends.length))
  return `${nameTaxNumber(taxNumber)} ${maskedNumber}`
}

export function nameTaxNumber(taxNumber: string): 'CPF' | 'CNPJ' {
  return taxNumber.length === 11 ? 'CPF' : 'CNPJ'
}

/** The 44 characters of an access key in fours, as the printed document has them. */
export function formatFiscalKey(key: string): string {
  return key.replace(/(\w{4})(?=\w)/g, '$1 ')
}

/** The first `maxLength` characters of a name, with an ellipsis where something was cut (specification, section 9). */
export function truncateText(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()}…` : text
}

/** Characters of a street in a short label (specification, section 9). */
const maxStreetLength = 12

/** `Casa: Avenida Paul…, 1000`. */
export function formatShortAddress(address: { addressType: string; street: string; number: string }): string {
  return `${address.addressType}: ${truncateText(address.street, maxStreetLength)}, ${address.number}`
}

/** `Avenida Paulista, 1000, Apto 72, Bela Vista`. */
export function formatAddressLine(address: {
  street: string
  number: string
  complement: string
  neighborhood: string
}): string {
  return [address.street, address.number, address.complement, address.neighborhood].filter(Boolean).join(', ')
}

/** What a package holds: 20 of a "comprimido", 4 of "100 ml". */
export type PackContents = { count: number; unit: string }

/** "R$ 0,85 por comprimido". */
export function formatUnitPrice(priceCents: number, { count, unit }: PackContents): string {
  return `${formatMoney(Math.round(priceCents / count))} por ${unit}`
}

/** `1988-04-12` → `12/04/1988`. */
export function formatDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}
