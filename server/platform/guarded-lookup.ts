import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

/** @returns every address of a name, or of an address itself */
export type ResolveHostname = (hostname: string) => Promise<LookupAddress[]>

/** A name stands for an address that must not be reached, or the URL has one itself. */
export class AddressRefusedError extends Error {
  constructor() {
    super('refused: this address must not be reached')
    this.name = 'AddressRefusedError'
  }
}

/**
 * A `lookup` for requests to addresses that people type: it finds a name's addresses only where all of them may be reached.
 * The connection is made to what was judged, without a second look-up, so a name that changes its address in between gains
 * nothing.
 */
export function createGuardedLookup(
  mayReach: (address: string) => boolean,
  resolve: ResolveHostname = (hostname) => lookup(hostname, { all: true }),
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [firstAddress] = addresses
        if (!firstAddress || !addresses.every(({ address }) => mayReach(address)))
          callback(new AddressRefusedError(), '')
        else if (all) callback(null, addresses)
        else callback(null, firstAddress.address, firstAddress.family)
      },
      (error) => callback(error, ''),
    )
  }
}
