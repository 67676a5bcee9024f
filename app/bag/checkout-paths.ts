export const bagPath = '/checkout/sacola'
/** For one address more; it leads back to the bag. */
export const newAddressPath = '/checkout/endereco'
export const summaryPath = '/checkout/sacola?etapa=resumo'
/** For who has no address yet; it leads on to the summary. */
export const firstAddressPath = `/minha-conta?section=endereco&redirectTo=${encodeURIComponent(summaryPath)}#endereco`

export const deliveryOptionField = 'delivery_option'
export const paymentMethodField = 'payment_method'
export const doorMeansField = 'door_means'
export const changeForField = 'change_for'
/** The hidden field with the time at which an option was shown to arrive: which one is chosen, its form may still change. */
export const toArrivalField = (deliveryOption: string) => `expected_arrival_${deliveryOption}`
/** Of the button that works out the values anew. */
export const updateSummaryIntent = 'values'

/** How an order is delivered and what pays it: in the summary's form, and in its address. */
export interface SummaryChoices {
  deliveryOption: string
  gainIds: string[]
  isWalletUsed: boolean
  /** '' for none yet. */
  paymentMethod: string
  door: DoorFields
}

/** How it is paid at the door, as it is typed. */
export interface DoorFields {
  means: string
  changeFor: string
}

export function readSummaryChoices(fields: URLSearchParams | FormData): SummaryChoices {
  const deliveryOption = String(fields.get(deliveryOptionField) ?? '')
  return {
    deliveryOption,
    gainIds: fields.getAll('gains').map(String),
    isWalletUsed: fields.has('wallet'),
    paymentMethod: String(fields.get(paymentMethodField) ?? ''),
    door: { means: String(fields.get(doorMeansField) ?? ''), changeFor: String(fields.get(changeForField) ?? '') },
  }
}

export function buildSummaryHref({
  deliveryOption,
  gainIds,
  isWalletUsed,
  paymentMethod,
  door,
}: SummaryChoices): string {
  const params = [
    [deliveryOptionField, deliveryOption],
    ...gainIds.map((id) => ['gains', id]),
    ...(isWalletUsed ? [['wallet', '1']] : []),
    ...(paymentMethod ? [[paymentMethodField, paymentMethod]] : []),
    // What the door asks, where that is chosen.
    ...(paymentMethod === 'door'
      ? [
          [doorMeansField, door.means],
          [changeForField, door.changeFor],
        ]
      : []),
  ]
  return summaryPath + params.map(([name, value = '']) => `&${name}=${encodeURIComponent(value)}`).join('')
}
