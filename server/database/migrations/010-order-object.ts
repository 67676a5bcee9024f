import type { ColumnDataType, Kysely } from 'kysely'

/** The remaining fields of the specification's order object (section 3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const int: ColumnDataType = 'integer'
  const text: ColumnDataType = 'text'
  await schema
    .alterTable('orders')
    .addColumn('is_scheduled', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('orders').addColumn('app_version', text).execute()
  await schema
    .alterTable('orders')
    .addColumn('gain_ids', text, (c) => c.notNull().defaultTo('[]'))
    .execute()
}
