import { expect, test } from 'vitest'
import { isPublicIpAddress } from './networks.ts'

test.each([
  ['this machine', ['127.0.0.1', '127.255.0.9', '0.0.0.0', '::1', '::']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1']],
  ['the link, with the cloud’s metadata', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1']],
  ['a carrier’s network', ['100.64.0.1', '100.127.255.255']],
  ['groups of machines', ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1']],
  ['IPv4 in the clothes of IPv6', ['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:8.8.8.8', '::10.0.0.1']],
  ['ways from IPv6 to IPv4', ['64:ff9b::a00:1', '2002:a00:1::', '2001:0:a00:1::']],
  ['examples and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
  ['no address', ['', 'localhost', '10.0.0', '0x7f.1']],
])('%s: not the internet', (_what, addresses) => {
  expect(addresses.filter(isPublicIpAddress)).toEqual([])
})

test('what anybody may reach is the internet', () => {
  const addresses = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.0.1', '200.160.2.3', '2606:4700::1111', '2804::1']
  expect(addresses.filter((address) => !isPublicIpAddress(address))).toEqual([])
})
