import { sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'

/**
 * Holds a lock of this name and id until the transaction ends, so that what it counts stays so until it adds something. SQLite needs
 * none: its transactions that write follow each other.
 */
export async function lockUntilCommit(
  engine: Database['engine'],
  tx: Transaction,
  lockName: string,
  lockId: number,
): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${lockName}), ${lockId})`.execute(tx)
}
