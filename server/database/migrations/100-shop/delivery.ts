import type { TableStatementsBuilder } from './dialects.ts'

/** Branches, where they deliver, and who waits for them. */
export const buildDeliveryTables: TableStatementsBuilder = () => [
  // A store of the shop, which delivers to its postal codes.
  `create table branch (
    id integer primary key,
    name text not null,
    open_time text not null, -- HH:MM in São Paulo
    close_time text not null,
    whatsapp text not null, -- Digits, with the country’s: 5511…
    shipping_estimate_minutes integer not null,
    shipping_later integer not null, -- 0 or 1, as all flags
    -- Said above every page while the branch is open, in place of the usual sentence; until that day, yyyy-MM-dd
    notice text,
    notice_until text
  )`,

  // Postal codes as numbers: 1310100 is 01310-100. Ranges never overlap.
  `create table branch_zipcodes (
    branch_id integer not null references branch (id),
    first_zipcode integer primary key,
    last_zipcode integer not null,
    constraint branch_zipcodes_in_order check (first_zipcode <= last_zipcode)
  )`,

  // A request for an e-mail when the shop delivers to a postal code.
  `create table coverage_notice (
    email text not null, -- Lower case
    zipcode text not null, -- Eight digits
    asked_at text not null,
    constraint coverage_notice_key primary key (email, zipcode)
  )`,
]
