import type { ComponentType, ReactNode } from 'react'
import type { ToastMessage } from '../ui/toast/toast.tsx'

export type LayoutProps = {
  shopName: string
  pharmacistChatHref: string
  footer: ReactNode
  toast?: ToastMessage | null
  onToastClose?: () => void
  children: ReactNode
}

/** What a route may declare in its `handle`. */
export interface RouteHandle {
  /** In place of the shop's layout; declared by the few pages that have one, so that no other carries its styles. */
  Layout?: ComponentType<LayoutProps>
  /** By the page's data, where only some of its states have it. */
  hasLayout?: (data: unknown) => boolean
  /** Starts the framework without waiting for a touch (the Pix page). */
  hydratesEagerly?: boolean
}
