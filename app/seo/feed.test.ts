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

test('texts are cut to what Google Merchant takes, and a product without a description is told by its name', async () => {
  const listed = [[product, { ...product, id: 2, name: 'Um', description: '' }], []]
  const shop = {
    profile: { name: 'Loja', description: 'Uma loja' },
    delivery: { findBranch: async () => null, feeOf: () => 0 },
    catalogue: { productFeed: { listAdvertisable: async () => listed.shift() } },
  }
  const answer = await loader({
    request: new Request('http://localhost/feed.xml'),
    context: { shop },
    params: {},
  } as unknown as LoaderFunctionArgs)
  const xml = await answer.text()
  const lengths = (tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)<`, 'g'))].map(([, text = '']) => text.length)
  expect([lengths('title'), lengths('description'), lengths('g:brand')]).toEqual([
    [4, 150, 2],
    [8, 5000, 2],
    [70, 70],
  ])
})
