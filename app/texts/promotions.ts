import { formatMoney } from './format.ts'

/** What promotions whose price depends on the bag are called, by kind, and what the bag says where a few units more would help. */
export const promotionKindTexts = {
  payFewer: {
    title: ({ units, paidUnits }: { units: number; paidUnits: number }) => `Leve ${units}, pague ${paidUnits}`,
    missing: (count: number, { units, paidUnits }: { units: number; paidUnits: number }) =>
      units - paidUnits === 1 ? `mais ${count} e uma sai grátis` : `mais ${count} e ${units - paidUnits} saem grátis`,
  },
  secondUnit: {
    title: ({ percent }: { percent: number }) => `2ª unidade com ${percent}% de desconto`,
    missing: (count: number, { percent }: { percent: number }) => `mais ${count} e uma sai com ${percent}% de desconto`,
  },
  fromUnits: {
    title: ({ units, priceCents }: { units: number; priceCents: number }) =>
      `A partir de ${units}, ${formatMoney(priceCents)} cada`,
    missing: (count: number, { priceCents }: { priceCents: number }) =>
      `mais ${count} e cada uma sai por ${formatMoney(priceCents)}`,
  },
  kit: {
    title: ({ priceCents }: { priceCents: number }) => `Kit por ${formatMoney(priceCents)}`,
  },
  club: {
    title: ({ percent }: { percent: number }) => `Preço do clube: ${percent}% de desconto`,
  },
}

export const promotionTexts = {
  kit: 'O kit é este produto com:',
  inBag: 'Vale na sacola, o que for melhor para você.',
  missing: (title: string, hint: string) => `${title}: ${hint}`,
  applied: (title: string, amount: string) => `${title}: −${amount}`,
}
