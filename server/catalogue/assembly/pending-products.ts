import { sql } from 'kysely'
import type { BareContext, TransactionContext } from '../../context.ts'
import type { PendingReason } from '../../database/schema.ts'
import type { RowColumns } from './medicine-row.ts'
import type { PlannedRow } from './plan-assembly.ts'

/** A product of a till's file that waits for somebody who knows it. */
export interface PendingProduct {
  id: number
  code: string
  ean: string | null
  description: string
  reason: PendingReason
  suggestion: RowColumns
  /** By branch; cents, null where the till has no price. */
  offers: { branchId: number; priceCents: number | null; stock: number }[]
}

/** Where a product stands among those that wait: by the worth of their stock, the highest first. */
export interface PendingPlace {
  product: PendingProduct
  /** From 1. */
  place: number
  count: number
  previousId: number | null
  nextId: number | null
}

type Db = Pick<BareContext, 'db'>

const worthCents = sql<number>`coalesce((
  select sum(coalesce(price_cents, 0) * stock) from pending_offer where pending_product_id = pending_product.id), 0)`

function selectWaiting({ db }: Db) {
  return db.selectFrom('pendingProduct').where('isLeftOut', '=', false).where('productId', 'is', null)
}

/** How many wait, and what their stock is worth in cents. */
export async function countPending(ctx: Db): Promise<{ count: number; worthCents: number }> {
  const row = await selectWaiting(ctx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(${worthCents}), 0)`.as('worthCents'))
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), worthCents: Number(row.worthCents) }
}

/** Those that wait, by the worth of their stock. */
export async function listPendingIds(ctx: Db): Promise<number[]> {
  const rows = await selectWaiting(ctx).select('id').orderBy(worthCents, 'desc').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** @returns null where none waits by that number */
export async function findPending(ctx: Db, id: number): Promise<PendingPlace | null> {
  const row = await selectWaiting(ctx).where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) return null
  const offers = await ctx.db
    .selectFrom('pendingOffer')
    .where('pendingProductId', '=', id)
    .select(['branchId', 'priceCents', 'stock'])
    .orderBy('branchId')
    .execute()
  const ids = await listPendingIds(ctx)
  const index = ids.indexOf(id)
  const { code, ean, description, reason } = row
  return {
    product: { id, code, ean, description, reason, suggestion: JSON.parse(row.suggestion), offers },
    place: index + 1,
    count: ids.length,
    previousId: ids[index - 1] ?? null,
    nextId: ids[index + 1] ?? null,
  }
}

/** The product, whose row nobody else changes until the transaction ends. @returns null where none waits by that number */
export async function lockPending(ctx: TransactionContext, id: number): Promise<PendingPlace | null> {
  await ctx.db
    .updateTable('pendingProduct')
    .set((eb) => ({ code: eb.ref('code') }))
    .where('id', '=', id)
    .execute()
  return findPending(ctx, id)
}

/** Keeps what waits: the till's newest price and stock; what somebody decided of it stays. */
export async function savePending(ctx: Db, rows: Iterable<PlannedRow>): Promise<void> {
  for (const { pending, description, branchId, priceCents, stock } of rows) {
    if (pending === null) continue
    const { code, ean, reason, suggestion } = pending
    const { id } = await ctx.db
      .insertInto('pendingProduct')
      .values({ code, ean, description, reason, suggestion: JSON.stringify(suggestion) })
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet({ description, reason, suggestion: JSON.stringify(suggestion) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const offer = { priceCents, stock: stock ?? 0 }
    await ctx.db
      .insertInto('pendingOffer')
      .values({ pendingProductId: id, branchId, ...offer })
      .onConflict((conflict) => conflict.columns(['pendingProductId', 'branchId']).doUpdateSet(offer))
      .execute()
  }
}

/** Those that a file's list or rules now tell wait no more. */
export async function removePending(ctx: Db, codes: string[]): Promise<void> {
  for (let start = 0; start < codes.length; start += 500)
    await ctx.db
      .deleteFrom('pendingProduct')
      .where('code', 'in', codes.slice(start, start + 500))
      .where('productId', 'is', null)
      .execute()
}

export async function leavePendingOut(ctx: Db, id: number): Promise<void> {
  await ctx.db.updateTable('pendingProduct').set({ isLeftOut: true }).where('id', '=', id).execute()
}

export async function markCompleted(ctx: Db, id: number, productId: number): Promise<void> {
  await ctx.db.updateTable('pendingProduct').set({ productId }).where('id', '=', id).execute()
}
