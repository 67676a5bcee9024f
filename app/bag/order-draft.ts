export const bagPath = '/checkout/sacola'
/** For one address more; it leads back to the bag. */
export const newAddressPath = '/checkout/endereco'
export const summaryPath = '/checkout/sacola?etapa=resumo'
/** For who has no address yet; it leads on to the summary. */
export const firstAddressPath = `/minha-conta?section=endereco&redirectTo=${encodeURIComponent(summaryPath)}#endereco`

export const optionField = 'delivery_option'
/** Of the button that works out the values anew. */
export const updateIntent = 'values'

/** How an order is delivered and what pays it: in the summary's form, and in its address. */
export interface SummaryChoices {
  option: string
  gains: string[]
  isWalletUsed: boolean
}

export function readSummaryChoices(fields: URLSearchParams | FormData): SummaryChoices {
  const option = String(fields.get(optionField) ?? '')
  return { option, gains: fields.getAll('gains').map(String), isWalletUsed: fields.has('wallet') }
}

export function summaryHref({ option, gains, isWalletUsed }: SummaryChoices): string {
  const ids = gains.map((id) => `&gains=${encodeURIComponent(id)}`).join('')
  return `${summaryPath}&${optionField}=${encodeURIComponent(option)}${ids}${isWalletUsed ? '&wallet=1' : ''}`
}
