import { type MouseEvent, useState } from 'react'
import { isPlainClick } from '../../client/plain-click.ts'
import { GoThere, lazyPart } from '../lazy-part/lazy-part.tsx'
import { type CardProduct, ProductCard } from '../product-card/product-card.tsx'

/** Loaded when first opened; without scripts its link leads to the product's page. */
const QuickView = lazyPart(
  () => import('../quick-view/quick-view.tsx'),
  ({ QuickView }) => QuickView,
  ({ path }) => <GoThere page={path} />,
)

type ProductListProps = {
  products: CardProduct[]
  /** The class from `grid.css.ts` or `shelf.css.ts`: passed in, so that a page includes only the styles it uses. */
  layout: string
  /** The ids of the visitor's favourites; left out, there are no hearts. */
  favourites?: readonly number[]
  returnTo?: string
  /** How many pictures do not load lazily. */
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens to clicks on its links, which the keyboard makes too */}
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
