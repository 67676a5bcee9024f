import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CategoryTiles } from './category-tiles.tsx'

const markup = (name: string, isPickedIcon = false) =>
  renderToStaticMarkup(
    <CategoryTiles categories={[{ id: 1, name, href: '/categoria/x', icon: 'pill', isPickedIcon }]} />,
  )

test('a tile says the whole name, and nothing but it', () => {
  expect(markup('Vitaminas e Suplementos').replace(/<[^>]*>/g, '')).toBe('Vitaminas e Suplementos')
})

test('a tile has the drawing of a pack, or the icon that the shop picked', () => {
  expect(markup('Medicamentos')).toMatch(/packs[^"]*#box/)
  expect(markup('Medicamentos', true)).toMatch(/icons[^"]*#pill/)
})
