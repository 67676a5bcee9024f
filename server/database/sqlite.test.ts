import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sqliteDialect } from './sqlite.ts'

interface Tables {
  box: { id: number; shelf: number; place: number }
  label: { box: number; text: string }
}

test('a statement is planned once, whatever is bound to it', async () => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(':memory:') })
  onTestFinished(() => db.destroy())
  await sql`create table box (id integer primary key, shelf integer, place integer)`.execute(db)
  await sql`create table label (box integer, text text)`.execute(db)
  await sql`create index box_by_shelf on box (shelf, place)`.execute(db)
  await db.insertInto('box').values({ id: 1, shelf: 2, place: 3 }).execute()
  await db.insertInto('label').values({ box: 1, text: 'Dipirona' }).execute()
  const labelsOf = (shelf: number) =>
    db
      .selectFrom('box')
      .innerJoin('label', 'label.box', 'box.id')
      .where('shelf', '=', shelf)
      .where('place', '>', shelf)
      .select('text')
      .limit(5)
      .execute()
  expect(await labelsOf(2)).toEqual([{ text: 'Dipirona' }])

  // The driver compiles a row function each time a statement is planned.
  const planned = vi.spyOn(globalThis, 'Function')
  onTestFinished(() => planned.mockRestore())
  for (const shelf of [1, 2, 3, 2]) expect(await labelsOf(shelf)).toHaveLength(shelf === 2 ? 1 : 0)
  expect(planned).not.toHaveBeenCalled()
})
