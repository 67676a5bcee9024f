import { foldText } from '../platform/user-input.ts'
import type { StreetAddress } from '../ports/street-lookup.ts'

/** A postal code and the street that stands with it. */
export interface StreetPair {
  /** Eight digits. */
  zipcode: string
  street: string
}

type Place = StreetPair & Pick<StreetAddress, 'city' | 'state'>

/** Whether a street is that of another postal code: it may have stayed where the code was changed. */
export function isStreetOfOtherZipcode(place: StreetPair, other: StreetPair): boolean {
  return other.zipcode !== place.zipcode && foldText(other.street) === foldText(place.street)
}

/** Both may be empty. */
export function isReadablePair({ zipcode, street }: StreetPair): boolean {
  return /^(\d{8})?$/.test(zipcode) && street.length <= 120
}

export function isSamePair(pair: StreetPair, other: StreetPair): boolean {
  return pair.zipcode === other.zipcode && foldText(pair.street) === foldText(other.street)
}

/**
 * Whether a place is where its postal code is: 'unknown' of a code that nobody finds, and of the street of a town with a single
 * code.
 */
export function judgeStreet(
  streetOfZipcode: StreetAddress | null,
  { street, city, state }: Place,
): 'fits' | 'differs' | 'unknown' {
  if (!streetOfZipcode) return 'unknown'
  if (streetOfZipcode.state !== state || foldText(streetOfZipcode.city) !== foldText(city)) return 'differs'
  if (streetOfZipcode.street === '') return 'unknown'
  const [ownName, name] = [toStreetName(streetOfZipcode.street), toStreetName(street)]
  return ownName.includes(name) || name.includes(ownName) ? 'fits' : 'differs'
}

/** Without its kind: Avenida, Av., Rua. */
function toStreetName(street: string): string {
  return foldText(street).replace(/^\S+\s+/, '')
}
