import { type CeilingValues, formatCeiling } from '../ceilings.ts'
import { formatDay, formatMoney, formatNumber } from '../format.ts'

const formatAbove = (count: number) => {
  if (count === 0) return 'Nenhum preço está acima do teto.'
  return count === 1 ? 'Um preço está acima do teto.' : `${formatNumber(count)} preços estão acima do teto.`
}

/** The CMED's list and the rates by which it is read. */
export const backofficeCeilingTexts = {
  title: 'Tetos de preço',
  intro:
    'O teto legal (PMC) de um medicamento é o da lista da CMED, na coluna do ICMS do estado de cada loja. Um preço acima dele não é aceito.',
  listTitle: 'Lista da CMED',
  noList: 'Ainda não há lista: valem os tetos que vieram com o seu catálogo.',
  list: (publishedOn: string | null, packCount: number) =>
    `${publishedOn === null ? 'Lista sem data' : `Lista de ${formatDay(publishedOn)}`}, ${packCount === 1 ? 'uma embalagem' : `${formatNumber(packCount)} embalagens`} com preço ao consumidor.`,
  uploadFields: {
    file: ['Lista nova', 'A planilha mensal do site da CMED, XLSX ou CSV, até 10 MB. Ela troca a anterior inteira.'],
    mayBeOlder: ['Quero esta lista, mesmo mais antiga ou sem data'],
  } as const,
  upload: 'Guardar lista',
  uploadedMessage: (publishedOn: string | null, medicineCount: number, priceCountAbove: number) =>
    `${publishedOn === null ? 'Lista sem data' : `Lista de ${formatDay(publishedOn)}`} guardada: ${medicineCount === 1 ? 'um medicamento' : `${formatNumber(medicineCount)} medicamentos`}. ${formatAbove(priceCountAbove)}`,
  ratesTitle: (state: string) => `ICMS de medicamentos: ${state}`,
  branches: (names: string[]) => `Lojas: ${names.join(', ')}.`,
  rateFields: {
    genericRate: ['Genéricos (%)', 'Como 12 ou 17,5; “17 ALC” em área de livre comércio. Em branco, se você não sabe.'],
    otherRate: ['Outros medicamentos (%)'],
    source: ['De onde vem', 'A lei, ou quem confirmou. Confira com a sua contabilidade.'],
  } as const,
  sourceDate: (day: string) => `Informação de ${formatDay(day)}.`,
  noRate: 'Sem alíquota vale a coluna mais baixa da lista: confira a alíquota.',
  saveRates: 'Salvar alíquotas',
  savedRatesMessage: (state: string) => `Alíquotas de ${state} salvas.`,
  stateless: (names: string[]) =>
    `Sem estado: ${names.join(', ')}. Vale a coluna mais baixa da lista. Diga o CEP ou a UF no arquivo de lojas.`,
  aboveTitle: 'Preços acima do teto',
  showAbove: 'Comparar os preços de todas as lojas',
  above: formatAbove,
  aboveColumns: ['Produto', 'Loja', 'Preço', 'Teto'],
  price: formatMoney,
  ceiling: (ceiling: CeilingValues) => formatCeiling(ceiling),
}
