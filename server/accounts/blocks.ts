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
  if (!row || row.blocked_at === null) return null
  return { since: new Date(row.blocked_at), reason: row.block_reason ?? '' }
}

export async function listBlockedCustomerIds(ctx: Context, customerIds: number[]): Promise<Set<number>> {
  const rows = await selectCustomers(ctx, customerIds)
  return new Set(rows.filter(({ blocked_at }) => blocked_at !== null).map(({ id }) => id))
}

/**
 * Blocks a customer, and ends their sessions in the same instant. Known devices stay: they open nothing.
 * @throws ShopError "reason.missing", "block.changed" for who is blocked already, or erased
 */
export async function blockCustomer(ctx: Context, customerId: number, reason: string): Promise<void> {
  const block_reason = reason.trim()
  if (block_reason === '') throw new ShopError('reason.missing', { input: 'reason' })
  await ctx.transact(async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('customer')
      .set({ blocked_at: ctx.clock.now().toISOString(), block_reason })
      .where('id', '=', customerId)
      .where('blocked_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('block.changed')
    await revokeAllSessions(ctx, customerId)
  })
}

/** The reason is not kept. @throws ShopError "block.changed" for who is not blocked */
export async function unblockCustomer(ctx: Context, customerId: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customer')
    .set({ blocked_at: null, block_reason: null })
    .where('id', '=', customerId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('block.changed')
}

/**
 * Only for who has proved to be the customer: a stranger is not told.
 * @throws ShopError "account.blocked"
 */
export function assertNotBlocked({ blocked_at }: Pick<Row<'customer'>, 'blocked_at'>): void {
  if (blocked_at !== null) throw new ShopError('account.blocked')
}
