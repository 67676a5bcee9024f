import { existsSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'

/*
 * Loaded into a server before its own code (`--import`): as long as the file named by FULL_DISK is there, whatever SQLite has
 * to write fails as on a full disk. A small file system of the test's own would need rights that not every machine gives.
 */

const file = process.env.FULL_DISK ?? ''
const { prepare } = BetterSqlite.prototype

BetterSqlite.prototype.prepare = function (this: BetterSqlite.Database, source: string) {
  const statement = prepare.call(this, source) as BetterSqlite.Statement<unknown[]>
  const isCommit = /^commit\b/i.test(source)
  if (statement.readonly && !isCommit) return statement
  const failWhenFull = () => {
    // Within a transaction SQLite writes when it commits.
    if ((isCommit || !this.inTransaction) && existsSync(file)) {
      throw new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
    }
  }
  const { run, all } = statement
  return Object.assign(statement, {
    run: (...values: unknown[]) => {
      failWhenFull()
      return run.apply(statement, values)
    },
    all: (...values: unknown[]) => {
      failWhenFull()
      return all.apply(statement, values)
    },
  })
} as typeof prepare
