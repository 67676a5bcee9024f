import type { Branch } from '#server/delivery/branch.ts'
import type { FeeRange } from '#server/delivery/delivery-quote.ts'
import type { OpeningRange } from '#server/delivery/opening-hours.ts'
import type { ShopProfile } from '#server/platform/shop-profile.ts'
import { formatMinuteOfDay } from '../texts/format.ts'
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
  fees: FeeRange
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
    offers: product.isSellableOnline
      ? {
          '@type': 'Offer',
          url,
          priceCurrency: 'BRL',
          price: formatReais(product.priceCents),
          availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
          shippingDetails: shipping && buildShippingJsonLd(shipping),
        }
      : undefined,
  }
}

/** What delivery of one costs, and where to; where the postal code decides, from the lowest fee to the highest. */
function buildShippingJsonLd({ fees: { lowestCents, highestCents }, region }: ShippingDetails): object {
  const rate =
    lowestCents === highestCents
      ? { value: formatReais(lowestCents) }
      : { minValue: formatReais(lowestCents), maxValue: formatReais(highestCents) }
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', ...rate, currency: 'BRL' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'BR', addressRegion: region },
  }
}

function formatReais(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** The pharmacy and its branches, with their hours. */
export function buildPharmacyJsonLd(
  { phone, address, ...shop }: ShopProfile,
  branches: Branch[],
  origin: string,
  today: string,
  hasLogo: boolean,
): object {
  const contact = { telephone: phone, address }
  return {
    '@type': 'Pharmacy',
    '@id': `${origin}/#loja`,
    name: shop.name,
    legalName: shop.legalName,
    url: `${origin}/`,
    ...(hasLogo && { logo: `${origin}/icon-512.png`, image: origin + defaultPicturePath }),
    email: shop.email,
    ...contact,
    sameAs: shop.social.map(({ url }) => url),
    department: branches.map(({ name, hours }) => ({
      '@type': 'Pharmacy',
      name: `${shop.name} ${name}`,
      ...contact,
      ...buildOpeningHours(hours, today),
    })),
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The week, days of the same hours together, and what differs from `today` on. */
function buildOpeningHours({ week, specialDays }: Branch['hours'], today: string): object {
  const daysByHours = new Map<string, { range: OpeningRange; dayOfWeek: (string | undefined)[] }>()
  for (const weekday of [1, 2, 3, 4, 5, 6, 0])
    for (const range of week[weekday] ?? []) {
      const days = daysByHours.get(JSON.stringify(range)) ?? { range, dayOfWeek: [] }
      days.dayOfWeek.push(weekdays[weekday])
      daysByHours.set(JSON.stringify(range), days)
    }
  const specifications = [...daysByHours.values()].map(({ range, dayOfWeek }) => buildHours(range, { dayOfWeek }))
  const specialSpecifications = Object.entries(specialDays)
    .filter(([day]) => day >= today)
    .flatMap(([day, ranges]) =>
      (ranges.length > 0 ? ranges : [closedRange]).map((range) =>
        buildHours(range, { validFrom: day, validThrough: day }),
      ),
    )
  return {
    openingHoursSpecification: specifications.length === 1 ? specifications[0] : specifications,
    specialOpeningHoursSpecification: specialSpecifications.length > 0 ? specialSpecifications : undefined,
  }
}

/** How search engines are told of a closed day. */
const closedRange: OpeningRange = { from: 0, to: 0 }

/** A whole day is told as one until its last minute: equal times would mean that it stays closed. */
function buildHours({ from, to }: OpeningRange, days: object): object {
  const closes = to - from === 24 * 60 ? from + 24 * 60 - 1 : to
  return {
    '@type': 'OpeningHoursSpecification',
    ...days,
    opens: formatMinuteOfDay(from),
    closes: formatMinuteOfDay(closes),
  }
}

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

/** One store in which orders are picked up. @param fees null where it delivers nowhere */
export function buildStoreJsonLd(
  { id, name, address, phone, hours }: Branch,
  { shopName, origin, today, fees }: { shopName: string; origin: string; today: string; fees: FeeRange | null },
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
    makesOffer: fees
      ? {
          '@type': 'Offer',
          priceSpecification: {
            '@type': 'DeliveryChargeSpecification',
            minPrice: formatReais(fees.lowestCents),
            maxPrice: formatReais(fees.highestCents),
            priceCurrency: 'BRL',
          },
        }
      : undefined,
    ...buildOpeningHours(hours, today),
  }
}
