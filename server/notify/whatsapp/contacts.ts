/** The numbers that customers proved to be theirs, and want to be told at. A number is one account's alone. */

import type { Context, TransactionContext } from '../../context.ts'
import * as outboxItems from '../../outbox/outbox-items.ts'

export interface WhatsappContact {
  /** National digits: area code and number. */
  phone: string
  since: Date
}

export async function findContact(ctx: Context, customerId: number): Promise<WhatsappContact | null> {
  const row = await ctx.db
    .selectFrom('whatsappContact')
    .select(['phone', 'optedInAt as since'])
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return row ?? null
}

/** Whoever proves a number has it now: an account that had it before is told by e-mail alone from then on. */
export async function saveContact(ctx: TransactionContext, customerId: number, phone: string): Promise<void> {
  await endContacts(ctx, phone)
  const row = { phone, optedInAt: ctx.clock.now() }
  await ctx.db
    .insertInto('whatsappContact')
    .values({ customerId, ...row })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet(row))
    .execute()
}

/** What waits for the number goes by e-mail. */
export async function removeContact(ctx: Context, customerId: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    const contact = await findContact(ctx, customerId)
    if (contact) await endContacts(ctx, contact.phone)
  })
}

/** Of a number that wants nothing more, or is somebody else's by now. */
export async function endContacts(ctx: TransactionContext, phone: string): Promise<void> {
  await ctx.db.deleteFrom('whatsappContact').where('phone', '=', phone).execute()
  await ctx.db.updateTable('branchAlert').set({ phone: null }).where('phone', '=', phone).execute()
  await outboxItems.replaceByFallback(ctx, { channel: 'whatsapp', recipient: phone, isWaiting: true })
}
