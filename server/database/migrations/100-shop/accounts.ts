import type { TableStatementsBuilder } from './dialects.ts'

/** Customers, how they sign in, and what they noted down. */
export const buildAccountTables: TableStatementsBuilder = ({ identityType, byteOrderCollation, withoutRowid }) => [
  // An account of a shopper.
  `create table customer (
    id ${identityType},
    first_name text not null,
    last_name text not null,
    email text not null unique, -- Lower case
    phone text not null, -- Digits
    birthday text, -- yyyy-MM-dd
    password_hash text not null, -- Empty once the account is erased
    created_at text not null, -- Instants are ISO-8601 in UTC, here and in all tables
    erased_at text, -- When the account was deleted: since then the row holds no personal data
    email_confirmed_at text, -- When the customer proved to read this e-mail; null before
    blocked_at text, -- Since when the shop does not let the customer in; null for everybody else
    block_reason text, -- In the words of who blocked; null with blocked_at
    check ((blocked_at is null) = (block_reason is null))
  )`,
  // By how it begins, which PostgreSQL reads from an index by bytes alone.
  `create index customer_by_name on customer (lower(first_name || ' ' || last_name)${byteOrderCollation})`,
  `create index customer_by_phone on customer (phone${byteOrderCollation})`,

  // What the shop's people find a customer by: the words of the names, folded.
  `create table customer_search_word (
    word text${byteOrderCollation} not null,
    customer_id integer not null references customer (id) on delete cascade,
    primary key (word, customer_id)
  )${withoutRowid}`,
  'create index customer_search_word_by_customer on customer_search_word (customer_id)',

  // A visitor's or a customer's token; only its SHA-256 is kept.
  `create table session (
    token_hash text primary key,
    customer_id integer references customer (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    device text not null default '' -- Browser and system in words, such as "Chrome · Android"
  )`,
  'create index session_by_customer on session (customer_id)',
  'create index session_by_expiry on session (expires_at)',

  // A device on which a customer has signed in; only the SHA-256 of its token is kept. A device may know several customers.
  `create table known_device (
    token_hash text not null,
    customer_id integer not null references customer (id) on delete cascade,
    expires_at text not null,
    constraint known_device_key primary key (token_hash, customer_id)
  )`,
  'create index known_device_by_customer on known_device (customer_id)',

  // The code last mailed to a customer for a purpose; only its keyed hash is kept.
  `create table email_code (
    customer_id integer not null references customer (id) on delete cascade,
    purpose text not null, -- recovery, deletion or confirmation
    code_hash text not null,
    expires_at text not null,
    attempts integer not null,
    constraint email_code_key primary key (customer_id, purpose),
    constraint email_code_five_attempts check (attempts between 0 and 5)
  )`,

  // Attempts counted for a limit. The key is a keyed hash, since it holds e-mail and network addresses.
  `create table attempt_count (
    key_hash text primary key,
    attempts integer not null,
    last_at text not null,
    expires_at text not null -- From then on the attempts count no more
  )`,
  'create index attempt_count_by_expiry on attempt_count (expires_at)',

  // A place that a customer has things delivered to.
  `create table address (
    id ${identityType},
    customer_id integer not null references customer (id) on delete cascade,
    address_type text not null, -- As the client names it: home, work …
    zipcode text not null, -- Eight digits
    street text not null,
    number text not null,
    complement text not null,
    neighborhood text not null,
    city text not null,
    state text not null, -- SP
    place_id text, -- Of Google Maps, where the client gave it
    created_at text not null,
    constraint address_zipcode_digits check (length(zipcode) = 8)
  )`,
  'create index address_by_customer on address (customer_id)',

  // A product that a customer likes.
  `create table wishlist_item (
    customer_id integer not null references customer (id) on delete cascade,
    product_id integer not null references product (id),
    added_at text not null,
    constraint wishlist_item_key primary key (customer_id, product_id)
  )`,
]
