/** Fields that say which street stood with which postal code: when the page was made, and when it was asked about. */
export const streetPairFieldNames = { page: 'page_street', confirmed: 'confirmed_street' }

export function formatStreetPair(zipcode = '', street = ''): string {
  return `${zipcode.replace(/\D/g, '')} ${street}`
}

export function parseStreetPair(value: FormDataEntryValue | null): { zipcode: string; street: string } {
  const [zipcode = '', ...words] = String(value ?? '').split(' ')
  return { zipcode, street: words.join(' ') }
}
