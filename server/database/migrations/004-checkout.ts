import { type Kysely, sql } from 'kysely'
import { identity, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Coupons, laboratory discounts, prescriptions and payments at an external page. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db

  await schema
    .createTable('coupon')
    .addColumn('code', text, (c) => c.primaryKey())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('discount_type', text, (c) => c.notNull())
    .addColumn('discount_value', int, (c) => c.notNull())
    .addColumn('most_cents', int)
    .addColumn('once_per_customer', int, (c) => c.notNull())
    .addCheckConstraint('coupon_takes_something_off', sql`discount_value > 0`)
    .execute()
  // The primary key enforces that a customer uses such a coupon once, even with concurrent orders.
  await schema
    .createTable('coupon_use')
    .addColumn('coupon_code', text, (c) => c.notNull().references('coupon.code').onDelete('cascade'))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('order_id', int, (c) => c.notNull().unique().references('orders.id'))
    .addPrimaryKeyConstraint('coupon_use_once', ['coupon_code', 'customer_id'])
    .execute()

  await schema
    .createTable('laboratory_opt_in')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('cpf_sealed', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('laboratory_opt_in_product')
    .addColumn('opt_in_id', text, (c) => c.notNull().references('laboratory_opt_in.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('consented_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('laboratory_opt_in_product_key', ['opt_in_id', 'product_id'])
    .execute()

  await schema
    .createTable('patient')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('name_sealed', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('patient_by_customer').on('patient').column('customer_id').execute()

  // An order has at most one prescription, claimed by a conditional update, so that none serves two orders.
  await schema
    .createTable('prescription')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('order_id', int, (c) => c.unique().references('orders.id'))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('reason', text)
    .addColumn('sent_at', text, (c) => c.notNull())
    .addColumn('decided_at', text)
    .execute()
  await schema.createIndex('prescription_by_customer').on('prescription').column('customer_id').execute()
  await schema.createIndex('prescription_by_age').on('prescription').column('sent_at').execute()
  await schema
    .createTable('prescription_part')
    .addColumn('id', int, identity(engine))
    .addColumn('prescription_id', int, (c) => c.notNull().references('prescription.id').onDelete('cascade'))
    .addColumn('type', int, (c) => c.notNull())
    .addColumn('details_sealed', text, (c) => c.notNull())
    .addColumn('issued_at', text)
    .addColumn('file_key', text)
    .addColumn('file_type', text)
    .addColumn('is_stored', int, (c) => c.notNull())
    .execute()
  await schema.createIndex('prescription_part_of').on('prescription_part').column('prescription_id').execute()
  await schema
    .createTable('prescription_product')
    .addColumn('part_id', int, (c) => c.notNull().references('prescription_part.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addPrimaryKeyConstraint('prescription_product_key', ['part_id', 'product_id'])
    .execute()
  // No foreign keys: these rows stay when the prescription is erased.
  await schema
    .createTable('prescription_look')
    .addColumn('id', int, identity(engine))
    .addColumn('prescription_id', int, (c) => c.notNull())
    .addColumn('part_id', int, (c) => c.notNull())
    .addColumn('looked_at', text, (c) => c.notNull())
    .addColumn('looked_by', text, (c) => c.notNull())
    .execute()

  await schema
    .createTable('external_payment')
    .addColumn('reference', text, (c) => c.primaryKey())
    .addColumn('order_id', int, (c) => c.notNull().unique().references('orders.id'))
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()
}
