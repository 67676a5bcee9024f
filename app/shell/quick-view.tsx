import { useFetcher, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { componentTexts as texts } from '../texts/components.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { productColumns } from '../ui/product-details/product-details.css.ts'
import { ProductDetails, type ProductDetailsProps } from '../ui/product-details/product-details.tsx'
import { ProductPictures } from '../ui/product-details/product-pictures.tsx'

/** A product in a dialog over its list: pictures and details, without favourites (specification, section 2). Its page's loader has the data. */
export function QuickView({ path, onClose }: { path: string; onClose: () => void }) {
  const { load, data } = useFetcher<ProductDetailsProps>()
  const { pathname, search } = useLocation()
  useEffect(() => load(path), [load, path])
  return (
    <Dialog open onOpenChange={onClose} title={texts.quickView} size="wide">
      {data ? (
        <div className={productColumns}>
          <ProductPictures product={data.product} />
          <ProductDetails {...data} isInQuickView returnTo={`${pathname}${search}`} />
        </div>
      ) : (
        <p role="status">{texts.quickViewLoading}</p>
      )}
    </Dialog>
  )
}
