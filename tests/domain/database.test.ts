import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/connection.ts'
import { allMigrationNames, migrate } from '../../server/database/migrate.ts'
import { createTestDatabase, openTestDatabase } from '../support/database.ts'

const addBranch = (id: number) =>
  sql`insert into branch (id, name, open_time, close_time, whatsapp, shipping_estimate_minutes, shipping_later)
    values (${id}, 'Centro', '08:00', '20:00', '5511999990000', 60, 0)`

test('a write waits for another process’s transaction, and what only reads goes on meanwhile', async () => {
  const { location, db } = await openTestDatabase()
  await addBranch(1).execute(db)
  const importing = openDatabase(location)
  onTestFinished(() => importing.close())
  const nameOf = async () => (await db.selectFrom('branch').select('name').executeTakeFirst())?.name

  let isWritten = false
  let written: Promise<unknown> | undefined
  await importing.transact(async (tx) => {
    await tx.updateTable('branch').set({ name: 'Consolação' }).execute()
    written = db.updateTable('branch').set({ shipping_estimate_minutes: 30 }).execute()
    written.then(() => {
      isWritten = true
    })
    expect(await nameOf()).toBe('Centro')
    expect(await nameOf()).toBe('Centro')
    expect(isWritten).toBe(false)
  })
  await written
  expect(await db.selectFrom('branch').selectAll().executeTakeFirst()).toMatchObject({
    name: 'Consolação',
    shipping_estimate_minutes: 30,
  })
})

test('a table that a newer server changes under a running one is read and written as it is now', async () => {
  const { location, db, transact } = await openTestDatabase()
  await addBranch(1).execute(db)
  const branches = () => db.selectFrom('branch').selectAll().execute()
  const inTransaction = () => transact((tx) => tx.selectFrom('branch').selectAll().execute())
  const newer = openDatabase(location)
  onTestFinished(() => newer.close())

  for (const [column, read] of [
    ['parking', branches],
    ['lift', inTransaction],
  ] as const) {
    expect(await read()).toHaveLength(1)
    await sql`alter table branch add column ${sql.ref(column)} integer default 7`.execute(newer.db)
    expect(await read()).toMatchObject([{ id: 1, [column]: 7 }])
  }
})

test('PostgreSQL gets no more connections than the address allows; a file takes none', async () => {
  const { location, engine } = await openTestDatabase()
  const limited = engine === 'sqlite' ? location : `${location.replace(/connection_limit=\d+/, '')}&connection_limit=2`
  const database = openDatabase(limited)
  onTestFinished(() => database.close())
  await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(database.db)))
  expect(database.countConnections()?.openCount ?? null).toBe(engine === 'sqlite' ? null : 2)
})

test('servers that start at once on an empty database migrate it once, and hold no lock afterwards', async () => {
  const { location, drop } = await createTestDatabase()
  const servers = [1, 2, 3].map(() => openDatabase(location))
  onTestFinished(async () => {
    await Promise.all(servers.map(({ close }) => close()))
    await drop()
  })
  const runs = await Promise.all(servers.map((server) => migrate(server)))
  expect(runs.flat()).toEqual(allMigrationNames)
  const [{ engine, db }] = servers as [ReturnType<typeof openDatabase>]
  if (engine === 'sqlite') return
  const held = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`
  expect((await held.execute(db)).rows).toEqual([])
})

test('the audit trail’s lines of before are found by what they are about, and stay unchangeable', async () => {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, '104-order-problems')
  await sql`insert into staff (email, name, role, created_at) values ('ana@example.com', 'Ana', 'clerk', '')`.execute(
    db,
  )
  for (const name of ['ERP 12', 'Site', 'Site'])
    await sql`insert into api_key (name, token_hash, scopes, created_at)
      values (${name}, ${randomUUID()}, 'stock', '')`.execute(db)
  const about: [record: string, type: string, id: string | null][] = [
    ['order 12', 'order', '12'],
    ['product FD0060', 'product', 'FD0060'],
    ['import catalogue', 'import', 'catalogue'],
    ['staff ana@example.com', 'staff', '1'],
    ['staff ninguem@example.com', 'staff', null],
    ['key ERP 12', 'key', '1'],
    ['key Site', 'key', null],
    ['all branches', 'branch', null],
    ['access log', 'access log', null],
  ]
  for (const [record] of about)
    await sql`insert into audit_entry (at, name, role, act, record, network)
      values ('', 'Ana', 'clerk', 'test', ${record}, '')`.execute(db)
  await migrate(database)
  const rows = await db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  expect(rows.map(({ record, record_type, record_id }) => [record, record_type, record_id])).toEqual(about)
  await expect(db.updateTable('audit_entry').set({ record_id: '1' }).execute()).rejects.toThrow(/never changed/)
  await expect(db.deleteFrom('audit_entry').execute()).rejects.toThrow(/never changed/)
})

test('a role is the program’s word, and the staff’s passkeys outlive the check of roles of before', async () => {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, '114-icons-and-details')
  const addStaff = (email: string, role: string) =>
    sql`insert into staff (email, name, role, branch_id, created_at) values (${email}, 'Ana', ${role}, 2, '')`.execute(
      db,
    )
  await addStaff('ana@example.com', 'clerk')
  await addStaff('rui@example.com', 'owner')
  await expect(addStaff('bia@example.com', 'courier')).rejects.toThrow(/check/i)
  await sql`insert into passkey (id, staff_id, name, public_key, counter, created_at)
    values ('key', 2, 'Celular', '', 7, '')`.execute(db)
  await migrate(database)
  await addStaff('bia@example.com', 'courier')
  await expect(addStaff('eva@example.com', 'pharmacist')).rejects.toThrow(/staff_pharmacist_has_crf/)
  await expect(addStaff('ana@example.com', 'clerk')).rejects.toThrow(/unique/i)
  const people = await db.selectFrom('staff').select(['id', 'email', 'branch_id']).orderBy('id').execute()
  expect(people.map(({ email, branch_id }) => [email, branch_id])).toEqual([
    ['ana@example.com', 2],
    ['rui@example.com', 2],
    ['bia@example.com', 2],
  ])
  const keys = db.selectFrom('passkey').select(['id', 'staff_id', 'counter'])
  expect(await keys.execute()).toEqual([{ id: 'key', staff_id: 2, counter: 7 }])
  await db.deleteFrom('staff').where('id', '=', 2).execute()
  expect(await keys.execute()).toEqual([])
})
