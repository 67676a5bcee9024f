/** A picture of a product: an SVG document, and what it shows in Portuguese words. */
export interface Picture {
  alt: string
  svg: string
}

/** The pictures of a shelf's products by product id (the row number in catalogue.csv), in gallery order. */
export type Shelf = Record<number, readonly Picture[]>
