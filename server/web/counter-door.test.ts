import { matchRoutes } from '@remix-run/react'
import type { RouteConfigEntry } from '@remix-run/route-config'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { readNetworks } from '../platform/networks.ts'
import { createCounterDoor } from './counter-door.ts'
import type { PagesBuild } from './remix.ts'

const shopRoutes = routes as RouteConfigEntry[]
const counterRoutes = shopRoutes.filter(({ file }) => file.startsWith('counter/'))

/** As Remix's build lists the routes. */
const build = {
  routes: Object.fromEntries(shopRoutes.map(({ file, path, index }) => [file, { id: file, path, index, module: {} }])),
  assets: { routes: Object.fromEntries(shopRoutes.map(({ file, path }) => [file, { id: file, path }])) },
} as unknown as PagesBuild

function door(settings: Partial<Parameters<typeof createCounterDoor>[0]> = {}) {
  return createCounterDoor({ isOpen: true, path: '/balcao', origin: null, mayEnter: null, ...settings })
}

function requestOf({ host = 'shop.example', ip = '10.1.2.3', protocol = 'https' } = {}) {
  return { ip, protocol, headers: { host } } as unknown as Request
}

/** The file of the route that the router finds for an address. */
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
  (path) => `${path}?_routes=counter/queue-page`,
  (path) => path.replace('/b', '/%62'),
  (path) => path.replace('/b', '/%42'),
  (path) => `/.${path}`,
  (path) => `/cep/..${path}`,
  (path) => `/%2e${path}`,
  (path) => `${path};a=b`,
  (path) => path.replaceAll('/', '//'),
]

test('to who may not enter the router has no route of the counter, however its address is spelt', () => {
  const shopAlone = door().buildFor(build, false)
  expect(Object.keys(shopAlone.routes)).toEqual(
    shopRoutes.map(({ file }) => file).filter((file) => !file.startsWith('counter/')),
  )
  expect(Object.keys(shopAlone.assets.routes)).toEqual(Object.keys(shopAlone.routes))
  expect(counterRoutes.length).toBeGreaterThan(10)
  for (const { path = '' } of counterRoutes) {
    const address = `/${path.replaceAll(/:\w+/g, '1')}`
    for (const spell of spellings) expect(routeAt(shopAlone, spell(address)), spell(address)).not.toMatch(/^counter\//)
  }
})

test('at another address the usual one leads nowhere', () => {
  const moved = door({ path: '/interno' }).buildFor(build, true)
  for (const { file, path = '' } of counterRoutes) {
    const address = `/${path.replaceAll(/:\w+/g, '1')}`
    expect(routeAt(build, address)).toBe(file)
    expect(routeAt(moved, address.replace('/balcao', '/interno'))).toBe(file)
    for (const spell of spellings) expect(routeAt(moved, spell(address)), spell(address)).not.toMatch(/^counter\//)
  }
  expect(routeAt(moved, '/produto/x')).toBe('product/product-page.tsx')
})

test('closed, it admits nobody; open, only on its own host and from the networks that may enter', () => {
  expect(door().admits(requestOf())).toBe(true)
  expect(door({ isOpen: false }).admits(requestOf())).toBe(false)
  const elsewhere = door({ origin: 'https://equipe.example' })
  for (const host of ['equipe.example', 'Equipe.Example', 'equipe.example:443']) {
    expect(elsewhere.admits(requestOf({ host })), host).toBe(true)
  }
  for (const host of ['shop.example', 'equipe.example:8443', 'equipe.example.evil.example', '']) {
    expect(elsewhere.admits(requestOf({ host })), host).toBe(false)
  }
  const inside = door({ mayEnter: readNetworks(['10.0.0.0/8', 'fd00::/8']) })
  for (const ip of ['10.1.2.3', '::ffff:10.9.9.9', 'fd00::1']) expect(inside.admits(requestOf({ ip })), ip).toBe(true)
  for (const ip of ['11.0.0.1', '::1', 'unknown', '']) expect(inside.admits(requestOf({ ip })), ip).toBe(false)
  for (const wrong of ['10.0.0.0/33', 'ten', '::/129', '1.2.3.4/8/8']) expect(readNetworks([wrong]), wrong).toBeNull()
})
