import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price } from './price.tsx'

const words = (fullPriceCents: number | null) =>
  renderToStaticMarkup(<Price priceCents={1947} fullPriceCents={fullPriceCents} />)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test('a discounted price reads from and to', () => {
  expect(words(2290)).toBe('De R$ 22,90 por R$ 19,47')
})

test('a price that was never higher stands alone', () => {
  expect(words(null)).toBe('R$ 19,47')
  expect(words(1947)).toBe('R$ 19,47')
})

test('a price is left as it is by browsers that translate the page', () => {
  expect(renderToStaticMarkup(<Price priceCents={1947} />)).toMatch(/^<p translate="no"[^>]*><b>[^<]+<\/b><\/p>$/)
})
