import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** What delivery costs, its windows, and orders that wait in a store for who picks them up. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  const addBranchColumn = (column: string, type = text) => schema.alterTable('branch').addColumn(column, type).execute()
  await schema
    .alterTable('branch')
    .addColumn('delivery_fee_cents', int, (c) => c.notNull().defaultTo(0).check(sql`delivery_fee_cents >= 0`))
    .execute()
  await addBranchColumn('free_delivery_from_cents', int)
  await addBranchColumn('pickup_minutes', int)
  await schema
    .alterTable('branch')
    .addColumn('pickup_days', int, (c) => c.notNull().defaultTo(3))
    .execute()
  for (const column of ['zipcode', 'street', 'number', 'neighborhood', 'city', 'state', 'phone'])
    await addBranchColumn(column)
  for (const column of ['cnpj', 'licence', 'afe', 'pharmacist_name', 'pharmacist_crf']) await addBranchColumn(column)
  // Days with other hours, as JSON by the day: a branch is read for every page, and by one query.
  await schema
    .alterTable('branch')
    .addColumn('special_days', text, (c) => c.notNull().defaultTo('{}'))
    .execute()
  await schema
    .createTable('delivery_slot')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('weekday', int, (c) => c.notNull().check(sql`weekday between 0 and 6`))
    .addColumn('start_time', text, (c) => c.notNull())
    .addColumn('end_time', text, (c) => c.notNull())
    .addColumn('last_order_minutes', int, (c) => c.notNull())
    .addColumn('capacity', int, (c) => c.notNull().check(sql`capacity >= 0`))
    .addUniqueConstraint('delivery_slot_once', ['branch_id', 'weekday', 'start_time', 'end_time'])
    .execute()
  await schema
    .createTable('delivery_window')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('booked', int, (c) => c.notNull().check(sql`booked >= 0`))
    .execute()
  await schema
    .alterTable('orders')
    .addColumn('order_type', text, (c) =>
      c.notNull().defaultTo('delivery').check(sql`order_type in ('delivery', 'pickup')`),
    )
    .execute()
  await schema.alterTable('orders').addColumn('delivery_window_id', int).execute()
  for (const column of [
    'promised_from',
    'promised_to',
    'pickup_code',
    'pickup_until',
    'pickup_reminded_at',
    'shelf_mark',
  ])
    await schema.alterTable('orders').addColumn(column, text).execute()
  await sql`create unique index orders_one_pickup_code on orders (branch_id, pickup_code)
    where pickup_code is not null`.execute(db)
}
