import { formatMoney } from './format.ts'

/** What a shop is paid by: `pix`, `card`, or `external`, the page of a partner. */
export type PaymentMethods = readonly string[]

const methodNames: Record<string, string> = { pix: 'Pix', card: 'cartão' }

/** "Pix ou cartão"; empty where a partner's page takes the money. */
export function formatNativeMethods(methods: PaymentMethods): string {
  return methods.flatMap((method) => methodNames[method] ?? []).join(' ou ')
}

/** "por Pix ou cartão", or where else. */
export function formatPaymentPhrase(methods: PaymentMethods): string {
  return formatNativeMethods(methods) ? `por ${formatNativeMethods(methods)}` : 'na página do nosso parceiro'
}

/** Parts without interest; their sum is the amount. */
export interface InstallmentPlan {
  count: number
  firstCents: number
  eachCents: number
}

/** "em até 3× de R$ 12,30 sem juros", where the first part is larger by the cents that do not divide it says both; in one part, "em 1×". */
export function formatInstallments({ count, firstCents, eachCents }: InstallmentPlan): string {
  if (count === 1) return 'em 1×'
  if (firstCents === eachCents) return `em até ${count}× de ${formatMoney(eachCents)} sem juros`
  return `em até ${count}× sem juros: ${formatMoney(firstCents)} e mais ${count - 1}× de ${formatMoney(eachCents)}`
}

/** How a payment was made, as far as its provider tells. */
export interface PaymentMethodDetails {
  method: 'pix' | 'card' | null
  brand: string | null
  lastFour: string | null
  /** In how many parts the payer pays it, without interest. */
  installments: number | null
  /** Of what was taken at the door. */
  doorMethod?: 'cash' | 'credit' | 'debit' | 'pix' | null | undefined
}

/** How a customer paid where the order was handed over. */
export const doorMethodLabels = {
  cash: 'Dinheiro',
  debit: 'Cartão de débito, na entrega',
  credit: 'Cartão de crédito, na entrega',
  pix: 'Pix, na entrega',
}

const brandNames: Record<string, string> = {
  visa: 'Visa',
  master: 'Mastercard',
  elo: 'Elo',
  amex: 'American Express',
  hipercard: 'Hipercard',
}

/** "Cartão Visa final 1234, em 3×", as far as the provider told it. */
export function formatPaymentMethod({
  method,
  brand,
  lastFour,
  installments,
  doorMethod,
}: PaymentMethodDetails): string {
  if (doorMethod) return doorMethodLabels[doorMethod]
  if (method === null) return 'Página de pagamento'
  if (method === 'pix') return 'Pix'
  const card = ['Cartão', brand && (brandNames[brand] ?? brand), lastFour && `final ${lastFour}`]
    .filter(Boolean)
    .join(' ')
  return installments ? `${card}, em ${installments}×` : card
}
