import { type Kysely, sql } from 'kysely'
import { int, text } from '../columns.ts'

/**
 * Whether the database is the demo's or a live shop's. One that holds no shop yet is marked when it is first opened
 * (`../kind.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('database_kind')
    .addColumn('id', int, (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('demo', 'live')`))
    .execute()
  // Branches are the operator's, and customers of the demo were created at one instant: no shopper can forge either.
  await sql`
    insert into database_kind (id, kind)
    select 1, case when
        exists (select 1 from branch where whatsapp in (${sql.join(demoNumbers)}))
        or (select count(*) = 2 and count(distinct created_at) = 1 from customer
          where email in ('cliente@example.com', 'beneficio@example.com'))
      then 'demo' else 'live' end
    where exists (select 1 from branch) or exists (select 1 from product) or exists (select 1 from customer)`.execute(
    db,
  )
}

/** The telephone numbers of the demo's branches 1, 2, 3, 4, 5 and 10. */
const demoNumbers = ['0001', '0002', '0003', '0004', '0005', '0010'].map((last) => `55113000${last}`)
