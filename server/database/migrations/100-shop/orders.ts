import type { TableStatementsBuilder } from './dialects.ts'

/** Orders, their lines and lives, and what a coupon takes off them. */
export const buildOrderTables: TableStatementsBuilder = ({ identityType }) => [
  // A code that takes something off an order.
  `create table coupon (
    code text primary key, -- Upper case
    title text not null,
    discount_type text not null,
    discount_value integer not null, -- Cents when amount, whole percent when percent
    max_discount_cents integer, -- The largest discount, in cents
    once_per_customer integer not null,
    first_day text, -- yyyy-MM-dd in São Paulo, both included; null: from always, for ever
    last_day text,
    minimum_cents integer, -- What the lines that it may discount must come to
    max_uses integer, -- By how many orders it may be used in all, and is used by
    redemptions integer not null default 0 check (redemptions >= 0),
    constraint coupon_takes_something_off check (discount_value > 0)
  )`,

  // What a customer ordered from one branch, and owes for it.
  `create table orders (
    id ${identityType},
    customer_id integer not null references customer (id),
    idempotency_key text not null, -- A form sent twice finds the first order
    status text not null, -- See OrderStatus in schema.ts
    branch_id integer not null references branch (id),
    delivery_address_id integer references address (id) on delete set null,
    delivery_address text not null, -- The address as it was when the order was placed, as JSON
    items_cents integer not null, -- Sum of the lines at their undiscounted price
    discount_cents integer not null, -- What the products' own discounts take off
    coupon_code text,
    coupon_title text,
    coupon_discount_cents integer not null,
    delivery_charge_cents integer not null,
    total_cents integer not null, -- What is charged: items - discount - coupon + delivery
    note text not null,
    placed_at text not null,
    payment_due_at text not null, -- Unpaid until then, it expires
    paid_at text,
    is_scheduled integer not null default 0, -- Delivered by appointment, not at once
    app_version text, -- The name and version that the client gave; null where it gave none
    gain_ids text not null default '[]', -- The gains it was to be paid with, as JSON
    balance_cents integer not null default 0, -- How much of total_cents the wallet and the gains paid
    removed_cents integer not null default 0, -- What was refunded for units taken out of it
    constraint orders_one_per_idempotency_key unique (customer_id, idempotency_key),
    check (removed_cents = 0 or removed_cents between 1 and total_cents - balance_cents),
    constraint orders_total_adds_up check
      (total_cents = items_cents - discount_cents - coupon_discount_cents + delivery_charge_cents and total_cents > 0)
  )`,
  'create index orders_by_status_and_payment on orders (status, paid_at, id)',
  'create index orders_due on orders (status, payment_due_at)',

  // A product of an order, at the price of that day.
  `create table order_line (
    order_id integer not null references orders (id),
    product_id integer not null references product (id),
    name text not null, -- The product’s, of that day
    quantity integer not null,
    full_price_cents integer not null, -- Per unit: before and after the product's discount
    price_cents integer not null,
    requires_prescription integer not null,
    removed_units integer not null default 0, -- Of the quantity, units that the shelf did not have
    add_ons text not null default '[]', -- As the order's sender gave them, in JSON: the shop charges nothing for them
    variations text not null default '[]',
    constraint order_line_key primary key (order_id, product_id),
    check (removed_units between 0 and quantity),
    constraint order_line_quantity_positive check (quantity > 0)
  )`,

  // When an order reached a status; it reaches each at most once.
  `create table order_status_history (
    order_id integer not null references orders (id),
    status text not null,
    reached_at text not null,
    constraint order_status_history_key primary key (order_id, status)
  )`,

  // A coupon that may be used once, and the order that used it: the key refuses a second one, of concurrent orders too.
  `create table coupon_redemption (
    coupon_code text not null references coupon (code) on delete cascade,
    customer_id integer not null references customer (id),
    order_id integer not null unique references orders (id),
    constraint coupon_redemption_once primary key (coupon_code, customer_id)
  )`,

  // How many units of an order's line lie in its bag, counted by scanner or by hand.
  `create table order_pick (
    order_id integer not null,
    product_id integer not null,
    units integer not null,
    picked_at text not null,
    constraint order_pick_key primary key (order_id, product_id)
  )`,

  // Why an order is ended, or a clerk asks for it, which an owner or a pharmacist answers.
  `create table end_request (
    order_id integer primary key,
    reason text not null,
    asked_by text not null, -- A name
    asked_at text not null,
    answer text -- ended or kept; null while it waits
  )`,

  // Orders to be counted as conversions, with consent; the device is null once it is counted, or when it never will be.
  `create table conversion_outbox (
    order_id integer primary key references orders (id),
    device_id text
  )`,
  'create index conversion_outbox_by_device on conversion_outbox (device_id) where device_id is not null',
]
