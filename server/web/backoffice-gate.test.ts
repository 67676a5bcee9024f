import type { Request } from 'express'
import { expect, test } from 'vitest'
import { parseNetworkMatcher } from '../platform/networks.ts'
import { createBackofficeGate } from './backoffice-gate.ts'

function door(settings: Partial<Parameters<typeof createBackofficeGate>[0]> = {}) {
  return createBackofficeGate({ isEnabled: true, path: '/balcao', origin: null, isAllowedAddress: null, ...settings })
}

function requestOf({ host = 'shop.example', ip = '10.1.2.3', protocol = 'https' } = {}) {
  return { ip, protocol, headers: { host } } as unknown as Request
}

test('closed, it admits nobody; open, only on its own host and from the networks that may enter', () => {
  expect(door().admits(requestOf())).toBe(true)
  expect(door({ isEnabled: false }).admits(requestOf())).toBe(false)
  const elsewhere = door({ origin: 'https://equipe.example' })
  for (const host of ['equipe.example', 'Equipe.Example', 'equipe.example:443']) {
    expect(elsewhere.admits(requestOf({ host })), host).toBe(true)
  }
  for (const host of ['shop.example', 'equipe.example:8443', 'equipe.example.evil.example', '']) {
    expect(elsewhere.admits(requestOf({ host })), host).toBe(false)
  }
  const inside = door({ isAllowedAddress: parseNetworkMatcher(['10.0.0.0/8', 'fd00::/8']) })
  for (const ip of ['10.1.2.3', '::ffff:10.9.9.9', 'fd00::1']) expect(inside.admits(requestOf({ ip })), ip).toBe(true)
  for (const ip of ['11.0.0.1', '::1', 'unknown', '']) expect(inside.admits(requestOf({ ip })), ip).toBe(false)
  for (const wrong of ['10.0.0.0/33', 'ten', '::/129', '1.2.3.4/8/8'])
    expect(parseNetworkMatcher([wrong]), wrong).toBeNull()
})
