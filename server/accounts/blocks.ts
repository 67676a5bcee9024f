/** A blocked customer neither signs in nor places orders; orders placed before go on. */

import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'
import { selectCustomer, selectCustomers } from './customer.sql.ts'
import { revokeAllSessions } from './sessions.ts'

/** Why the shop does not let a customer in, and since when. */
export interface CustomerBlock {
  since: Date
  /** In the words of who blocked. */
  reason: string
}

/** Null for who is not blocked, and for an erased account. */
export async function findBlock(ctx: Context, customerId: number): Promise<CustomerBlock | null> {
  const row = await selectCustomer(ctx, customerId)
  if (!row || row.blockedAt === null) return null
  return { since: row.blockedAt, reason: row.blockReason ?? '' }
}

export async function listBlockedCustomerIds(ctx: Context, customerIds: number[]): Promise<Set<number>> {
  const rows = await selectCustomers(ctx, customerIds)
  return new Set(rows.filter(({ blockedAt }) => blockedAt !== null).map(({ id }) => id))
}

/** Blocks a customer, and ends their sessions in the same instant. Known devices stay: they open nothing. */
export async function blockCustomer(ctx: Context, customerId: number, reason: string): Promise<void> {
  const blockReason = reason.trim()
  if (blockReason === '') throw new ShopError('reason.missing', { input: 'reason' })
  await ctx.transact(async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('customer')
      .set({ blockedAt: ctx.clock.now(), blockReason })
      .where('id', '=', customerId)
      .where('blockedAt', 'is', null)
      .where('erasedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('block.changed')
    await revokeAllSessions(ctx, customerId)
  })
}

/** The reason is not kept. @throws ShopError "block.changed" for who is not blocked */
export async function unblockCustomer(ctx: Context, customerId: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer')
    .set({ blockedAt: null, blockReason: null })
    .where('id', '=', customerId)
    .where('blockedAt', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('block.changed')
}

/** Only for who has proved to be the customer: a stranger is not told. */
export function assertNotBlocked({ blockedAt }: Pick<Row<'customer'>, 'blockedAt'>): void {
  if (blockedAt !== null) throw new ShopError('account.blocked')
}
