import { BlockList, isIP } from 'node:net'

/**
 * Reads a list of addresses and networks, such as `10.0.0.0/8`.
 * @returns whether an address is in one of them; null for a list that cannot be read
 */
export function parseNetworkMatcher(entries: string[]): ((address: string) => boolean) | null {
  const networks = new BlockList()
  for (const entry of entries) {
    const network = parseNetwork(entry)
    if (!network) return null
    networks.addSubnet(network.address, network.prefixLength, network.family)
  }
  return (address) => {
    const ipAddress = address.replace(/^::ffff:(?=\d+\.)/, '')
    const family = ipFamilyOf(ipAddress)
    return family !== null && networks.check(ipAddress, family)
  }
}

function parseNetwork(entry: string) {
  const [, address = '', prefixText] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const family = ipFamilyOf(address)
  if (family === null) return null
  const maxPrefixLength = family === 'ipv4' ? 32 : 128
  const prefixLength = Number(prefixText ?? maxPrefixLength)
  return prefixLength <= maxPrefixLength ? { address, prefixLength, family } : null
}

function ipFamilyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** Of IANA's registries of special-purpose addresses: what is not reachable from everywhere, or stands for another address. */
const specialPurposeNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]
const isSpecialPurposeAddress = parseNetworkMatcher(specialPurposeNetworks)
/** All that is assigned for the internet. Beyond it are loopback, link-local, unique local, multicast and mapped addresses. */
const isGlobalUnicastIpv6 = parseNetworkMatcher(['2000::/3'])

/** Whether an address is one of the internet's: not this machine, its networks, a group of machines, or a stand-in for another. */
export function isPublicIpAddress(address: string): boolean {
  const isIpv4OrGlobalUnicast = isIP(address) === 4 || (isIP(address) === 6 && isGlobalUnicastIpv6?.(address) === true)
  return isIpv4OrGlobalUnicast && isSpecialPurposeAddress?.(address) === false
}
