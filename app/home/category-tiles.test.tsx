import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nameEnd } from './category-tiles.css.ts'
import { CategoryTiles } from './category-tiles.tsx'

const markup = (name: string, isDefaultIcon = true) =>
  renderToStaticMarkup(
    <CategoryTiles categories={[{ id: 1, name, href: '/categoria/x', icon: 'pill', isDefaultIcon }]} />,
  )

test('a long name can be cut for a narrow window but is read out whole, beginning with the visible text', () => {
  const tile = markup('Vitaminas e Suplementos')
  expect(tile).not.toContain('aria-label')
  const heard = tile.replace(/<(\w+) [^>]*aria-hidden="true">.*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
  expect(heard).toBe('Vitaminas e Suplementos')
  const seen = tile.replace(new RegExp(`<span class="${nameEnd}">[^<]*</span>`), '').replace(/<[^>]*>/g, '')
  expect(seen).toBe('Vitaminas...')
})

test('a short name stands as it is', () => {
  expect(markup('Beleza').replace(/<[^>]*>/g, '')).toBe('Beleza')
})

test('a tile has the drawing of a pack, or the icon that the shop picked', () => {
  expect(markup('Medicamentos')).toMatch(/packs[^"]*#box/)
  expect(markup('Medicamentos', false)).toMatch(/icons[^"]*#pill/)
})
