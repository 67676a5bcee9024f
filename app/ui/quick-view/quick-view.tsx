import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import type { loadProductPage } from '../../product/product.server.ts'
import { componentTexts as texts } from '../../texts/components.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import { columns } from '../product-details/product-details.css.ts'
import { ProductDetails } from '../product-details/product-details.tsx'

/** A product in a dialog over its list: pictures and details, without favourites. */
export function QuickView({ path, onClose }: { path: string; onClose: () => void }) {
  const { load, data } = useFetcher<typeof loadProductPage>()
  const { pathname, search } = useLocation()
  useEffect(() => load(path), [load, path])
  return (
    <Dialog open onOpenChange={onClose} title={texts.quickView} size="wide">
      {data ? (
        <div className={columns}>
          <Gallery pictures={data.product.pictures} />
          <ProductDetails
            product={data.product}
            zipcode={data.zipcode}
            isCovered={data.isCovered}
            quantityInBag={data.quantityInBag}
            shipping={data.shipping}
            rating={data.rating}
            returnTo={`${pathname}${search}`}
          />
        </div>
      ) : (
        <p role="status">{texts.quickViewLoading}</p>
      )}
    </Dialog>
  )
}
