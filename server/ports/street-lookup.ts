export interface StreetAddress {
  /** Empty, like the neighbourhood, for a town with a single postal code. */
  street: string
  neighborhood: string
  city: string
  state: string
}

/** Finds the street of an 8-digit postal code. It is only a convenience, so every kind of failure returns null. */
export type StreetLookup = (zipcode: string) => Promise<StreetAddress | null>
