import type { AppLoadContext } from '@remix-run/node'
import { createSealer } from '../http/sealing.server.ts'

/** Seconds in which the browser must have asked for the file. */
const ticketLifetimeSeconds = 60

/** The ticket that the page's form issues: it opens the file of the customer's own data, for a minute, and to this customer only. */
export function createExportTicket({ shop }: AppLoadContext, customerId: number): string {
  return createExportSealer(shop).seal({ customerId, until: shop.clock.now().getTime() + ticketLifetimeSeconds * 1000 })
}

/** Whether this customer has just proved the password. */
export function isValidExportTicket({ shop }: AppLoadContext, customerId: number, ticket: string | null): boolean {
  const content = createExportSealer(shop).unseal(ticket ?? '') as { customerId: number; until: number } | null
  return content?.customerId === customerId && content.until > shop.clock.now().getTime()
}

function createExportSealer({ sessionSecrets }: AppLoadContext['shop']) {
  return createSealer(sessionSecrets, 'data export')
}
