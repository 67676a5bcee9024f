import { Icon } from '../ui/icon/icon.tsx'
import { Picture } from '../ui/picture/picture.tsx'
import * as css from './banners.css.ts'

interface Banner {
  id: number
  title: string
  text: string
  linkText: string
  categorySlug: string | null
  productSlug: string | null
  pictureKey: string | null
}

/** Where a banner leads: a known category, else a product that has a page, else the home page (specification, section 2). */
function bannerHref({ categorySlug, productSlug }: Pick<Banner, 'categorySlug' | 'productSlug'>): string {
  if (categorySlug) return `/categoria/${categorySlug}`
  return productSlug ? `/produto/${productSlug}` : '/'
}

/** The first is large and in the brand's colour, the others small beside it. */
export function Banners({ banners }: { banners: Banner[] }) {
  return (
    <div className={css.banners}>
      {banners.map((banner) => (
        <a key={banner.id} href={bannerHref(banner)}>
          <h2>{banner.title}</h2>
          <p>{banner.text}</p>
          <b>{banner.linkText}</b>
          {banner.pictureKey ? <Picture pictureKey={banner.pictureKey} width={160} alt="" /> : <Icon name="flower" />}
        </a>
      ))}
    </div>
  )
}
