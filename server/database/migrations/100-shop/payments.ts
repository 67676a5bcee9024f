import type { TableStatementsBuilder } from './dialects.ts'

/** Money of orders: charges, payments, what goes back, and balances that pay. */
export const buildPaymentTables: TableStatementsBuilder = ({ identityType }) => [
  // A Pix charge at the bank; an order has one that can still be paid.
  `create table pix_charge (
    txid text primary key, -- The charge’s id at the bank
    order_id integer not null references orders (id),
    amount_cents integer not null,
    pix_code text, -- "Pix copia e cola"; null until the bank has responded
    created_at text not null,
    expires_at text not null,
    checked_at text, -- When the bank was last asked for it
    -- The bank closed it with a payment that the order could not take: its code pays nothing any more
    is_spent integer not null default 0
  )`,
  'create index pix_charge_by_order on pix_charge (order_id)',
  'create unique index pix_charge_one_payable_per_order on pix_charge (order_id) where is_spent = 0',

  // A payment received. `reference` is a Pix's endToEndId, or `external:` and the provider's id.
  `create table payment (
    reference text primary key,
    order_id integer not null references orders (id),
    amount_cents integer not null,
    status text not null, -- captured, refund_due or refunded
    received_at text not null,
    -- Why it could not be captured: another amount, an order that had ended, or one paid before; null where it was
    refund_reason text check (refund_reason in ('amount', 'late', 'second'))
  )`,
  `create index payment_refund_due on payment (order_id) where status = 'refund_due'`,
  // A second payment of an order can only go back.
  `create unique index payment_one_captured_per_order on payment (order_id) where status = 'captured'`,

  // An order's reference at the external payment page.
  `create table external_payment (
    reference text primary key,
    order_id integer not null unique references orders (id),
    created_at text not null
  )`,

  // A part of an order's Pix that goes back, for units that were taken out of it.
  `create table partial_refund (
    id ${identityType},
    order_id integer not null,
    reference text not null, -- The payment's
    amount_cents integer not null check (amount_cents > 0),
    status text not null check (status in ('due', 'refunded')),
    created_at text not null
  )`,
  'create index partial_refund_by_payment on partial_refund (reference)',
  'create index partial_refund_by_status on partial_refund (status, order_id)',

  // What the bank, or the provider, returned of a payment without being asked by the shop.
  `create table bank_refund (
    reference text not null, -- The payment's
    refund_id text not null, -- Unique within the payment
    order_id integer not null,
    amount_cents integer not null check (amount_cents > 0),
    status text not null check (status in ('under_way', 'returned', 'failed')),
    noticed_at text not null,
    constraint bank_refund_key primary key (reference, refund_id)
  )`,
  'create index bank_refund_by_order on bank_refund (order_id)',

  // A benefit that a customer has from somebody, such as an employer.
  `create table gain (
    id ${identityType},
    customer_id integer not null references customer (id),
    name text not null,
    created_at text not null
  )`,
  'create index gain_by_customer on gain (customer_id)',

  // A place that a benefit delivers to.
  `create table gain_address (
    id ${identityType},
    gain_id integer not null references gain (id) on delete cascade,
    address_type text not null,
    zipcode text not null, -- Eight digits
    street text not null,
    number text not null,
    complement text not null,
    neighborhood text not null,
    city text not null,
    state text not null
  )`,
  'create index gain_address_by_gain on gain_address (gain_id)',

  // Credits (positive) and debits. A balance is the sum of its entries, and is not stored.
  `create table ledger_entry (
    id ${identityType},
    customer_id integer not null references customer (id),
    gain_id integer references gain (id), -- Null: the customer's own wallet
    order_id integer references orders (id),
    kind text not null, -- cashback, cashback_returned, credit, purchase, purchase_returned or adjustment
    amount_cents integer not null,
    entered_at text not null,
    constraint ledger_entry_moves_something check (amount_cents <> 0)
  )`,
  'create index ledger_entry_by_account on ledger_entry (customer_id, gain_id, entered_at)',
  // Each gain, and the wallet, pays an order once and gets it back once; its cashback is credited once, and reversed once.
  `create unique index ledger_entry_once_per_order on ledger_entry (order_id, kind, coalesce(gain_id, 0))
    where order_id is not null`,

  // A charge at the sandbox's pretend bank, which no other domain reads.
  `create table sandbox_charge (
    txid text primary key,
    charge text not null -- The charge as API Pix shows it, as JSON
  )`,

  // Where the pretend bank tells of payments.
  `create table sandbox_webhook (
    receiver_key text primary key,
    url text not null
  )`,
]
