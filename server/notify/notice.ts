import type { emailTexts } from '../../app/texts/mail.ts'

/** What somebody is told of: each has an e-mail, and where other channels may tell it, their words. */
export type EventName = keyof typeof emailTexts

/** What the words about an event need. */
export type Facts<Name extends EventName> = Parameters<(typeof emailTexts)[Name]>

/** An order's event that a notice reports. */
interface OrderReference {
  orderId: number
  kind: string
  eventId: number
}

export type Notice = {
  [Name in EventName]: { event: Name; facts: Facts<Name>; order?: OrderReference }
}[EventName]

export interface NoticeRecipient {
  /** Null where nobody with an account is told, or the account does not matter: then by e-mail alone. */
  customerId?: number | null
  email: string | null
  /** A number that was given for this, as a store's is, in national digits; left out: the one that the customer chose. */
  phone?: string | null
}

export function createNotice<Name extends EventName>(event: Name, ...facts: Facts<Name>): Notice {
  return { event, facts } as unknown as Notice
}
