import type { Branch } from '#server/delivery/branch.ts'
import type { ShopProfile } from '#server/platform/shop-profile.ts'
import type { ProductView } from '../ui/product-details/product-view.ts'
import { defaultPicturePath } from './page-head.ts'
import { getPublicPicturePath, toMetaDescription } from './product-head.ts'

type BreadcrumbItem = { name: string; href?: string | undefined }

/** Where a page stands, from the home page on. */
export function buildBreadcrumbJsonLd(items: BreadcrumbItem[], origin: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: href && origin + href,
    })),
  }
}

/** The products of a listing's page, each by its address. */
export function buildItemListJsonLd(products: { slug: string }[], origin: string): object {
  return {
    '@type': 'ItemList',
    // The first row of cards: a listing has few bytes to spare.
    itemListElement: products.slice(0, 8).map(({ slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `${origin}/produto/${slug}`,
    })),
  }
}

interface ShippingDetails {
  feeCents: number
  /** Of the branch that delivers, such as SP. */
  region: string | undefined
}

/**
 * The product: a `Drug` where it is a medicine, with its offer. A prescription item has no picture and no rating; the demo's
 * invented rating is never published.
 */
export function buildProductJsonLd(product: ProductView, origin: string, shipping: ShippingDetails | null): object {
  const url = `${origin}/produto/${product.slug}`
  const picturePath = getPublicPicturePath(product)
  return {
    '@type': product.isMedicine ? ['Product', 'Drug'] : 'Product',
    name: product.name,
    description: toMetaDescription(product),
    url,
    sku: product.sku,
    gtin13: product.ean?.length === 13 ? product.ean : undefined,
    brand: { '@type': 'Brand', name: product.brand },
    image: picturePath && origin + picturePath,
    activeIngredient: product.isMedicine ? product.activeIngredient : undefined,
    prescriptionStatus: product.isMedicine
      ? `https://schema.org/${product.requiresPrescription ? 'PrescriptionOnly' : 'OTC'}`
      : undefined,
    offers: product.sellableOnline
      ? {
          '@type': 'Offer',
          url,
          priceCurrency: 'BRL',
          price: (product.priceCents / 100).toFixed(2),
          availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
          shippingDetails: shipping && buildShippingJsonLd(shipping),
        }
      : undefined,
  }
}

/** What delivery of one costs, and where to. */
function buildShippingJsonLd({ feeCents, region }: ShippingDetails): object {
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: (feeCents / 100).toFixed(2), currency: 'BRL' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'BR', addressRegion: region },
  }
}

/** The pharmacy and its branches, with their hours. */
export function buildPharmacyJsonLd(
  { phone, address, ...shop }: ShopProfile,
  branches: Branch[],
  origin: string,
): object {
  const contact = { telephone: phone, address }
  return {
    '@type': 'Pharmacy',
    '@id': `${origin}/#loja`,
    name: shop.name,
    legalName: shop.legalName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: origin + defaultPicturePath,
    email: shop.email,
    ...contact,
    sameAs: shop.social.map(({ url }) => url),
    department: branches.map(({ name, openTime, closeTime }) => ({
      '@type': 'Pharmacy',
      name: `${shop.name} ${name}`,
      ...contact,
      openingHoursSpecification: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: weekdays,
        opens: openTime,
        closes: closeTime,
      },
    })),
  }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The site, with its search. */
export function buildWebSiteJsonLd(shopName: string, origin: string): object {
  return {
    '@type': 'WebSite',
    name: shopName,
    url: `${origin}/`,
    inLanguage: 'pt-BR',
    publisher: { '@id': `${origin}/#loja` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/categoria?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** One store in which orders are picked up. */
export function buildStoreJsonLd(
  { id, name, address, phone, openTime, closeTime, specialDays }: Branch,
  shopName: string,
  origin: string,
): object {
  return {
    '@type': 'Pharmacy',
    name: `${shopName} ${name}`,
    url: `${origin}/lojas/${id}`,
    telephone: phone ?? undefined,
    address: address && {
      '@type': 'PostalAddress',
      streetAddress: `${address.street}, ${address.number}`,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.zipcode,
      addressCountry: 'BR',
    },
    openingHours: `Mo-Su ${openTime}-${closeTime}`,
    specialOpeningHoursSpecification: Object.entries(specialDays).map(([day, hours]) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: day,
      validThrough: day,
      opens: hours?.[0] ?? '00:00',
      closes: hours?.[1] ?? '00:00',
    })),
  }
}
