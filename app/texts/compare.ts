import { trayTexts } from './compare-tray.ts'
import { productTexts } from './product.ts'

export const compareTexts = {
  title: trayTexts.title,
  remove: 'Remover',
  /** The rest of the button's accessible name, for screen readers. */
  removeRest: ' da comparação',
  clear: 'Limpar comparação',
  added: 'O produto entrou na comparação.',
  removed: 'O produto saiu da comparação.',
  cleared: 'Não há mais produtos na comparação.',
  duplicate: 'O produto já está na comparação.',
  full: 'Você pode comparar até 4 produtos. Remova um para incluir outro.',
  unknown: 'Produto não encontrado!',
  tray: trayTexts.tray,
  empty: 'Nenhum produto para comparar',
  emptyHint: 'Abra um produto e toque em Comparar. Cabem até 4, lado a lado.',
  emptyAction: 'Ver todos os produtos',
  one: 'Inclua mais um produto para ver as diferenças.',
  table: 'Produtos lado a lado',
  scrolls: 'Deslize para o lado para ver todos os produtos.',
  different: 'diferente',
  price: 'Preço',
  stock: 'Estoque',
  brand: productTexts.brand,
  activeIngredient: productTexts.activeIngredient,
  presentation: productTexts.presentation,
  manufacturer: productTexts.manufacturer,
  kind: productTexts.kind,
  sale: productTexts.sale,
  registration: productTexts.registration,
  none: '—',
}
