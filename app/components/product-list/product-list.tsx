import { type MouseEvent, useState } from 'react'
import { GoThere, lazyPart } from '../lazy-part/lazy-part.tsx'
import { isPlainClick } from '../plain-click/plain-click.ts'
import { type CardProduct, ProductCard } from '../product-card/product-card.tsx'

/** Fetched when it is opened for the first time; without scripts its link is the product's page. */
const QuickView = lazyPart(
  () => import('../quick-view/quick-view.tsx'),
  ({ QuickView }) => QuickView,
  ({ path }) => <GoThere page={path} />,
)

export type ProductListProps = {
  products: CardProduct[]
  /** The class of `grid.css.ts` or of `shelf.css.ts`: a page carries the styles of its own alone. */
  layout: string
  /** The ids among the visitor's favourites; left out, there are no hearts. */
  favourites?: readonly number[]
  returnTo?: string
  /** How many pictures don't wait until they are near the screen. */
  eager?: number
}

/** Products as a grid (on phones a list of rows), or as a shelf that scrolls sideways. */
export function ProductList({ products, layout, favourites, returnTo, eager = 0 }: ProductListProps) {
  const [quickView, setQuickView] = useState<string | null>(null)
  const openQuickView = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-enhanced=quick]')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    setQuickView(link.pathname)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it hears its links, which the keyboard clicks */}
      <ul className={layout} onClick={openQuickView}>
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            href={`/produto/${product.slug}`}
            favourite={favourites?.includes(product.id)}
            returnTo={returnTo}
            eager={index < eager}
          />
        ))}
      </ul>
      {quickView !== null && <QuickView path={quickView} onClose={() => setQuickView(null)} />}
    </>
  )
}
