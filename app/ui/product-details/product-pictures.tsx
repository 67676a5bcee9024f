import { Gallery } from '../gallery/gallery.tsx'
import { hasPicture } from '../picture/picture.tsx'
import { ProductPicture } from '../product-picture/product-picture.tsx'
import type { ProductView } from './product-view.ts'

/** All of a product's pictures; without any, what stands for one. */
export function ProductPictures({ product }: { product: ProductView }) {
  return hasPicture(product) ? (
    <Gallery pictures={product.pictures} />
  ) : (
    <ProductPicture product={product} width={400} alt="" />
  )
}
