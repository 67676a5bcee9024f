import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DiscountBadge, StockBadge } from './badge.tsx'

const words = (stock: number, short?: boolean) =>
  renderToStaticMarkup(<StockBadge stock={stock} isCompact={short} />)
    .replace(/<[^>]*>/g, '')
    .trim()

test('stock is out, low from one to ten, and enough above', () => {
  expect(words(-1)).toBe('Sem estoque')
  expect(words(0)).toBe('Sem estoque')
  expect(words(1)).toBe('Apenas 1 unidade em estoque')
  expect(words(10)).toBe('Apenas 10 unidades em estoque')
  expect(words(11)).toBe('Em estoque')
})

test('a card says the same words, but nothing when there is enough', () => {
  expect(words(3, true)).toBe('Apenas 3 unidades em estoque')
  expect(words(11, true)).toBe('')
})

test('a discount is read out as its words, and stands apart from what follows', () => {
  const html = renderToStaticMarkup(<DiscountBadge percent={22} />)
  expect(html.replace(/<[^>]*>/g, '')).toBe('22% de desconto ')
})
