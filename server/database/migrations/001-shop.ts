import { type Kysely, sql } from 'kysely'
import { identity, int, text } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Catalogue, branches, customers, orders and payments. The constraints guard invariants against races and bugs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db

  await schema
    .createTable('branch')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('open_time', text, (c) => c.notNull())
    .addColumn('close_time', text, (c) => c.notNull())
    .addColumn('whatsapp', text, (c) => c.notNull())
    .addColumn('shipping_estimate_minutes', int, (c) => c.notNull())
    .addColumn('shipping_later', int, (c) => c.notNull())
    .execute()

  await schema
    .createTable('branch_zipcodes')
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('first_zipcode', int, (c) => c.primaryKey())
    .addColumn('last_zipcode', int, (c) => c.notNull())
    .addCheckConstraint('branch_zipcodes_in_order', sql`first_zipcode <= last_zipcode`)
    .execute()

  await schema
    .createTable('category')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('slug', text, (c) => c.notNull().unique())
    .addColumn('position', int, (c) => c.notNull())
    .execute()

  await schema
    .createTable('subcategory')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('category_id', int, (c) => c.notNull().references('category.id'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('slug', text, (c) => c.notNull())
    .addColumn('position', int, (c) => c.notNull())
    .addUniqueConstraint('subcategory_slug', ['category_id', 'slug'])
    .execute()

  await schema
    .createTable('product')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('sku', text, (c) => c.notNull().unique())
    .addColumn('slug', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('brand', text, (c) => c.notNull())
    .addColumn('manufacturer', text, (c) => c.notNull())
    .addColumn('active_ingredient', text, (c) => c.notNull())
    .addColumn('presentation', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('category_id', int, (c) => c.notNull().references('category.id'))
    .addColumn('subcategory_id', int, (c) => c.notNull().references('subcategory.id'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('prescription_class', text, (c) => c.notNull())
    .addColumn('requires_prescription', int, (c) => c.notNull())
    .addColumn('is_medicine', int, (c) => c.notNull())
    .addColumn('is_pbm', int, (c) => c.notNull())
    .addColumn('promo_allowed', int, (c) => c.notNull())
    .addColumn('show_image', int, (c) => c.notNull())
    .addColumn('sellable_online', int, (c) => c.notNull())
    .addColumn('discount_type', text)
    .addColumn('discount_value', int)
    .addColumn('ean', text)
    .addColumn('ggrem', text)
    .addColumn('anvisa_registration', text)
    .addColumn('ceiling_price_cents', int)
    .addColumn('leaflet_url', text)
    .addColumn('search_text', text, (c) => c.notNull())
    .addColumn('units_sold', int, (c) => c.notNull().defaultTo(0))
    // RDC 44/2009, art. 54: what may not be promoted carries no discount, the laboratory's excepted (shown after opt-in).
    .addCheckConstraint('product_no_forbidden_promotion', sql`promo_allowed = 1 or is_pbm = 1 or discount_type is null`)
    .execute()

  await schema
    .createTable('product_picture')
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('position', int, (c) => c.notNull())
    .addColumn('picture_key', text, (c) => c.notNull())
    .addColumn('alt', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('product_picture_key', ['product_id', 'position'])
    .execute()

  const offer = schema
    .createTable('offer')
    .addColumn('branch_id', int, (c) => (engine === 'sqlite' ? c.notNull().references('branch.id') : c.notNull()))
    .addColumn('product_id', int, (c) => (engine === 'sqlite' ? c.notNull().references('product.id') : c.notNull()))
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('stock', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('offer_key', ['branch_id', 'product_id'])
    .addCheckConstraint('offer_price_positive', sql`price_cents > 0`)
    .addCheckConstraint('offer_stock_not_negative', sql`stock >= 0`)
  // Clustered by its primary key: an offer is one lookup, and every index is smaller.
  await (engine === 'sqlite' ? offer.modifyEnd(sql`without rowid`) : offer).execute()
  if (engine === 'postgres') for (const statement of offerReferences) await sql.raw(statement).execute(db)

  await schema
    .createTable('banner')
    .addColumn('id', int, (c) => c.primaryKey())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('link_text', text, (c) => c.notNull())
    .addColumn('category_id', int)
    .addColumn('product_id', int)
    .addColumn('position', int, (c) => c.notNull())
    .execute()

  await schema
    .createTable('customer')
    .addColumn('id', int, identity(engine))
    .addColumn('first_name', text, (c) => c.notNull())
    .addColumn('last_name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('phone', text, (c) => c.notNull())
    .addColumn('birthday', text)
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('created_at', text, (c) => c.notNull())
    .execute()

  await schema
    .createTable('session')
    .addColumn('token_hash', text, (c) => c.primaryKey())
    .addColumn('customer_id', int, (c) => c.references('customer.id').onDelete('cascade'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .execute()
  await schema.createIndex('session_by_customer').on('session').column('customer_id').execute()
  await schema.createIndex('session_by_expiry').on('session').column('expires_at').execute()

  await schema
    .createTable('address')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('address_type', text, (c) => c.notNull())
    .addColumn('zipcode', text, (c) => c.notNull())
    .addColumn('street', text, (c) => c.notNull())
    .addColumn('number', text, (c) => c.notNull())
    .addColumn('complement', text, (c) => c.notNull())
    .addColumn('neighborhood', text, (c) => c.notNull())
    .addColumn('city', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('place_id', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addCheckConstraint('address_zipcode_digits', sql`length(zipcode) = 8`)
    .execute()
  await schema.createIndex('address_by_customer').on('address').column('customer_id').execute()

  await schema
    .createTable('wishlist_item')
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('added_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('wishlist_item_key', ['customer_id', 'product_id'])
    .execute()

  await schema
    .createTable('orders')
    .addColumn('id', int, identity(engine))
    .addColumn('customer_id', int, (c) => c.notNull().references('customer.id'))
    .addColumn('submission_key', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('branch_id', int, (c) => c.notNull().references('branch.id'))
    .addColumn('delivery_address_id', int, (c) => c.references('address.id').onDelete('set null'))
    .addColumn('delivery_address', text, (c) => c.notNull())
    .addColumn('items_cents', int, (c) => c.notNull())
    .addColumn('discount_cents', int, (c) => c.notNull())
    .addColumn('coupon_code', text)
    .addColumn('coupon_title', text)
    .addColumn('coupon_discount_cents', int, (c) => c.notNull())
    .addColumn('delivery_charge_cents', int, (c) => c.notNull())
    .addColumn('total_cents', int, (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('placed_at', text, (c) => c.notNull())
    .addColumn('payment_due_at', text, (c) => c.notNull())
    .addColumn('paid_at', text)
    .addUniqueConstraint('orders_one_per_submission', ['customer_id', 'submission_key'])
    .addCheckConstraint(
      'orders_total_adds_up',
      sql`total_cents = items_cents - discount_cents - coupon_discount_cents + delivery_charge_cents and total_cents > 0`,
    )
    .execute()
  await schema.createIndex('orders_due').on('orders').columns(['status', 'payment_due_at']).execute()

  await schema
    .createTable('order_line')
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('product_id', int, (c) => c.notNull().references('product.id'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('quantity', int, (c) => c.notNull())
    .addColumn('full_price_cents', int, (c) => c.notNull())
    .addColumn('price_cents', int, (c) => c.notNull())
    .addColumn('requires_prescription', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('order_line_key', ['order_id', 'product_id'])
    .addCheckConstraint('order_line_quantity_positive', sql`quantity > 0`)
    .execute()

  await schema
    .createTable('order_step')
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('reached_at', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('order_step_key', ['order_id', 'status'])
    .execute()

  await schema
    .createTable('pix_charge')
    .addColumn('txid', text, (c) => c.primaryKey())
    .addColumn('order_id', int, (c) => c.notNull().unique().references('orders.id'))
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('pix_code', text)
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('expires_at', text, (c) => c.notNull())
    .addColumn('checked_at', text)
    .execute()

  await schema
    .createTable('payment')
    .addColumn('reference', text, (c) => c.primaryKey())
    .addColumn('order_id', int, (c) => c.notNull().references('orders.id'))
    .addColumn('amount_cents', int, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('received_at', text, (c) => c.notNull())
    .execute()
  // At most one captured payment per order: a second Pix can only be refunded.
  await schema
    .createIndex('payment_one_captured_per_order')
    .on('payment')
    .column('order_id')
    .unique()
    .where(sql.ref('status'), '=', sql.lit('captured'))
    .execute()

  await schema
    .createIndex('payment_refund_due')
    .on('payment')
    .column('order_id')
    .where(sql.ref('status'), '=', sql.lit('refund_due'))
    .execute()

  await schema
    .createTable('sandbox_charge')
    .addColumn('txid', text, (c) => c.primaryKey())
    .addColumn('charge', text, (c) => c.notNull())
    .execute()
  await schema
    .createTable('sandbox_webhook')
    .addColumn('receiver_key', text, (c) => c.primaryKey())
    .addColumn('url', text, (c) => c.notNull())
    .execute()
}

/**
 * In place of foreign keys of `offer` on PostgreSQL, which checks those row by row: nearly half the cost of a large import.
 * These triggers check inserts once per statement. The key of an offer never changes, and no product or branch is ever
 * deleted (withdrawn products have no offers), so a reference stays valid.
 */
const offerReferences = [
  `create function offer_names_what_exists() returns trigger language plpgsql as $$
  begin
    if exists (select from added
      left join product on product.id = added.product_id
      left join branch on branch.id = added.branch_id
      where product.id is null or branch.id is null)
    then raise foreign_key_violation using message = 'an offer names a product or branch that does not exist';
    end if;
    return null;
  end $$`,
  `create trigger offer_names_what_exists after insert on offer referencing new table as added
    for each statement execute function offer_names_what_exists()`,
  `create function refuse_for_offers() returns trigger language plpgsql as $$
  begin
    raise foreign_key_violation using message = 'offers name products and branches: these stay what they are';
  end $$`,
  `create trigger offer_keeps_its_key before update of branch_id, product_id on offer
    for each row when ((old.branch_id, old.product_id) <> (new.branch_id, new.product_id)) execute function refuse_for_offers()`,
  ...['product', 'branch'].flatMap((table) => [
    `create trigger ${table}_stays before delete on ${table} for each row execute function refuse_for_offers()`,
    `create trigger ${table}_keeps_its_id before update of id on ${table}
      for each row when (old.id <> new.id) execute function refuse_for_offers()`,
  ]),
]
