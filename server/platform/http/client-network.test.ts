import { expect, test } from 'vitest'
import { toClientNetwork } from './client-network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:51234', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::192.0.2.1', '0:0:0:0::/64'],
  ['192.0.2.1, 10.0.0.1', 'unknown'],
  ['x'.repeat(100_000), 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is of the network %s', (address, network) => {
  expect(toClientNetwork(address)).toBe(network)
})
