import type { TableStatementsBuilder } from './dialects.ts'

/** The shop’s own people and systems, and what they did. */
export const buildStaffTables: TableStatementsBuilder = ({ identityType, engine }) => [
  // A person who works for the shop.
  `create table staff (
    id ${identityType},
    email text not null unique, -- Lower case
    name text not null,
    role text not null check (role in ('owner', 'pharmacist', 'clerk')),
    crf text, -- SP-12345, of pharmacists
    branch_id integer, -- The branch whose orders they handle; null: all
    password_hash text, -- Null until the invitation is accepted
    totp_secret_encrypted text,
    totp_confirmed integer not null default 0, -- 1 once a first code has shown that the app has the secret
    last_totp_step integer not null default 0, -- The 30-second step of the last code accepted: no code is accepted twice
    created_at text not null,
    removed_at text,
    constraint staff_pharmacist_has_crf check (role <> 'pharmacist' or crf is not null)
  )`,

  // A one-time link; only its SHA-256 is kept.
  `create table staff_invitation (
    token_hash text primary key,
    staff_id integer not null,
    expires_at text not null
  )`,

  // A code in place of a lost second factor, each used once; only its SHA-256 is kept.
  `create table staff_recovery_code (
    staff_id integer not null,
    code_hash text not null,
    constraint staff_recovery_code_key primary key (staff_id, code_hash)
  )`,

  // A token of the staff; only its SHA-256 is kept.
  `create table staff_session (
    token_hash text primary key,
    staff_id integer not null,
    is_verified integer not null, -- 1 after the second factor
    created_at text not null,
    used_at text not null
  )`,

  // With which one of the store's own systems makes the staff's calls; only its SHA-256 is kept.
  `create table api_key (
    id ${identityType},
    name text not null, -- Of the system
    token_hash text not null unique,
    scopes text not null, -- orders, stock and prices, with commas between them
    branch_id integer, -- The branch it is for; null: all
    created_at text not null,
    used_at text, -- To the minute; null while it was never used
    removed_at text
  )`,

  // What the shop's people did. Append-only: triggers refuse its update and deletion.
  `create table audit_entry (
    id ${identityType},
    at text not null, -- When
    staff_id integer, -- Null: on the command line, and by an API key
    name text not null,
    role text not null, -- The staff’s, operator or system
    crf text,
    act text not null, -- orders.advance
    record text not null, -- order 12, product FD0160
    detail text, -- Never the content of what was seen
    network text not null
  )`,
  'create index audit_entry_by_record on audit_entry (record, id)',
  'create index audit_entry_by_staff on audit_entry (staff_id, id)',
  ...appendOnlyTriggers[engine],
]

/** What was done stays written, whoever holds the program's password to the database. */
const refusalMessage = 'audit entries are never changed'
const appendOnlyTriggers = {
  sqlite: ['update', 'delete'].map(
    (event) =>
      `create trigger audit_entry_no_${event} before ${event} on audit_entry begin select raise(abort, '${refusalMessage}'); end`,
  ),
  postgres: [
    `create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception '${refusalMessage}'; end $$`,
    `create trigger audit_entry_append_only before update or delete or truncate on audit_entry
      for each statement execute function refuse_audit_change()`,
  ],
}
