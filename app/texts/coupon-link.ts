import { formatDay, formatMoney } from './format.ts'

/** The page that the link of a coupon opens. */
export const couponLinkTexts = {
  title: (code: string) => (code ? `Cupom ${code}` : 'Cupom'),
  conditions: ({ minimumCents, lastDay }: { minimumCents: number | null; lastDay: string | null }) =>
    [
      ...(minimumCents === null ? [] : [`Vale a partir de ${formatMoney(minimumCents)} em produtos.`]),
      ...(lastDay === null ? [] : [`Vale até ${formatDay(lastDay)}.`]),
    ].join(' '),
  use: 'Usar este cupom',
  couponWaits: (code: string) => `Cupom ${code} guardado: ele entra na sacola com o primeiro produto.`,
  toShop: 'Ver a loja',
}
