import { type Kysely, sql } from 'kysely'

/** Sales are read by the day of their payment, and answers to problems by the day they were given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_by_payment on orders (paid_at, id) where paid_at is not null`.execute(db)
  await sql`create index order_problem_message_by_time on order_problem_message (at)`.execute(db)
}
