import { neutral } from './forms/neutral.ts'
import type { Picture, Shelf } from './picture.ts'
import { baby } from './shelves/baby.ts'
import { beauty } from './shelves/beauty.ts'
import { devices } from './shelves/devices.ts'
import { hygiene } from './shelves/hygiene.ts'
import { medicines } from './shelves/medicines.ts'
import { supplements } from './shelves/supplements.ts'

/** Product id (row number in catalogue.csv, from 1) to its drawings, in gallery order. */
const drawnProducts: Shelf = { ...medicines, ...supplements, ...beauty, ...hygiene, ...baby, ...devices }

/** What stands for a product whose picture may not be shown (RDC 44/2009, art. 54). */
const neutralPicture: Picture = {
  alt: 'Desenho neutro: não mostramos imagens de medicamentos com receita',
  svg: neutral(),
}
export const neutralKey = 'receita'

/** What `../pictures.json` holds: each drawn product's pictures by its id, and the neutral one by its key. */
export function allGalleries(): Record<string, { key: string; alt: string }[]> {
  const drawn = Object.entries(drawnProducts).map(([productId, pictures]) => [
    productId,
    pictures.map(({ alt }, index) => ({ key: pictureKey(productId, index), alt })),
  ])
  return { ...Object.fromEntries(drawn), [neutralKey]: [{ key: neutralKey, alt: neutralPicture.alt }] }
}

/** Every picture there is, by key. */
export function allDrawings(): Map<string, Picture> {
  const drawings = new Map([[neutralKey, neutralPicture]])
  for (const [productId, pictures] of Object.entries(drawnProducts)) {
    for (const [index, picture] of pictures.entries()) drawings.set(pictureKey(productId, index), picture)
  }
  return drawings
}

/** "60" for the first picture, then "60-2", "60-3". */
function pictureKey(productId: number | string, index: number): string {
  return index === 0 ? String(productId) : `${productId}-${index + 1}`
}
