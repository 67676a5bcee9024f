import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/** The CMED's list of legal price ceilings as the shop has it, and the tax rates that the owner set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('ceiling_list')
    .addColumn('id', int, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('published_on', text)
    .addColumn('imported_at', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('price_ceiling')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('ean', text)
    .addColumn('ggrem', text)
    .addColumn('registration', text)
    .addColumn('is_generic', int)
    .addColumn('is_icms_free', int, (c) => c.notNull())
    .addColumn('cents_by_rate', text, (c) => c.notNull())
    .execute()
  for (const column of ['ean', 'ggrem', 'registration'])
    await schema.createIndex(`price_ceiling_by_${column}`).on('price_ceiling').column(column).execute()
  await schema
    .createTable('ceiling_rate')
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('is_generic', int, (c) => c.notNull())
    .addColumn('rate', text)
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('source_date', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('ceiling_rate_pk', ['state', 'is_generic'])
    .execute()
}
