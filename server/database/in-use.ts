import { existsSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from './connection.ts'
import { errorCode } from './failures.ts'

/** Whether another program has the database open: to be asked before opening it. */
export async function isInUse(location: string): Promise<boolean> {
  if (!/^postgres(ql)?:/.test(location)) return isFileInUse(location)
  const database = openDatabase(location)
  try {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid() limit 1`.execute(
      database.query,
    )
    return rows.length > 0
  } finally {
    await database.close()
  }
}

/** SQLite gives its log up only for who has the file alone; the next to open the file sets it up again. */
function isFileInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const sqlite = new BetterSqlite(file, { timeout: 0 })
  try {
    sqlite.pragma('journal_mode = delete')
    return false
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    sqlite.close()
  }
}
