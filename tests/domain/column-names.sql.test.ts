import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findDecoder, toCodeName, toDatabaseName } from '../../server/database/row-codec.ts'
import { shopTables } from '../../server/database/table-contents.ts'
import { openTestDatabase } from '../support/database.ts'

type Kind = 'flag' | 'instant' | 'other'

/** As the codec takes a column. */
function kindByName(name: string): Kind {
  const decoded = findDecoder(name)?.(1 as never)
  return decoded === true ? 'flag' : decoded instanceof Date ? 'instant' : 'other'
}

/** Whether it is a table's type, which has columns itself. */
const hasColumns = (type: ts.TypeNode): boolean =>
  ts.isTypeLiteralNode(type) || (ts.isIntersectionTypeNode(type) && type.types.some(hasColumns))

/** The columns of `schema.ts`, and the kinds that their types say. */
function readSchema(): Map<string, Set<Kind>> {
  const file = 'server/database/schema.ts'
  const kindsByColumn = new Map<string, Set<Kind>>()
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const collectColumns = (node: ts.Node) => {
    const isColumn = ts.isPropertySignature(node) && node.type && !hasColumns(node.type)
    if (isColumn) {
      const type = node.type?.getText(source) ?? ''
      const kind = /\bboolean\b/.test(type) ? 'flag' : /\bDate\b/.test(type) ? 'instant' : 'other'
      const name = node.name.getText(source)
      kindsByColumn.set(name, (kindsByColumn.get(name) ?? new Set()).add(kind))
    } else ts.forEachChild(node, collectColumns)
  }
  source.statements.filter(ts.isInterfaceDeclaration).forEach(collectColumns)
  return kindsByColumn
}

/** What full-text search has beside the columns that queries name. */
const searchColumns = ['search_vector', 'search_row']

test('a column’s name tells its kind, and is the same in the code and back', async () => {
  const { db, engine } = await openTestDatabase()
  const { rows } = await (engine === 'postgres'
    ? sql<{ table: string; column: string; type: string }>`
        select table_name as "table", column_name as "column", data_type as type from information_schema.columns
        where table_schema = current_schema()`
    : sql<{ table: string; column: string; type: string }>`
        select t.name as "table", c.name as "column", lower(c.type) as type from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table'`
  ).execute(db)
  const columns = rows.filter(
    ({ table, column }) => shopTables.some((name) => name === table) && !searchColumns.includes(column),
  )
  expect(new Set(columns.map(({ table }) => table)).size).toBeGreaterThan(80)
  const kindsByColumn = readSchema()
  const storedTypes: Record<Kind, RegExp> = { flag: /^integer$/, instant: /^text$/, other: /./ }
  for (const { table, column, type } of columns) {
    const name = toCodeName(column)
    const kind = kindByName(name)
    expect([toDatabaseName(toCodeName(table)), toDatabaseName(name)]).toEqual([table, column])
    expect([name, [...(kindsByColumn.get(name) ?? [])]]).toEqual([name, [kind]])
    expect(type, `${table}.${column}`).toMatch(storedTypes[kind])
  }
  expect(kindsByColumn.size).toBe(new Set(columns.map(({ column }) => column)).size)
})
