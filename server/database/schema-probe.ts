import { sql } from 'kysely'
import { memoize } from '../platform/memoize.ts'
import type { Database } from './connection.ts'
import { listAllColumns } from './introspection.ts'
import { listExistingTables, shopTables } from './table-contents.ts'

/**
 * What pages ask, without its rows: every column of the shop's tables as they are now.
 * @returns a function that throws once one of them is gone, such as after another program's migration
 */
export async function createSchemaProbe({ db }: Pick<Database, 'db'>): Promise<() => Promise<void>> {
  const columns = await listAllColumns(db)
  const tables = await listExistingTables(db, shopTables)
  const compileQuery = memoize(() => {
    const tableQueries = tables.map((table) => {
      const columnRefs = columns
        .filter((column) => column.table === table)
        .map(({ column }) => sql.ref(`${table}.${column}`))
      return sql`select 1 as one where exists (select ${sql.join(columnRefs)} from ${sql.table(table)} limit 0)`
    })
    return sql`${sql.join(tableQueries, sql` union all `)}`.compile(db)
  })
  return async () => {
    await db.executeQuery(compileQuery())
  }
}
