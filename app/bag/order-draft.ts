export const bagPage = '/checkout/sacola'
/** For one address more; it leads back to the bag. */
export const newAddressPage = '/checkout/endereco'
export const summaryPage = '/checkout/sacola?etapa=resumo'
/** For who has no address yet; it leads on to the summary. */
export const firstAddressPage = `/minha-conta?section=endereco&redirectTo=${encodeURIComponent(summaryPage)}#endereco`

export const optionField = 'delivery_option'
/** Of the button that works out the values anew. */
export const updateIntent = 'values'

/** How an order is delivered and what pays it: in the summary's form, and in its address. */
export interface ChosenValues {
  option: string
  gains: string[]
  isWalletUsed: boolean
}

export function readValues(fields: URLSearchParams | FormData): ChosenValues {
  const option = String(fields.get(optionField) ?? '')
  return { option, gains: fields.getAll('gains').map(String), isWalletUsed: fields.has('wallet') }
}

export function summaryHref({ option, gains, isWalletUsed }: ChosenValues): string {
  const ids = gains.map((id) => `&gains=${encodeURIComponent(id)}`).join('')
  return `${summaryPage}&${optionField}=${encodeURIComponent(option)}${ids}${isWalletUsed ? '&wallet=1' : ''}`
}
