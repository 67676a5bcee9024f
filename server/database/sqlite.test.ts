import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSqliteDialect } from './sqlite.ts'

interface Tables {
  box: { id: number; shelf: number; place: number }
  label: { box: number; text: string }
}

test('a statement is planned once, whatever is bound to it', async () => {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') })
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

test('a database’s files, and the folder made for them, are for their owner alone, also those an older version made', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'balcao-sqlite-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'data')
  const modesIn = () =>
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
  const all = ['', '-shm', '-wal'].map((end) => [`balcao.db${end}`, '600'])

  const open = async () => {
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(join(folder, 'balcao.db')) })
    onTestFinished(() => db.destroy())
    await sql`create table if not exists box (id integer primary key)`.execute(db)
  }
  await open()
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
  expect(modesIn()).toEqual(all)
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  await open()
  expect(modesIn()).toEqual(all)
})
