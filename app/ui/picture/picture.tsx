import { picture } from './picture.css.ts'

export type PictureProps = {
  /** The picture's name in the shop; its files are `/imagens/{key}-{width}.webp`, in double width for dense screens. */
  pictureKey: string
  /** 80 for thumbnails, 160 in bag lines, 400 on the product page; 320 in cards, up to 19rem wide. */
  width: 80 | 160 | 320 | 400
  /** Empty where the name stands beside it. */
  alt: string
  /** In the first viewport; the others load lazily. */
  isEager?: boolean | undefined
}

/** Placeholder for products without a picture, or that may not show one. */
export const placeholderPictureKey = 'receita'

export function hasPicture({ pictureKey }: { pictureKey: string }): boolean {
  return pictureKey !== placeholderPictureKey
}

export function buildPictureUrl(pictureKey: string, width: number): string {
  return `/imagens/${pictureKey}-${width}.webp`
}

/** A page's main picture, about half as wide as the window, on phones and desktops (gallery.css.ts). */
function buildMainImageAttributes(pictureKey: string) {
  return { srcSet: `${buildPictureUrl(pictureKey, 400)} 400w,${buildPictureUrl(pictureKey, 800)} 800w`, sizes: '50vw' }
}

/** A card's picture: up to 19rem wide, on phones beside the text. */
function buildCardImageAttributes(pictureKey: string) {
  const srcSet = `${buildPictureUrl(pictureKey, 320)} 320w,${buildPictureUrl(pictureKey, 800)} 800w`
  return { srcSet, sizes: '(min-width:40rem) 19rem,5rem' }
}

/**
 * Preloads the page's main picture, of width 400: a descriptor for a route's `meta`. React 18 knows the priority in lower case
 * only.
 */
export function buildPicturePreload(pictureKey: string) {
  const { srcSet, sizes } = buildMainImageAttributes(pictureKey)
  return { tagName: 'link', rel: 'preload', as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchpriority: 'high' }
}

/** A product's picture, sharp on dense screens too. */
export function Picture({ pictureKey, width, alt, isEager }: PictureProps) {
  return (
    <img
      className={picture}
      // A thumbnail is half as wide as the smallest file, which then serves both densities.
      src={buildPictureUrl(pictureKey, Math.max(width, 160))}
      {...(width === 320 && buildCardImageAttributes(pictureKey))}
      {...(width === 160 && { srcSet: `${buildPictureUrl(pictureKey, 320)} 2x` })}
      {...(width === 400 && buildMainImageAttributes(pictureKey))}
      // In a card the style sheet has its proportions.
      {...(width !== 320 && { width, height: width })}
      alt={alt}
      loading={isEager ? undefined : 'lazy'}
    />
  )
}
