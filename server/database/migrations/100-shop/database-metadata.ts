import type { TableStatementsBuilder } from './dialects.ts'

/** Whether the database is the demo’s, and whose keys encrypt it. */
export const buildDatabaseMetadataTables: TableStatementsBuilder = () => [
  // Whether the database is the demo’s or a live shop’s: who opens it first marks it (`database-kind.ts`).
  `create table database_kind (
    id integer primary key check (id = 1), -- Always 1: there is one row, or none
    kind text not null check (kind in ('demo', 'live'))
  )`,

  // A value that the shop’s key seals at its first start, and that each later start opens (`key-check.ts`).
  `create table key_check (
    id integer primary key check (id = 1), -- Always 1: there is one row, or none
    sealed_encrypted text not null
  )`,
]
