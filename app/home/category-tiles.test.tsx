import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { visuallyHidden } from '../styles/shared.css.ts'
import { CategoryTiles } from './category-tiles.tsx'

const markup = (name: string) =>
  renderToStaticMarkup(<CategoryTiles categories={[{ id: 1, name, href: '/categoria/x', icon: 'pill' }]} />)

test('a long name is cut visually but read out whole, beginning with the visible text', () => {
  const tile = markup('Vitaminas e Suplementos')
  expect(tile).not.toContain('aria-label')
  const heard = tile.replace(/<(\w+) aria-hidden="true">.*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
  expect(heard).toBe('Vitaminas e Suplementos')
  const seen = tile.replace(new RegExp(`<span class="${visuallyHidden}">[^<]*</span>`), '').replace(/<[^>]*>/g, '')
  expect(seen).toBe('Vitaminas...')
})

test('a short name stands as it is', () => {
  expect(markup('Beleza').replace(/<[^>]*>/g, '')).toBe('Beleza')
})
