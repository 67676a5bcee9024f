import { formatMoney, formatNumber } from '../format.ts'
import type { Sentence } from './sentence.ts'

const medicines = (count: number): Sentence => ({
  en: count === 1 ? '1 medicine' : `${count} medicines`,
  pt: count === 1 ? '1 medicamento' : `${formatNumber(count)} medicamentos`,
})

/** What `catalogue check-prices` prints. */
export const priceCheckTexts = {
  above: (
    { sku, name, branchId, priceCents }: { sku: string; name: string; branchId: number; priceCents: number },
    ceilingCents: number,
    column: string,
  ): Sentence => ({
    en: `${sku} ${name}, branch ${branchId}: ${formatMoney(priceCents)} is above ${formatMoney(ceilingCents)} (${column})`,
    pt: `${sku} ${name}, loja ${branchId}: ${formatMoney(priceCents)} está acima de ${formatMoney(ceilingCents)} (${column})`,
  }),
  /** @param column null: the catalogue's own ceiling */
  usedColumn(column: string | null, productCount: number, doubt: 'column' | 'rate' | null): Sentence {
    const { en, pt } = medicines(productCount)
    const text = {
      en: `${column ?? "the catalogue's own ceiling"}: ${en}`,
      pt: `${column ?? 'o teto do próprio catálogo'}: ${pt}`,
    }
    if (doubt === 'column')
      return {
        en: `${text.en}, by the lowest column: the list lacks the one of their rate`,
        pt: `${text.pt}, pela menor coluna: a lista não tem a da alíquota deles`,
      }
    if (doubt === 'rate')
      return {
        en: `${text.en}, by the lowest column: no rate is set for their state and kind. Set it in the back office ("Tetos de preço")`,
        pt: `${text.pt}, pela menor coluna: falta a alíquota do estado e do tipo deles. Diga qual é no balcão, em "Tetos de preço"`,
      }
    return text
  },
  noCeilings: {
    en: 'No ceiling of any medicine is known, so nothing was checked. Take in the list of the CMED: npm run shop -- catalogue ceilings CMED.xlsx',
    pt: 'A loja não tem o teto de nenhum medicamento, então nada foi conferido. Traga a lista da CMED: npm run shop -- catalogue ceilings CMED.xlsx',
  },
  noMatch: (file: string): Sentence => ({
    en: `${file}: none of the shop's medicines is in the list, so nothing was checked. See whether the list is whole, and whether the shop's medicines have their ggrem, anvisa_registro and ean.`,
    pt: `${file}: nenhum medicamento da loja está na lista, então nada foi conferido. Veja se a lista está inteira, e se os medicamentos da loja têm ggrem, anvisa_registro e ean.`,
  }),
  result(priceCount: number, matchedProductCount: number, isListGiven: boolean): Sentence {
    const { en, pt } = medicines(matchedProductCount)
    const [enPlace, ptPlace] = isListGiven ? [' in the list', ' da lista'] : ['', '']
    if (priceCount === 0)
      return {
        en: `No price is above its ceiling, of ${en}${enPlace}.`,
        pt: `Nenhum preço acima do teto, de ${pt}${ptPlace}.`,
      }
    return {
      en: `${priceCount === 1 ? '1 price' : `${priceCount} prices`} above the ceiling, of ${en}${enPlace}`,
      pt: `${priceCount === 1 ? '1 preço' : `${formatNumber(priceCount)} preços`} acima do teto, de ${pt}${ptPlace}`,
    }
  },
}
