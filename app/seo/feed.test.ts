import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { loader } from './feed.ts'

const product = {
  id: 1,
  sku: '1',
  slug: 'um',
  description: `<p>${'d'.repeat(6000)}</p>`,
  pictureKey: 'x',
  priceCents: 100,
  fullPriceCents: null,
  ean: null,
  inStock: true,
  name: 'n'.repeat(200),
  brand: 'b'.repeat(120),
}

/** What the feed says in its elements of that name, of a shop that has these products. */
async function feedOf(...products: object[]): Promise<(tag: string) => string[]> {
  const batches = [products, []]
  const shop = {
    profile: { name: 'Loja', description: 'Uma loja' },
    delivery: {
      getBranchOrDefault: async () => null,
      listFeeTerms: async () => [],
      calculateFeeRange: () => null,
    },
    catalogue: { productFeed: { listAdvertisableProducts: async () => batches.shift() } },
  }
  const answer = await loader({
    request: new Request('http://localhost/feed.xml'),
    context: { shop },
    params: {},
  } as unknown as LoaderFunctionArgs)
  const xml = await answer.text()
  return (tag) => [...xml.matchAll(new RegExp(`<${tag}>([^<]*)<`, 'g'))].map(([, text = '']) => text)
}

test('texts are cut to what Google Merchant takes, and a product without a description is told by its name', async () => {
  const textsOf = await feedOf(product, { ...product, id: 2, name: 'Um', description: '' })
  const lengths = (tag: string) => textsOf(tag).map((text) => text.length)
  expect([lengths('title'), lengths('description'), lengths('g:brand')]).toEqual([
    [4, 150, 2],
    [8, 5000, 2],
    [70, 70],
  ])
})

test('a product whose SKU is too long for an id stays out: what is cut could be another’s', async () => {
  const skus = ['a'.repeat(50), `${'a'.repeat(50)}b`, 'c']
  const textsOf = await feedOf(...skus.map((sku, at) => ({ ...product, id: at + 1, sku })))
  expect(textsOf('g:id')).toEqual(['a'.repeat(50), 'c'])
})
