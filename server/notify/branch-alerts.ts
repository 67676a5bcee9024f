/** Where a store is told of new orders: its own people's e-mail and phone. */

import type { Context, TransactionContext } from '../context.ts'
import { createNotice } from './notice.ts'
import { notify } from './notify.ts'

export interface BranchAlert {
  email: string | null
  /** National digits. */
  phone: string | null
}

export async function listBranchAlerts(ctx: Context): Promise<Map<number, BranchAlert>> {
  const rows = await ctx.db.selectFrom('branchAlert').selectAll().execute()
  return new Map(rows.map(({ branchId, email, phone }) => [branchId, { email, phone }]))
}

export async function saveBranchAlert(ctx: TransactionContext, branchId: number, alert: BranchAlert): Promise<void> {
  await ctx.db
    .insertInto('branchAlert')
    .values({ branchId, ...alert })
    .onConflict((conflict) => conflict.column('branchId').doUpdateSet({ ...alert }))
    .execute()
}

/** In the transaction in which the order comes to the store. Does nothing for a store that wants no such notice. */
export async function notifyBranch(ctx: TransactionContext, branchId: number, orderId: number): Promise<void> {
  const alert = await ctx.db.selectFrom('branchAlert').selectAll().where('branchId', '=', branchId).executeTakeFirst()
  if (alert) await notify(ctx, createNotice('branchOrder', orderId), alert)
}
