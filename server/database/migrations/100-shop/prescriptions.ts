import type { TableStatementsBuilder } from './dialects.ts'

/** Health data: laboratory discounts, patients and prescriptions. */
export const buildPrescriptionTables: TableStatementsBuilder = ({ identityType }) => [
  // A CPF given for laboratory discounts (PBM), encrypted, under a random id.
  `create table laboratory_opt_in (
    id text primary key,
    cpf_encrypted text not null,
    created_at text not null,
    customer_id integer references customer (id) -- Null for a visitor
  )`,
  'create index laboratory_opt_in_by_customer on laboratory_opt_in (customer_id)',

  // A product for whose laboratory discount the customer agreed.
  `create table laboratory_opt_in_product (
    opt_in_id text not null references laboratory_opt_in (id) on delete cascade,
    product_id integer not null references product (id),
    consented_at text not null,
    constraint laboratory_opt_in_product_key primary key (opt_in_id, product_id)
  )`,

  // A person for whom a customer sends prescriptions.
  `create table patient (
    id ${identityType},
    customer_id integer not null references customer (id) on delete cascade,
    name_encrypted text not null,
    created_at text not null
  )`,
  'create index patient_by_customer on patient (customer_id)',

  // Prescriptions sent together; `order_id` is the order they are for, claimed by a conditional update: none serves two orders.
  `create table prescription (
    id ${identityType},
    customer_id integer not null references customer (id),
    order_id integer unique references orders (id),
    status text not null, -- sent, approved or rejected
    reason text, -- Why it was rejected
    sent_at text not null,
    decided_at text
  )`,
  'create index prescription_by_age on prescription (sent_at)',
  'create index prescription_by_customer on prescription (customer_id)',

  // One prescription of a doctor: whose, for what, and its picture or PDF in the files folder.
  `create table prescription_part (
    id ${identityType},
    prescription_id integer not null references prescription (id) on delete cascade,
    type integer not null, -- 1 digital, 2 paper
    details_encrypted text not null, -- Patient, issuers and code as JSON, encrypted
    issued_at text, -- yyyy-MM-dd
    file_key text, -- Among the shop’s files
    file_type text,
    is_stored integer not null -- 0 while its file is being written: such a part is ignored
  )`,
  'create index prescription_part_of on prescription_part (prescription_id)',

  // A product that a prescription is for.
  `create table prescription_product (
    part_id integer not null references prescription_part (id) on delete cascade,
    product_id integer not null references product (id),
    constraint prescription_product_key primary key (part_id, product_id)
  )`,

  // Which of the staff read a prescription's file, and when. No foreign keys: it stays when the prescription is erased.
  `create table prescription_access_log (
    id ${identityType},
    prescription_id integer not null,
    part_id integer not null,
    accessed_at text not null,
    accessed_by text not null
  )`,

  // Who decided on a prescription, once. No foreign key: it stays when the prescription is erased.
  `create table prescription_decision (
    prescription_id integer primary key,
    decision text not null, -- approved or rejected
    pharmacist_name text not null,
    pharmacist_crf text not null, -- SP-12345
    decided_at text not null
  )`,
]
