import { matchRoutes } from '@remix-run/react'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { reservedPathSegments } from '../../server/config.ts'
import { createBackofficeGate } from '../../server/web/backoffice-gate.ts'
import type { PagesBuild } from '../../server/web/remix.ts'

const shopRoutes = routes as RouteConfigEntry[]
const counterRoutes = shopRoutes.filter(({ file }) => file.startsWith('backoffice/'))

/** As Remix's build lists the routes. */
const build = {
  routes: Object.fromEntries(
    shopRoutes.map(({ file, id = file, path, index }) => [id, { id, path, index, module: {} }]),
  ),
  assets: { routes: Object.fromEntries(shopRoutes.map(({ file, id = file, path }) => [id, { id, path }])) },
} as unknown as PagesBuild

function door(settings: Partial<Parameters<typeof createBackofficeGate>[0]> = {}) {
  return createBackofficeGate({ isEnabled: true, path: '/balcao', origin: null, isAllowedAddress: null, ...settings })
}

/** The id of the route that the router finds for an address. */
function routeAt({ routes }: PagesBuild, address: string): string | undefined {
  const { pathname } = new URL(address, 'http://shop.example')
  const matches = matchRoutes(Object.values(routes) as never, pathname.replace(/\.data$/, ''))
  return matches?.at(-1)?.route.id
}

const spellings: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}.data`,
  (path) => `${path}?_routes=backoffice/queue-page`,
  (path) => path.replace('/b', '/%62'),
  (path) => path.replace('/b', '/%42'),
  (path) => `/.${path}`,
  (path) => `/cep/..${path}`,
  (path) => `/%2e${path}`,
  (path) => `${path};a=b`,
  (path) => path.replaceAll('/', '//'),
]

test('to who may not enter the router has no route of the counter, however its address is spelt', () => {
  const shopAlone = door().adaptBackofficeRoutes(build, false)
  expect(Object.keys(shopAlone.routes)).toEqual(
    shopRoutes.map(({ file, id = file }) => id).filter((id) => !id.startsWith('backoffice/')),
  )
  expect(Object.keys(shopAlone.assets.routes)).toEqual(Object.keys(shopAlone.routes))
  expect(counterRoutes.length).toBeGreaterThan(10)
  for (const { path = '' } of counterRoutes) {
    const address = `/${path.replaceAll(/:\w+/g, '1')}`
    for (const spell of spellings)
      expect(routeAt(shopAlone, spell(address)), spell(address)).not.toMatch(/^backoffice\//)
  }
})

test('at another address the usual one leads nowhere', () => {
  const moved = door({ path: '/interno' }).adaptBackofficeRoutes(build, true)
  for (const { file, path = '' } of counterRoutes) {
    const address = `/${path.replaceAll(/:\w+/g, '1')}`
    expect(routeAt(build, address)).toBe(file)
    expect(routeAt(moved, address.replace('/balcao', '/interno'))).toBe(file)
    for (const spell of spellings) expect(routeAt(moved, spell(address)), spell(address)).not.toMatch(/^backoffice\//)
  }
  expect(routeAt(moved, '/produto/x')).toBe('product/product-page.tsx')
})

test('COUNTER_PATH may be no page of the shop', () => {
  const pages = shopRoutes.filter((route) => !counterRoutes.includes(route)).map(({ path = '' }) => path.split('/')[0])
  const possible = pages.filter((path = '') => /^[a-z0-9-]+$/.test(path))
  expect(possible).toContain('lojas')
  expect(possible.filter((path = '') => !reservedPathSegments.has(path))).toEqual([])
})
