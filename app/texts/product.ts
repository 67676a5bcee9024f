import type { CeilingValues } from './ceilings.ts'
import { demoCatalogueTexts } from './demo.ts'

export const productTexts = {
  share: 'Compartilhar',
  seeMore: 'Ver mais',
  detailsTitle: 'Detalhes do produto',
  medicineDetails: 'Informações do medicamento',
  beforeUse: 'Antes de usar',
  factsTitle: 'Ficha técnica',
  addToBag: 'Adicionar no carrinho',
  updateBag: 'Atualizar carrinho',
  updateBagShort: 'Atualizar',
  lowestPriceBefore: (amount: string) => `Menor preço nos 30 dias antes desta oferta: ${amount}`,
  priceFor: (zipcode: string) => `Preço para o CEP ${zipcode}`,
  priceWithoutZipcode: 'Informe seu CEP para ver preço e estoque da sua região.',
  deliveryPanel: 'Prazo e entrega',
  checkZipcode: 'Consultar CEP',
  uncoveredPriceHint: 'CEP fora de cobertura! O preço é o de outra região.',
  unavailable: 'O produto está indisponível na sua região no momento.',
  unavailableWithoutZipcode: 'O produto está indisponível no momento.',
  uncovered: (zipcode: string) => `Ainda não entregamos no CEP ${zipcode}.`,
  notifyWhenCovered: 'Avise-me quando chegarem',
  pickUpInstead: 'Ou retire em uma loja',
  enterZipcode: 'Informe seu CEP para ver onde há estoque.',
  paused: 'Este produto não está à venda no site no momento.',
  changeZipcode: 'Trocar CEP',
  notifyMe: 'Indisponível: avise-me',
  notifyOfLowerPrice: 'Avise-me se baixar',
  notSoldOnline: 'Medicamento de controle especial: a venda é feita somente na loja física, com receita.',
  soldAt: (name: string, address: string, phone: string) =>
    `${name}: ${address}. Telefone ${phone.replace(' ', '\u00a0')}.`,
  needsPrescription: 'Venda sob prescrição médica. Você envia a receita antes de pagar.',
  compare: 'Comparar',
  removeFromComparison: 'Remover da comparação',
  cheaperGeneric: 'O genérico custa menos',
  saving: (amount: string) => `Economize ${amount}`,
  alternatives: 'Mesmo princípio ativo, dose e forma',
  cheaper: (amount: string) => `${amount} a menos`,
  moreExpensive: (amount: string) => `${amount} a mais`,
  samePrice: 'Mesmo preço',
  alternativesNote:
    'Por lei, só a referência se troca por seu genérico ou similar equivalente. Confirme com o farmacêutico.',
  recentlyViewed: 'Vistos recentemente',
  rating: (rating: number) => `Nota ${rating} de 10 (demonstração)`,
  pickupToday: (storeCount: number) =>
    storeCount === 1 ? 'Retire hoje em 1 loja' : `Retire hoje em ${storeCount} lojas`,
  shipping: (estimate: string, fee: string | null) =>
    fee ? `Entrega em até ${estimate}, ${fee}.*` : `Entrega grátis em até ${estimate}!*`,
  /** While the branch is closed, delivery starts when it opens. */
  shippingAfterOpening: (estimate: string, fee: string | null, nextOpening: string) =>
    `Entrega ${fee ? '' : 'grátis '}em até ${estimate}, ${nextOpening}${fee ? `, ${fee}` : ''}.*`,
  generic: 'Genérico',
  cashback: 'Ganhe cashback na carteira',
  withdrawal: '7 dias para desistir da compra',
  activeIngredient: 'Princípio ativo',
  presentation: 'Apresentação',
  manufacturer: 'Fabricante',
  registrationHolder: 'Detentor do registro',
  brand: 'Marca',
  kind: 'Tipo',
  saleClass: 'Venda',
  registration: 'Registro na Anvisa',
  sku: 'SKU',
  ean: 'Código de barras',
  categories: 'Categorias',
  ceilingPrice: ({ rate, state }: Pick<CeilingValues, 'rate' | 'state'>) =>
    `Preço máximo ao consumidor (CMED${state ? `, ${state}` : ''}${rate ? ` ${rate}` : ''})`,
  ceilingPriceListLink: 'Ver a lista oficial',
  leaflet: 'Ler a bula completa',
  /** Of `server/catalogue/product-details.ts`: its name, and the hint of its field in the back office. */
  detailLabels: {
    storage: { name: 'Conservação', hint: 'Até 200 letras, como: entre 2 e 8 °C. Em branco, não aparece.' },
  },
  kinds: {
    generico: 'Medicamento genérico',
    similar: 'Medicamento similar',
    referencia: 'Medicamento de referência',
    nao_medicamento: null,
  },
  saleClasses: {
    NA: null,
    MIP: 'Livre, sem receita',
    RX: 'Sob prescrição médica',
    RX_RETENCAO_10D: 'Sob prescrição médica, com retenção da receita (válida por 10 dias)',
    RX_RETENCAO_90D: 'Sob prescrição médica, com retenção da receita (válida por 90 dias)',
    CONTROLADO: 'Controle especial: só na loja física',
  },
  /** RDC 96/2008. */
  warning: (name: string) =>
    `${name.toUpperCase()} É UM MEDICAMENTO. SEU USO PODE TRAZER RISCOS. PROCURE O MÉDICO E O FARMACÊUTICO. LEIA A BULA.`,
  symptomsPersistWarning: 'SE PERSISTIREM OS SINTOMAS, O MÉDICO DEVERÁ SER CONSULTADO.',
} as const

/** Alternative text of the neutral picture, shown where there is no other or none is allowed. */
export const placeholderPictureAlt = 'Desenho neutro, no lugar da foto do produto'

/** Specification, section 9. */
const maxDescriptionLength = 260

/** A description without the HTML tags that an operator's file may contain. */
export function toPlainDescription(description: string): string {
  return description
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The description on a product's page. For a prescription item it is composed from the facts that the law allows, whatever
 * the operator's file says (RDC 44/2009, art. 54).
 */
export function buildProductDescription(product: {
  requiresPrescription: boolean
  name: string
  activeIngredient: string
  presentation: string
  manufacturer: string
  description: string
}): string {
  const { requiresPrescription, name, activeIngredient, presentation, manufacturer, description } = product
  return requiresPrescription
    ? demoCatalogueTexts.medicineDescription(name, activeIngredient, presentation, manufacturer)
    : toPlainDescription(description)
}

/** The description cut to 260 characters at the end of a word (specification, section 2); 'Ver mais' shows the whole. */
export function shortenDescription(description: string): string {
  if (description.length <= maxDescriptionLength) return description
  const truncatedText = description.slice(0, maxDescriptionLength - 1)
  return `${truncatedText.slice(0, truncatedText.lastIndexOf(' '))}…`
}
