import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { readNetworks } from '../platform/networks.ts'
import { counterDoor } from './counter-door.ts'

/** Where a request ends up within the app. */
function led(
  settings: Partial<Parameters<typeof counterDoor>[0]>,
  url: string,
  { host = 'shop.example', ip = '10.1.2.3' } = {},
) {
  const request = { url, originalUrl: url, ip, headers: { host } } as unknown as Request
  const door = counterDoor({ isOpen: true, path: '/balcao', origin: null, mayEnter: null, ...settings })
  door(request, {} as Response, () => {})
  expect(request.originalUrl).toBe(request.url)
  return request.url
}

test('the counter is open at its address, and closed there is no such page', () => {
  expect(led({}, '/balcao/produtos?busca=a')).toBe('/balcao/produtos?busca=a')
  expect(led({}, '/produto/x')).toBe('/produto/x')
  expect(led({}, '/balcaozinho')).toBe('/balcaozinho')
  expect(led({ isOpen: false }, '/balcao')).toBe('/-/balcao')
})

test('at another address the usual one leads nowhere', () => {
  expect(led({ path: '/interno' }, '/interno/pedidos/1')).toBe('/balcao/pedidos/1')
  expect(led({ path: '/interno' }, '/interno')).toBe('/balcao')
  expect(led({ path: '/interno' }, '/balcao')).toBe('/-/balcao')
})

test('only its own host and the networks that may enter find it', () => {
  const elsewhere = { origin: 'https://equipe.example' }
  expect(led(elsewhere, '/balcao')).toBe('/-/balcao')
  expect(led(elsewhere, '/balcao', { host: 'equipe.example' })).toBe('/balcao')
  const inside = { mayEnter: readNetworks(['10.0.0.0/8', 'fd00::/8']) }
  expect(led(inside, '/balcao')).toBe('/balcao')
  expect(led(inside, '/balcao', { ip: '::ffff:10.9.9.9' })).toBe('/balcao')
  expect(led(inside, '/balcao', { ip: 'fd00::1' })).toBe('/balcao')
  for (const ip of ['11.0.0.1', '::1', 'unknown']) expect(led(inside, '/balcao', { ip }), ip).toBe('/-/balcao')
  for (const wrong of ['10.0.0.0/33', 'ten', '::/129', '1.2.3.4/8/8']) expect(readNetworks([wrong]), wrong).toBeNull()
})
