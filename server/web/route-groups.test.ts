import { expect, test } from 'vitest'
import type { PagesBuild } from './remix.ts'
import { createRouteGroupSelector } from './route-groups.ts'

const places = {
  root: { path: '' },
  home: { parentId: 'root', index: true },
  listing: { parentId: 'root', path: 'categoria/:name?' },
  bag: { parentId: 'root', path: 'checkout/sacola' },
  payment: { parentId: 'root', path: 'checkout/:id' },
  account: { parentId: 'root', path: 'minha-conta' },
  order: { parentId: 'account', path: 'pedidos/:id' },
  frame: { parentId: 'root' },
  framed: { parentId: 'frame', path: 'ofertas' },
  unmatched: { parentId: 'root', path: '*' },
}
const build = { routes: places, assets: { url: '/manifest.js', routes: places } } as unknown as PagesBuild
const buildFor = createRouteGroupSelector(build)
const namesFor = (path: string) => Object.keys(buildFor(path).routes).join(' ')

test('an address gets every route that may match it, and hardly another', () => {
  expect(namesFor('/')).toBe('root home frame framed unmatched')
  expect(namesFor('/categoria')).toBe('root listing frame framed unmatched')
  expect(namesFor('/categoria/medicamentos')).toBe('root listing frame framed unmatched')
  expect(namesFor('/categoria/medicamentos.data')).toBe('root listing frame framed unmatched')
  expect(namesFor('/categoria.data')).toBe('root listing frame framed unmatched')
  expect(namesFor('/checkout/17')).toBe('root bag payment frame framed unmatched')
  expect(namesFor('/minha-conta/pedidos/4')).toBe('root account order frame framed unmatched')
})

test('an address written otherwise, or unknown, is left to the whole build', () => {
  for (const path of ['/CATEGORIA/medicamentos', '/%63ategoria', '/_root.data', '/nada', '//categoria']) {
    expect(buildFor(path)).toBe(build)
  }
})

test('the browser’s list of routes is as short, and one build serves all addresses of a group', () => {
  expect(Object.keys(buildFor('/').assets.routes)).toEqual(['root', 'home', 'frame', 'framed', 'unmatched'])
  expect(buildFor('/').assets.url).toBe('/manifest.js')
  expect(buildFor('/checkout/1')).toBe(buildFor('/checkout/sacola'))
})
