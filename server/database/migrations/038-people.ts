import { type Kysely, sql } from 'kysely'
import { nameWords } from '../../platform/typed.ts'
import { identity, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

const perBatch = 200

/**
 * What the shop's people find a customer by: the words of the names, without accents, and how the phone begins. And who used the
 * shop from which address (Marco Civil, art. 15).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // Beginnings are ranges, which PostgreSQL reads from an index by bytes alone.
  const order = sql.raw(engine === 'postgres' ? ' collate "C"' : '')
  await sql`create table customer_search_word (
    word text${order} not null,
    customer_id integer not null references customer (id) on delete cascade,
    primary key (word, customer_id)
  )${sql.raw(engine === 'sqlite' ? ' without rowid' : '')}`.execute(db)
  await sql`create index customer_search_word_by_customer on customer_search_word (customer_id)`.execute(db)
  await sql`create index customer_by_phone on customer (phone${order})`.execute(db)

  await db.schema
    .createTable('access_log')
    .addColumn('id', int, identity(engine))
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('records_encrypted', text, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('access_log_by_day').on('access_log').column('day').execute()

  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
      select id, first_name, last_name from customer where id > ${last} and erased_at is null order by id limit ${perBatch}
    `.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)?.id ?? last
    const values = rows.flatMap(({ id, first_name, last_name }) =>
      nameWords(`${first_name} ${last_name}`).map((word) => sql`(${word}, ${id})`),
    )
    if (values.length > 0)
      await sql`insert into customer_search_word (word, customer_id) values ${sql.join(values)}`.execute(db)
  }
}
