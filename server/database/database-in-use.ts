import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { openDatabase } from './connection.ts'
import { errorCodeOf } from './database-errors.ts'

/** PostgreSQL lists a closed connection for a moment longer: number of checks before it counts as open. */
const maxAttempts = 50
const retryDelayMs = 100

/** Whether another program has the database open. Call it before opening the database. */
export async function isDatabaseInUse(location: string): Promise<boolean> {
  if (!/^postgres(ql)?:/.test(location)) return isFileInUse(location)
  const database = openDatabase(location)
  const otherConnectionsQuery = sql`select 1 from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() limit 1`
  try {
    for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft -= 1) {
      if ((await otherConnectionsQuery.execute(database.db)).rows.length === 0) return false
      await pause(retryDelayMs)
    }
    return true
  } finally {
    await database.close()
  }
}

/** Leaving WAL mode needs exclusive access to the file, so it fails if another program has it open. Opening turns WAL on again. */
function isFileInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const sqlite = new BetterSqlite(file, { timeout: 0 })
  try {
    sqlite.pragma('journal_mode = delete')
    return false
  } catch (error) {
    if (errorCodeOf(error).startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    sqlite.close()
  }
}
