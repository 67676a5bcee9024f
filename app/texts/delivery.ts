import { formatTimeOfDay } from './format.ts'
import { formatDeliveryEstimate } from './pages.ts'

/** When an order placed now arrives, in one text that every page shows alike. */
export function formatDeliveryTime(branch: DeliveryHours): string {
  if (branch.isOpen) return `Chega em até ${formatDeliveryEstimate(branch.shippingEstimateMinutes)}`
  return `Entregamos ${branch.opensLaterToday ? 'hoje' : 'amanhã'} a partir das ${formatTimeOfDay(branch.openTime)}`
}

/** What of a branch decides when it delivers. */
export interface DeliveryHours {
  isOpen: boolean
  opensLaterToday: boolean
  /** HH:MM in São Paulo. */
  openTime: string
  shippingEstimateMinutes: number
}

/** Only what a page needs of a branch to show its delivery time. */
export function pickDeliveryHours(branch: DeliveryHours): DeliveryHours {
  const { isOpen, opensLaterToday, openTime, shippingEstimateMinutes } = branch
  return { isOpen, opensLaterToday, openTime, shippingEstimateMinutes }
}

export const deliveryTexts = {
  uncovered: (zipcode: string) => `Ainda não entregamos no CEP ${zipcode}`,
  unknownZipcode: 'Informe seu CEP para ver o prazo de entrega',
  zipcode: (zipcode: string) => `CEP ${zipcode}`,
  enterZipcode: 'Informar CEP',
  changeZipcode: 'Trocar CEP',
  afterPrescriptionHint: 'O prazo conta depois que o farmacêutico aprova a receita.',
}

/** The postal code page. */
export const zipcodeTexts = {
  title: 'Onde você quer receber?',
  intro: 'Preços e estoque dependem da loja que atende a sua região.',
  pendingProductHint: 'Informe seu CEP para adicionar o produto à sacola.',
  label: 'CEP',
  hint: 'São 8 números, com ou sem traço.',
  placeholder: '00000-000',
  confirm: 'Confirmar CEP',
  confirmed: (zipcode: string, estimate: string) => `Entregamos no CEP ${zipcode} em até ${estimate}.`,
  /** While the branch is closed, delivery starts when it opens. */
  confirmedClosed: (zipcode: string, opensAt: string) =>
    `Entregamos no CEP ${zipcode} a partir das ${formatTimeOfDay(opensAt)}.`,
  lookupLink: 'Não sei meu CEP',
  lookupUrl: 'https://buscacepinter.correios.com.br/app/endereco/index.php',
}
