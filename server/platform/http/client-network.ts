import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that limits count a client by: an IPv4 address, or the /64 of an IPv6 address, since one customer has all of
 * its addresses. IPv4 in an IPv6 form is that IPv4. Whatever is no address counts as one network.
 */
export function toClientNetwork(address: string | undefined): string {
  // Some proxies forward an address with its port; a zone names an interface of this machine.
  const plainAddress = (address ?? '')
    .trim()
    .replace(/^(\d+(?:\.\d+){3}):\d+$|^\[(.*?)\](?::\d+)?$/, '$1$2')
    .replace(/%.*$/, '')
  if (isIPv4(plainAddress)) return plainAddress
  if (!isIPv6(plainAddress)) return 'unknown'
  const groups = expandIpv6Groups(plainAddress)
  const isIpv4Mapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isIpv4Mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function expandIpv6Groups(address: string): number[] {
  // A URL's host is in the canonical form, without a dotted end.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parseGroups = (text = '') =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16))
  const [headGroups, tailGroups] = [parseGroups(head), parseGroups(tail)]
  return [...headGroups, ...Array<number>(8 - headGroups.length - tailGroups.length).fill(0), ...tailGroups]
}
