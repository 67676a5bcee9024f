import type { TransactionContext } from '../context.ts'

/** Benefits with their statements: they were given to the reader of a mailbox, not to whoever registered it. */
export async function moveGains(ctx: TransactionContext, fromCustomerId: number, toCustomerId: number): Promise<void> {
  await ctx.db
    .updateTable('ledger_entry')
    .set({ customer_id: toCustomerId })
    .where('customer_id', '=', fromCustomerId)
    .where('gain_id', 'is not', null)
    .execute()
  await ctx.db
    .updateTable('gain')
    .set({ customer_id: toCustomerId })
    .where('customer_id', '=', fromCustomerId)
    .execute()
}
