import { toCategoryPath } from '../texts/category-path.ts'
import { Picture } from '../ui/picture/picture.tsx'
import { ShopMark } from '../ui/shop-mark/shop-mark.tsx'
import * as css from './banners.css.ts'

interface Banner {
  id: number
  title: string
  text: string
  linkText: string
  href: string
  pictureKey: string | null
}

interface BannerTarget {
  categorySlug: string | null
  subcategorySlug?: string | null
  productSlug: string | null
}

/** Where a banner leads: a known category, or a part of it, else a product that has a page, else the home page (specification, section 2). */
export function toBannerHref({ categorySlug, subcategorySlug, productSlug }: BannerTarget): string {
  if (categorySlug) return toCategoryPath(categorySlug, subcategorySlug)
  return productSlug ? `/produto/${productSlug}` : '/'
}

/** The shop's `main` banner in the brand's colour, or the others, small and side by side. */
export function Banners({ banners, isMain }: { banners: Banner[]; isMain?: boolean }) {
  return (
    <div className={isMain ? `${css.banners} ${css.mainBanner}` : css.banners}>
      {banners.map((banner) => [
        <a key={banner.id} href={banner.href}>
          <h2>{banner.title}</h2>
          <p>{banner.text}</p>
          <b>{banner.linkText}</b>
          {banner.pictureKey ? <Picture pictureKey={banner.pictureKey} width={160} alt="" /> : <ShopMark />}
        </a>,
        ' ',
      ])}
    </div>
  )
}
