import { placeholderPictureKey } from '../ui/picture/picture.tsx'
import type { CardProduct } from '../ui/product-card/product-card.tsx'
import type { PicturedProduct } from '../ui/product-picture/product-picture.tsx'

const baseProduct: CardProduct = {
  id: 60,
  slug: 'novalgina-1g-10-comprimidos',
  name: 'Novalgina 1g 10 Comprimidos',
  pictureKey: '60',
  priceCents: 1947,
  fullPriceCents: 2290,
  discountPercent: 15,
  stock: 23,
  requiresPrescription: false,
}

const noDiscount = { fullPriceCents: null, discountPercent: null }

/** A card in each of its states, from the demo catalogue. */
export function createSampleProducts(longName: string): CardProduct[] {
  return [
    baseProduct,
    {
      ...baseProduct,
      id: 63,
      name: 'Tylenol 750mg 20 Comprimidos',
      pictureKey: '63',
      stock: 3,
      priceCents: 2542,
      fullPriceCents: 2990,
    },
    {
      ...baseProduct,
      ...noDiscount,
      id: 127,
      name: 'Cetoconazol 20mg/g Creme 30g Genérico',
      pictureKey: '127',
      isGeneric: true,
      stock: 0,
    },
    {
      ...baseProduct,
      ...noDiscount,
      id: 20,
      name: 'Omeprazol 20mg 28 Cápsulas Prati-Donaduzzi Genérico',
      pictureKey: 'receita',
      isGeneric: true,
      requiresPrescription: true,
      priceCents: 1290,
    },
    {
      ...baseProduct,
      ...noDiscount,
      id: 90,
      name: 'Clonazepam 2mg 30 Comprimidos Genérico',
      pictureKey: 'receita',
      isGeneric: true,
      requiresPrescription: true,
      isStoreOnly: true,
      priceCents: 990,
    },
    {
      ...baseProduct,
      id: 1,
      name: longName,
      priceCents: 9_999_900,
      fullPriceCents: 19_999_900,
      stock: 10,
    },
  ]
}

/** What is drawn where there is no picture: a pack of each form, and a prescription item's form. */
export function createSamplePlaceholders(): PicturedProduct[] {
  const names = [
    'Paracetamol 750mg 20 Comprimidos',
    'Dipirona 500mg/ml Gotas 20ml',
    'Shampoo Infantil 400ml',
    'Pomada para Assaduras 90g',
    'Fralda Tamanho M 80 Unidades',
    'Sabonete em Barra 90g',
    'Máscara de Tratamento 1kg',
    'Desodorante Aerossol 150ml',
    'Vitamina C 1g',
    'Termômetro Digital',
  ]
  const prescriptionNames = ['Amoxicilina 500mg 21 Cápsulas', 'Tobramicina Colírio 5ml']
  return [
    ...names.map((name) => ({ name, pictureKey: placeholderPictureKey })),
    ...prescriptionNames.map((name) => ({ name, pictureKey: placeholderPictureKey, requiresPrescription: true })),
  ]
}
