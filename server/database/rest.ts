import { sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'
import type { DatabaseKind } from './database-kind.ts'

/** What is printed and logged of a shop at rest. */
export const restMessage =
  'The shop is at rest since it was restored: it sends no letters and no messages, ends no orders, refunds nothing and asks the bank nothing by itself. Is this the shop now? Then "npm run shop -- resume".'

/** A restored copy must not act beside the shop that it was made of. */
export async function beginRest(db: Transaction, kind: DatabaseKind, now: Date): Promise<void> {
  const restoredAt = now
  await db
    .insertInto('databaseKind')
    .values({ id: 1, kind, restoredAt })
    .onConflict((c) => c.column('id').doUpdateSet({ restoredAt }))
    .execute()
}

/** @returns whether it was at rest */
export async function endRest({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('databaseKind')
    .set({ restoredAt: null })
    .where('restoredAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What this process knows of the rest. */
const createRestState = () => ({ hasEnded: false })

/**
 * Whether the shop was restored, and nobody has said yet that it is the shop now. Only a restore begins that, with every server stopped:
 * once it has ended, nothing is asked any more.
 */
export async function isAtRest(ctx: { db: Transaction; memory<Kept>(create: () => Kept): Kept }): Promise<boolean> {
  const state = ctx.memory(createRestState)
  if (state.hasEnded) return false
  const { rows } = await sql`select 1 from database_kind where restored_at is not null`.execute(ctx.db)
  state.hasEnded = rows.length === 0
  return !state.hasEnded
}
