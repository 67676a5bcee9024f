import { sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'

/**
 * Until the transaction's end nobody else has this turn of that id: what is counted stays so until something is added. SQLite's
 * transactions take turns by themselves.
 */
export async function takeTurn(engine: Database['engine'], tx: Transaction, name: string, id: number): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${name}), ${id})`.execute(tx)
}
