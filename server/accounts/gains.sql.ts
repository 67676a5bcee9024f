import type { TransactionContext } from '../context.ts'

/** Benefits with their statements: they were given to the reader of a mailbox, not to whoever registered it. */
export async function moveGains(ctx: TransactionContext, fromCustomerId: number, toCustomerId: number): Promise<void> {
  await ctx.db
    .updateTable('ledgerEntry')
    .set({ customerId: toCustomerId })
    .where('customerId', '=', fromCustomerId)
    .where('gainId', 'is not', null)
    .execute()
  await ctx.db.updateTable('gain').set({ customerId: toCustomerId }).where('customerId', '=', fromCustomerId).execute()
}
