import type { LogoPicture } from '../ui/shop-mark/shop-mark.tsx'

/** The shop data that every page gives search engines: part of the root's loader data. */
export interface Site {
  /** The logo as `ShopLogoContext` has it. */
  shop: { name: string; description: string; logo?: LogoPicture | null | undefined }
  /** The shop's origin (`https://…`, without a slash at the end), for absolute URLs. */
  origin: string
}

export type RouteMatches = { id: string; data: unknown }[]

/** None where the root's loader failed. */
export function findSite(matches: RouteMatches): Site | undefined {
  return matches.find(({ id }) => id === 'root')?.data as Site | undefined
}
