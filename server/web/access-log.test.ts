import type { Request } from 'express'
import { expect, test } from 'vitest'
import { readClientAddress } from './access-log.ts'

const from = (ip: string, remoteAddress = '10.0.0.1') =>
  readClientAddress({ ip, socket: { remoteAddress, remotePort: 40_000 } } as unknown as Request)

test.each([
  ['192.0.2.7', '192.0.2.7', { ip: '192.0.2.7', port: 40_000 }],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7', { ip: '192.0.2.7', port: 40_000 }],
  ['192.0.2.7', '10.0.0.1', { ip: '192.0.2.7', port: null }],
  ['192.0.2.7:49152', '10.0.0.1', { ip: '192.0.2.7', port: 49152 }],
  ['[2001:db8::1]:49152', '10.0.0.1', { ip: '2001:db8::1', port: 49152 }],
  ['2001:db8::1', '10.0.0.1', { ip: '2001:db8::1', port: null }],
])('a request of %s that comes over %s is from %j', (ip, remote, source) => {
  expect(from(ip, remote)).toEqual(source)
})
