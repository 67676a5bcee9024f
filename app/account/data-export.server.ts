import type { AppLoadContext } from '@remix-run/node'
import { openSealing } from '../http/sealing.server.ts'

/** Seconds in which the browser must have followed the redirect to the file. */
const goodFor = 60

/** What follows the page's form: the address of the customer's own data, good for a minute, and for this customer only. */
export function exportAddress({ shop }: AppLoadContext, customerId: number): string {
  const ticket = sealingOf(shop).seal({ customerId, until: shop.clock.now().getTime() + goodFor * 1000 })
  return `/minha-conta/meus-dados.json?ticket=${ticket}`
}

/** Whether this customer has just proved the password. */
export function isExportTicket({ shop }: AppLoadContext, customerId: number, ticket: string | null): boolean {
  const opened = sealingOf(shop).open(ticket ?? '') as { customerId: number; until: number } | null
  return opened?.customerId === customerId && opened.until > shop.clock.now().getTime()
}

function sealingOf({ sessionSecrets }: AppLoadContext['shop']) {
  return openSealing(sessionSecrets, 'data export')
}
