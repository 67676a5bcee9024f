import { type CardProduct, ProductCard } from '../product-card/product-card.tsx'

type ProductListProps = {
  products: CardProduct[]
  /** The class from `grid.css.ts` or `shelf.css.ts`: passed in, so that a page includes only the styles it uses. */
  layoutClass: string
  /** The ids of the visitor's favourites; left out, there are no hearts. */
  favouriteIds?: readonly number[] | undefined
  returnTo?: string
  /** How many pictures do not load lazily. */
  eagerPictureCount?: number
}

/** Products as a grid (on phones a list of rows), or as a shelf that scrolls sideways. */
export function ProductList({
  products,
  layoutClass,
  favouriteIds,
  returnTo,
  eagerPictureCount = 0,
}: ProductListProps) {
  return (
    <ul className={layoutClass}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          href={`/produto/${product.slug}`}
          isFavourite={favouriteIds?.includes(product.id)}
          returnTo={returnTo}
          isEager={index < eagerPictureCount}
        />
      ))}
    </ul>
  )
}
