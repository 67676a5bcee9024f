import type { AppLoadContext } from '@remix-run/node'
import { createSealing } from '../http/sealing.server.ts'

/** Seconds in which the browser must have asked for the file. */
const validSeconds = 60

/** What the page's form gives: it opens the file of the customer's own data, for a minute, and to this customer only. */
export function exportTicket({ shop }: AppLoadContext, customerId: number): string {
  return sealingOf(shop).seal({ customerId, until: shop.clock.now().getTime() + validSeconds * 1000 })
}

/** Whether this customer has just proved the password. */
export function isExportTicket({ shop }: AppLoadContext, customerId: number, ticket: string | null): boolean {
  const content = sealingOf(shop).open(ticket ?? '') as { customerId: number; until: number } | null
  return content?.customerId === customerId && content.until > shop.clock.now().getTime()
}

function sealingOf({ sessionSecrets }: AppLoadContext['shop']) {
  return createSealing(sessionSecrets, 'data export')
}
