import { expect, test } from 'vitest'
import { toBannerHref } from './banners.tsx'

test.each([
  ['a known category', { categorySlug: 'beleza', productSlug: null }, '/categoria/beleza'],
  ['a product that has a page', { categorySlug: null, productSlug: 'novalgina-1g' }, '/produto/novalgina-1g'],
  ['both', { categorySlug: 'beleza', productSlug: 'novalgina-1g' }, '/categoria/beleza'],
  ['neither', { categorySlug: null, productSlug: null }, '/'],
])('a banner of %s leads there, else home', (_what, slugs, href) => {
  expect(toBannerHref(slugs)).toBe(href)
})
