import { type Kysely, sql } from 'kysely'
import { buildIdentityColumn, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Charges and payments of any provider; what an external page reports is kept, and read like a bank's answer. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await migrateCharges(db)
  await migratePayments(db, engine)
  await db.schema
    .createTable('external_report')
    .addColumn('reference', text, (c) => c.notNull().references('charge.reference'))
    .addColumn('payment_id', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('paid', 'refused', 'refunded')`))
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('received_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('external_report_key', ['reference', 'payment_id', 'status', 'amount_cents'])
    .execute()
  await db.schema
    .createTable('card_refund')
    .addColumn('reference', text, (c) => c.notNull().references('charge.reference'))
    .addColumn('payment_reference', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('requested_at', text, (c) => c.notNull())
    .addColumn('provider_id', text)
    .addColumn('is_refused', int, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('card_refund_key', ['reference', 'payment_reference', 'name'])
    .execute()
  await db.schema
    .createTable('sandbox_card_order')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('idempotency_key', text, (c) => c.notNull().unique())
    .addColumn('card_order', text, (c) => c.notNull())
    .execute()
}

async function migrateCharges(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const alterCharge = () => schema.alterTable('charge')
  await schema.alterTable('pix_charge').renameTo('charge').execute()
  await alterCharge().renameColumn('txid', 'reference').execute()
  await alterCharge().renameColumn('pix_code', 'payable').execute()
  await alterCharge()
    .addColumn('provider', text, (c) => c.notNull().defaultTo('pix'))
    .execute()
  await alterCharge().addColumn('provider_id', text).execute()
  await alterCharge()
    .addColumn('state', text, (c) =>
      c.notNull().defaultTo('open').check(sql`state in ('open', 'in_review', 'refused', 'closed')`),
    )
    .execute()
  await sql`update charge set state = 'closed' where is_spent = 1`.execute(db)
  await sql`create unique index charge_by_provider_id on charge (provider, provider_id)
    where provider_id is not null`.execute(db)
  await sql`create index charge_loose on charge (created_at)
    where state = 'in_review' or (state = 'open' and is_spent = 1)`.execute(db)
  await sql`insert into charge (reference, order_id, amount_cents, created_at, expires_at, is_spent, provider)
    select external_payment.reference, orders.id, orders.total_cents - orders.balance_cents,
      external_payment.created_at, orders.payment_due_at,
      case when exists (select 1 from charge where charge.order_id = orders.id and charge.is_spent = 0) then 1 else 0 end,
      'external'
    from external_payment join orders on orders.id = external_payment.order_id`.execute(db)
  await schema.dropTable('external_payment').execute()
}

/** A payment gets a number of its own: two providers may give the same id. */
async function migratePayments(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db
  await schema
    .createTable('received_payment')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('received_at', text, (c) => c.notNull())
    .addColumn('refund_reason', text, (c) => c.check(sql`refund_reason in ('amount', 'late', 'second')`))
    .addColumn('method', text, (c) => c.check(sql`method in ('pix', 'card')`))
    .addColumn('card_brand', text)
    .addColumn('card_last_four', text)
    .addColumn('installments', int)
    .addUniqueConstraint('payment_once', ['provider', 'reference'])
    .execute()
  await sql`insert into received_payment
      (provider, reference, order_id, amount_cents, status, received_at, refund_reason, method)
    select case when reference like 'external:%' then 'external' else 'pix' end,
      case when reference like 'external:%' then substr(reference, 10) else reference end,
      order_id, amount_cents, status, received_at, refund_reason,
      case when reference like 'external:%' then null else 'pix' end
    from payment order by received_at, reference`.execute(db)
  const buildPaymentMatch = (table: string) =>
    sql.raw(
      `(received_payment.reference = ${table}.reference or 'external:' || received_payment.reference = ${table}.reference)
        and received_payment.order_id = ${table}.order_id`,
    )
  await schema
    .createTable('part_of_payment')
    .addColumn('id', int, buildIdentityColumn(engine))
    .addColumn('order_id', int, (c) => c.notNull())
    .addColumn('payment_id', int, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('due', 'refunded')`))
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await sql`insert into part_of_payment (id, order_id, payment_id, amount_cents, status, created_at)
    select partial_refund.id, partial_refund.order_id, received_payment.id, partial_refund.amount_cents,
      partial_refund.status, partial_refund.created_at
    from partial_refund join received_payment on ${buildPaymentMatch('partial_refund')}
    order by partial_refund.id`.execute(db)
  await schema
    .createTable('returned_by_bank')
    .addColumn('payment_id', int, (c) => c.notNull())
    .addColumn('refund_id', text, (c) => c.notNull())
    .addColumn('order_id', int, (c) => c.notNull())
    .addColumn('amount_cents', int, (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('status', text, (c) => c.notNull().check(sql`status in ('under_way', 'returned', 'failed')`))
    .addColumn('is_dispute', int, (c) => c.notNull().defaultTo(0))
    .addColumn('noticed_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('returned_by_bank_key', ['payment_id', 'refund_id'])
    .execute()
  await sql`insert into returned_by_bank (payment_id, refund_id, order_id, amount_cents, status, noticed_at)
    select received_payment.id, bank_refund.refund_id, bank_refund.order_id, bank_refund.amount_cents,
      bank_refund.status, bank_refund.noticed_at
    from bank_refund join received_payment on ${buildPaymentMatch('bank_refund')}`.execute(db)
  for (const [oldName, newName] of [
    ['payment', 'received_payment'],
    ['partial_refund', 'part_of_payment'],
    ['bank_refund', 'returned_by_bank'],
  ] as const) {
    await schema.dropTable(oldName).execute()
    await schema.alterTable(newName).renameTo(oldName).execute()
  }
  for (const createIndexStatement of [
    `create index payment_refund_due on payment (order_id) where status = 'refund_due'`,
    // A second payment of an order can only go back.
    `create unique index payment_one_captured_per_order on payment (order_id) where status = 'captured'`,
    'create index partial_refund_by_payment on partial_refund (payment_id)',
    'create index partial_refund_by_status on partial_refund (status, order_id)',
    'create index bank_refund_by_order on bank_refund (order_id)',
  ])
    await sql.raw(createIndexStatement).execute(db)
  if (engine === 'postgres')
    // The copied numbers were given by hand.
    await sql`select setval(pg_get_serial_sequence('partial_refund', 'id'), coalesce(max(id), 0) + 1, false)
      from partial_refund`.execute(db)
}
