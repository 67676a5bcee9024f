import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** @returns every address of a name, or of an address itself */
export type ResolveHostname = (hostname: string) => Promise<LookupAddress[]>

/** A name stands for an address that must not be reached, or the URL has one itself. */
export class BlockedAddressError extends Error {
  constructor() {
    super('refused: this address must not be reached')
    this.name = 'BlockedAddressError'
  }
}

/**
 * A `lookup` for requests to addresses that people type: it finds a name's addresses only where all of them may be reached.
 * The connection is made to what was judged, without a second look-up, so a name that changes its address in between gains
 * nothing.
 */
export function createGuardedLookup(
  isAllowedAddress: (address: string) => boolean,
  resolveHostname: ResolveHostname = (hostname) => lookup(hostname, { all: true }),
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveHostname(hostname).then(
      (addresses) => {
        const [firstAddress] = addresses
        if (!firstAddress || !addresses.every(({ address }) => isAllowedAddress(address)))
          callback(new BlockedAddressError(), '')
        else if (all) callback(null, addresses)
        else callback(null, firstAddress.address, firstAddress.family)
      },
      (error) => callback(error, ''),
    )
  }
}
