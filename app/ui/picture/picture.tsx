import { picture } from './picture.css.ts'

type PictureProps = {
  /** The picture's name in the shop; its files are `/imagens/{key}-{width}.webp`, in double width for dense screens. */
  pictureKey: string
  /** 80 for thumbnails, 160 in bag lines, 400 on the product page; 320 in cards, one file for all screens: a page has 24. */
  width: 80 | 160 | 320 | 400
  /** Empty where the name stands beside it. */
  alt: string
  /** `first` for the page's main picture, `eager` for those in the first viewport; the others load lazily. */
  priority?: 'first' | 'eager' | undefined
}

/** The picture of what has none, or may show none. */
export const neutralPictureKey = 'receita'

export function pictureUrl(key: string, width: number): string {
  return `/imagens/${key}-${width}.webp`
}

/** Preloads the page's main picture: a descriptor for a route's `meta`. */
export function preloadPicture(key: string, width: number) {
  const imageSrcSet = dense(key, width)
  return {
    tagName: 'link',
    rel: 'preload',
    as: 'image',
    href: pictureUrl(key, width),
    imageSrcSet,
    fetchpriority: 'high',
  }
}

function dense(key: string, width: number): string {
  return `${pictureUrl(key, width * 2)} 2x`
}

/** A product's picture, at densities 1 and 2. */
export function Picture({ pictureKey, width, alt, priority }: PictureProps) {
  return (
    <img
      className={picture}
      // A thumbnail is half as wide as the smallest file, which then serves both densities.
      src={pictureUrl(pictureKey, Math.max(width, 160))}
      srcSet={width === 80 || width === 320 ? undefined : dense(pictureKey, width)}
      // In a card the style sheet has its proportions.
      {...(width !== 320 && { width, height: width })}
      alt={alt}
      loading={priority ? undefined : 'lazy'}
      // React 18 knows this attribute in lower case only.
      {...(priority === 'first' && { fetchpriority: 'high' })}
    />
  )
}
