import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Shop } from '#server/shop.ts'
import { siteOrigin } from '../http/origin.server.ts'
import { plainDescription } from '../texts/product.ts'
import { pictureUrl } from '../ui/picture/picture.tsx'
import { xmlResponse, xmlText } from './xml.ts'

/** /feed.xml: the products that price comparison sites may show, in Google Merchant's format (RSS 2.0 with `g:`). */
export function loader(args: LoaderFunctionArgs) {
  return xmlResponse(feed(args.context.shop, siteOrigin(args)))
}

const step = 1000
const branchId = 1
/** Google Merchant takes no longer id. A product with a longer SKU stays out: cut, its id could be another's, and would not be its own. */
const maxIdLength = 50

async function* feed({ profile, delivery, catalogue: { productFeed } }: Shop, origin: string): AsyncGenerator<string> {
  yield '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>'
  yield element('title', profile.name) + element('link', `${origin}/`) + element('description', profile.description)
  const branch = await delivery.findBranch(branchId)
  for (let after = 0; ; ) {
    const products = await productFeed.listAdvertisable(branchId, after, step)
    const outlines = products.filter(({ sku }) => sku.length <= maxIdLength)
    yield outlines.map((product) => item(product, delivery.feeOf(branch, product.priceCents), origin)).join('')
    const last = products.at(-1)
    if (!last) break
    after = last.id
  }
  yield '</channel></rss>'
}

type FeedProduct = Awaited<ReturnType<Shop['catalogue']['productFeed']['listAdvertisable']>>[number]

function item(product: FeedProduct, feeCents: number, origin: string): string {
  const { fullPriceCents, priceCents, ean, pictureKey } = product
  return `<item>${[
    element('g:id', product.sku),
    element('title', atMost(150, product.name)),
    element('description', atMost(5000, plainDescription(product.description) || product.name)),
    element('link', `${origin}/produto/${product.slug}`),
    element('g:image_link', origin + pictureUrl(pictureKey, 800)),
    element('g:price', reais(fullPriceCents ?? priceCents)),
    fullPriceCents === null ? '' : element('g:sale_price', reais(priceCents)),
    element('g:availability', product.inStock ? 'in_stock' : 'out_of_stock'),
    `<g:shipping>${element('g:country', 'BR')}${element('g:price', reais(feeCents))}</g:shipping>`,
    element('g:condition', 'new'),
    element('g:brand', atMost(70, product.brand)),
    ean === null ? element('g:identifier_exists', 'no') : element('g:gtin', ean),
  ].join('')}</item>`
}

/** What is longer than Google Merchant takes would keep the product out. */
function atMost(length: number, text: string): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

function reais(cents: number): string {
  return `${(cents / 100).toFixed(2)} BRL`
}
