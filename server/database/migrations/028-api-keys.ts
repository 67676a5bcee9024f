import type { Kysely } from 'kysely'
import { identity } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Keys with which the store's own systems make the staff's calls. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('branch_id', 'integer')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('removed_at', 'text')
    .execute()
}
