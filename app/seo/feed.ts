import type { LoaderFunctionArgs } from '@remix-run/node'
import type { FeeRange } from '#server/delivery/delivery-quote.ts'
import type { Shop } from '#server/shop.ts'
import { getSiteOrigin } from '../http/origin.server.ts'
import { feedTexts } from '../texts/delivery.ts'
import { limits } from '../texts/limits.ts'
import { toPlainDescription } from '../texts/product.ts'
import { buildPictureUrl } from '../ui/picture/picture.tsx'
import { escapeXml, toXmlResponse } from './xml.ts'

/** /feed.xml: the products that price comparison sites may show, in Google Merchant's format (RSS 2.0 with `g:`). */
export function loader(args: LoaderFunctionArgs) {
  return toXmlResponse(renderProductFeed(args.context.shop, getSiteOrigin(args)))
}

const batchSize = 1000
const defaultBranchId = 1

async function* renderProductFeed(
  { profile, delivery, catalogue: { productFeed } }: Shop,
  origin: string,
): AsyncGenerator<string> {
  yield '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>'
  yield renderElement('title', profile.name) +
    renderElement('link', `${origin}/`) +
    renderElement('description', profile.description)
  const feeTerms = await delivery.listFeeTerms(await delivery.getBranchOrDefault(defaultBranchId))
  for (let afterId = 0; ; ) {
    const products = await productFeed.listAdvertisableProducts(defaultBranchId, afterId, batchSize)
    // Google Merchant takes no longer id. One of an older version's SKU stays out: cut, its id could be another's.
    const eligibleProducts = products.filter(({ sku }) => sku.length <= limits.skuLength)
    yield eligibleProducts
      .map((product) => renderFeedItem(product, delivery.calculateFeeRange(feeTerms, product.priceCents), origin))
      .join('')
    const lastProduct = products.at(-1)
    if (!lastProduct) break
    afterId = lastProduct.id
  }
  yield '</channel></rss>'
}

type FeedProduct = Awaited<ReturnType<Shop['catalogue']['productFeed']['listAdvertisableProducts']>>[number]

function renderFeedItem(product: FeedProduct, fees: FeeRange | null, origin: string): string {
  const { fullPriceCents, priceCents, ean, pictureKey } = product
  return `<item>${[
    renderElement('g:id', product.sku),
    renderElement('title', truncate(150, product.name)),
    renderElement('description', truncate(5000, toPlainDescription(product.description) || product.name)),
    renderElement('link', `${origin}/produto/${product.slug}`),
    renderElement('g:image_link', origin + buildPictureUrl(pictureKey, 800)),
    renderElement('g:price', formatBrl(fullPriceCents ?? priceCents)),
    fullPriceCents === null ? '' : renderElement('g:sale_price', formatBrl(priceCents)),
    renderElement('g:availability', product.inStock ? 'in_stock' : 'out_of_stock'),
    fees === null ? '' : renderShipping(fees),
    renderElement('g:condition', 'new'),
    renderElement('g:brand', truncate(70, product.brand)),
    ean === null ? renderElement('g:identifier_exists', 'no') : renderElement('g:gtin', ean),
  ].join('')}</item>`
}

/** What delivery costs; where the postal code decides, where it is cheapest and where it is dearest. */
function renderShipping({ lowestCents, highestCents }: FeeRange): string {
  const fees =
    lowestCents === highestCents
      ? [{ service: '', cents: lowestCents }]
      : [
          { service: feedTexts.lowestFee, cents: lowestCents },
          { service: feedTexts.highestFee, cents: highestCents },
        ]
  return fees
    .map(({ service, cents }) => {
      const serviceElement = service === '' ? '' : renderElement('g:service', service)
      return `<g:shipping>${renderElement('g:country', 'BR')}${serviceElement}${renderElement('g:price', formatBrl(cents))}</g:shipping>`
    })
    .join('')
}

/** What is longer than Google Merchant takes would keep the product out. */
function truncate(maxLength: number, text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`
}

function renderElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

function formatBrl(cents: number): string {
  return `${(cents / 100).toFixed(2)} BRL`
}
