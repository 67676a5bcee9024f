import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Banners } from './banners.tsx'

test.each([
  ['a known category', { categorySlug: 'beleza', productSlug: null }, '/categoria/beleza'],
  ['a product that has a page', { categorySlug: null, productSlug: 'novalgina-1g' }, '/produto/novalgina-1g'],
  ['both', { categorySlug: 'beleza', productSlug: 'novalgina-1g' }, '/categoria/beleza'],
  ['neither', { categorySlug: null, productSlug: null }, '/'],
])('a banner of %s leads there, else home', (_what, slugs, href) => {
  const texts = { title: 'Cuide-se', text: 'Hoje', linkText: 'Ver', subcategorySlug: null }
  const html = renderToStaticMarkup(<Banners banners={[{ id: 1, ...texts, pictureKey: null, ...slugs }]} />)
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to)).toEqual([href])
})
