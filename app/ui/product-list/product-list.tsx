import { type CardProduct, ProductCard } from '../product-card/product-card.tsx'

type ProductListProps = {
  products: CardProduct[]
  /** The class from `grid.css.ts` or `shelf.css.ts`: passed in, so that a page includes only the styles it uses. */
  layout: string
  /** The ids of the visitor's favourites; left out, there are no hearts. */
  favourites?: readonly number[] | undefined
  returnTo?: string
  /** How many pictures do not load lazily. */
  eager?: number
}

/** Products as a grid (on phones a list of rows), or as a shelf that scrolls sideways. */
export function ProductList({ products, layout, favourites, returnTo, eager = 0 }: ProductListProps) {
  return (
    <ul className={layout}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          href={`/produto/${product.slug}`}
          isFavourite={favourites?.includes(product.id)}
          returnTo={returnTo}
          eager={index < eager}
        />
      ))}
    </ul>
  )
}
