import { createContext, useContext } from 'react'
import { Icon } from '../icon/icon.tsx'

/** A shop's own logo: its picture's address and its size on the page, in pixels. */
export interface LogoPicture {
  src: string
  width: number
  height: number
}

/** The shop's logo; null for a shop that has none. Left out for the demo's, whose flower is nobody else's. */
export const ShopLogoContext = createContext<LogoPicture | null | undefined>(undefined)

/** The demo's flower, as an ornament; nothing in another shop. */
export function ShopMark() {
  return useContext(ShopLogoContext) === undefined ? <Icon name="flower" /> : null
}
