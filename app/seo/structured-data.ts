import { plainDescription } from '../texts/product.ts'
import { pictureUrl } from '../ui/picture/picture.tsx'
import type { ShownProduct } from '../ui/product-details/product-details.tsx'
import { type Matches, siteOf } from './site.ts'

/** The shop's origin (`https://…`, without a slash at the end), from the root's data. */
export function originOf(matches: Matches): string {
  return siteOf(matches)?.origin ?? ''
}

/** The shop's meta description. */
export function shopDescription(matches: Matches) {
  return { name: 'description', content: siteOf(matches)?.shop.description }
}

/** The page's canonical URL, for search engines. */
export function canonical(url: string) {
  return { tagName: 'link', rel: 'canonical', href: url }
}

/** For a prescription item only name, ingredient and presentation (RDC 44/2009, art. 54). */
export function metaDescription(product: ShownProduct): string {
  const text = product.requiresPrescription
    ? `${product.name}. ${product.activeIngredient}, ${product.presentation}.`
    : plainDescription(product.description)
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(' ', 157))}...`
}

/** Open Graph: how links to the product look elsewhere. No picture of a prescription item. */
export function openGraph(product: ShownProduct, url: string, origin: string) {
  const facts = [
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: product.name },
    { property: 'og:url', content: url },
  ]
  return product.requiresPrescription
    ? facts
    : [...facts, { property: 'og:image', content: origin + pictureUrl(product.pictureKey, 800) }]
}

/**
 * The product in schema.org's JSON-LD: a `Drug` where it is a medicine, with its offer and its breadcrumb of categories.
 * A prescription item has no picture and no rating; the demo's invented rating is never published.
 */
export function productData(
  product: ShownProduct,
  categories: { name: string; href: string }[],
  origin: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': product.isMedicine ? ['Product', 'Drug'] : 'Product',
        name: product.name,
        sku: product.sku,
        gtin13: product.ean?.length === 13 ? product.ean : undefined,
        brand: { '@type': 'Brand', name: product.brand },
        image: product.requiresPrescription ? undefined : origin + pictureUrl(product.pictureKey, 800),
        activeIngredient: product.isMedicine ? product.activeIngredient : undefined,
        prescriptionStatus: product.isMedicine
          ? `https://schema.org/${product.requiresPrescription ? 'PrescriptionOnly' : 'OTC'}`
          : undefined,
        offers: product.sellableOnline
          ? {
              '@type': 'Offer',
              priceCurrency: 'BRL',
              price: (product.priceCents / 100).toFixed(2),
              availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
            }
          : undefined,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [...categories, { name: product.name, href: undefined }].map(({ name, href }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: href && origin + href,
        })),
      },
    ],
  }
}
