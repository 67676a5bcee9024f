import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run the page: false on the server and while the page comes alive, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
