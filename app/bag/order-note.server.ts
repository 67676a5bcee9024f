import type { OrderNote } from '../http/cookie-values.server.ts'
import { getCookies } from '../http/cookies.server.ts'
import { createAccountTag, isAccountTag } from '../http/form-account.server.ts'
import type { RequestArgs } from '../http/load-context.ts'

/** The order's note, if this customer typed it: a session may have ended without 'Sair'. */
export function readOrderNote(args: RequestArgs, customerId: number): string {
  const note = getCookies(args).read('orderNote')
  return note && isAccountTag(args.context.shop, note.account, 'customer', customerId) ? note.text : ''
}

export function createOrderNote({ context }: RequestArgs, customerId: number, text: string): OrderNote {
  return { text, account: createAccountTag(context.shop, 'customer', customerId) }
}
