import { compareTrayTexts } from './compare-tray.ts'
import { productTexts } from './product.ts'

export const compareTexts = {
  title: compareTrayTexts.title,
  remove: 'Remover',
  /** The rest of the button's accessible name, for screen readers. */
  removeSuffix: ' da comparação',
  clear: 'Limpar comparação',
  addedMessage: 'O produto entrou na comparação.',
  removedMessage: 'O produto saiu da comparação.',
  clearedMessage: 'Não há mais produtos na comparação.',
  duplicate: 'O produto já está na comparação.',
  full: 'Você pode comparar até 4 produtos. Remova um para incluir outro.',
  unknown: 'Produto não encontrado!',
  formatTrayCount: compareTrayTexts.formatTrayCount,
  empty: 'Nenhum produto para comparar',
  emptyHint: 'Abra um produto e toque em Comparar. Cabem até 4, lado a lado.',
  emptyAction: 'Ver todos os produtos',
  onlyOneProduct: 'Inclua mais um produto para ver as diferenças.',
  tableCaption: 'Produtos lado a lado',
  scrollHint: 'Deslize para o lado para ver todos os produtos.',
  differenceLabel: 'diferente',
  price: 'Preço',
  stock: 'Estoque',
  brand: productTexts.brand,
  activeIngredient: productTexts.activeIngredient,
  presentation: productTexts.presentation,
  manufacturer: productTexts.manufacturer,
  kind: productTexts.kind,
  saleClass: productTexts.saleClass,
  registration: productTexts.registration,
  noValue: '—',
}
