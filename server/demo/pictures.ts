import galleries from './pictures.json' with { type: 'json' }

/**
 * The keys of a product's pictures in gallery order, with what each shows, in Portuguese.
 *
 * Files are `pictures/<key>-<width>.webp`. A product without one has the neutral picture alone.
 */
export function listPictures(productId: number): { key: string; alt: string }[] {
  return (galleries as Record<string, { key: string; alt: string }[]>)[productId] ?? galleries.receita
}
