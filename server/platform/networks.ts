import { BlockList, isIP } from 'node:net'

/**
 * Reads a list of addresses and networks, such as `10.0.0.0/8`.
 * @returns whether an address is in one of them; null for a list that cannot be read
 */
export function readNetworks(list: string[]): ((address: string) => boolean) | null {
  const found = new BlockList()
  for (const entry of list) {
    const network = networkIn(entry)
    if (!network) return null
    found.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    const family = familyOf(plain)
    return family !== null && found.check(plain, family)
  }
}

function networkIn(entry: string) {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const family = familyOf(address)
  if (family === null) return null
  const most = family === 'ipv4' ? 32 : 128
  const length = Number(bits ?? most)
  return length <= most ? { address, bits: length, family } : null
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}
