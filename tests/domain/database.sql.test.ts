import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { allMigrationNames, migrate } from '../../server/database/migrate.ts'
import { createTestDatabase, openTestDatabase } from '../support/database.ts'

const addBranch = (id: number) =>
  sql`insert into branch (id, name, open_time, close_time, whatsapp, shipping_estimate_minutes, is_shipping_scheduled)
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
    written = db.updateTable('branch').set({ shippingEstimateMinutes: 30 }).execute()
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
    shippingEstimateMinutes: 30,
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
  const rows = await db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
  expect(rows.map(({ record, recordType, recordId }) => [record, recordType, recordId])).toEqual(about)
  await expect(db.updateTable('auditEntry').set({ recordId: '1' }).execute()).rejects.toThrow(/never changed/)
  await expect(db.deleteFrom('auditEntry').execute()).rejects.toThrow(/never changed/)
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
  const people = await db.selectFrom('staff').select(['id', 'email', 'branchId']).orderBy('id').execute()
  expect(people.map(({ email, branchId }) => [email, branchId])).toEqual([
    ['ana@example.com', 2],
    ['rui@example.com', 2],
    ['bia@example.com', 2],
  ])
  const keys = db.selectFrom('passkey').select(['id', 'staffId', 'counter'])
  expect(await keys.execute()).toEqual([{ id: 'key', staffId: 2, counter: 7 }])
  await db.deleteFrom('staff').where('id', '=', 2).execute()
  expect(await keys.execute()).toEqual([])
})

/** A shop as version 1.0.0 has it: a branch, a customer, and products. */
async function fillShopOfBefore({ db }: Pick<Database, 'db'>, products: { priceCents: number; stock: number }[]) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into branch (id, name, open_time, close_time, whatsapp, shipping_estimate_minutes, shipping_later)
    values (1, 'Paulista', '07:00', '22:00', '', 60, 0)`)
  await run(`insert into category (id, name, slug, position) values (1, 'A', 'a', 1)`)
  await run(`insert into subcategory (id, category_id, name, slug, position) values (1, 1, 'A', 'a', 1)`)
  for (const [index, { priceCents, stock }] of products.entries()) {
    const id = index + 1
    await run(`insert into product (id, sku, slug, name, brand, manufacturer, active_ingredient, presentation, description,
        category_id, subcategory_id, kind, prescription_class, requires_prescription, is_medicine, is_pbm, promo_allowed,
        show_image, sellable_online, search_text)
      values (${id}, 'A${id}', 'a${id}', 'A', '', '', '', '', '', 1, 1, 'generico', 'MIP', 0, 1, 0, 1, 1, 1, '')`)
    await run(
      `insert into offer (branch_id, product_id, price_cents, stock) values (1, ${id}, ${priceCents}, ${stock})`,
    )
  }
  await run(`insert into customer (first_name, last_name, email, phone, password_hash, created_at)
    values ('Ana', 'Sá', 'ana@example.com', '', '', '')`)
}

test('a shop of 1.0.0 keeps its coupons, who used them and in which order, who waits for a product, and its stock', async () => {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, '115-any-role')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await fillShopOfBefore(database, [{ priceCents: 1000, stock: 7 }])
  for (const [code, uses] of [
    ['OUTRO', 0],
    ['UMA', 1],
  ])
    await run(`insert into coupon (code, title, discount_type, discount_value, once_per_customer, redemptions)
      values ('${code}', '', 'percent', 10, 1, ${uses})`)
  for (const [key, code] of [
    ['first', `'UMA'`],
    ['second', `'REMOVIDO'`],
    ['third', 'null'],
  ])
    await run(`insert into orders (customer_id, idempotency_key, status, branch_id, delivery_address, items_cents,
        discount_cents, coupon_code, coupon_discount_cents, delivery_charge_cents, total_cents, note, placed_at, payment_due_at)
      values (1, '${key}', 'paid', 1, '{}', 1000, 0, ${code}, 0, 0, 1000, '', '', '')`)
  await run(`insert into coupon_redemption (coupon_code, customer_id, order_id) values ('UMA', 1, 1)`)
  const requestedAt = new Date('2026-01-01T03:00:00.000Z')
  await run(`insert into stock_notice values (1, 1, 'ana@example.com', '${requestedAt.toISOString()}')`)
  await migrate(database)
  expect(await db.selectFrom('stockNotice').selectAll().execute()).toEqual([
    { productId: 1, branchId: 1, email: 'ana@example.com', kind: 'stock', priceCents: null, requestedAt },
  ])
  const coupons = await db.selectFrom('coupon').select(['id', 'code', 'redemptions']).orderBy('code').execute()
  expect(coupons).toMatchObject([{ code: 'OUTRO' }, { code: 'UMA', redemptions: 1 }])
  const orders = await db.selectFrom('orders').select(['couponCode', 'couponId']).orderBy('id').execute()
  expect(orders.map(({ couponId }) => couponId)).toEqual([coupons[1]?.id, null, null])
  expect(await db.selectFrom('couponRedemption').selectAll().execute()).toEqual([
    { couponCode: 'UMA', customerId: 1, orderId: 1 },
  ])
  await db.updateTable('branch').set({ safetyStock: 7 }).execute()
  const offer = db.selectFrom('offer').select(['stock', 'oversold', 'safetyStock', 'isOutOfStock'])
  expect(await offer.executeTakeFirst()).toEqual({ stock: 7, oversold: 0, safetyStock: 7, isOutOfStock: true })
  await db.updateTable('product').set({ safetyStock: 6 }).execute()
  expect(await offer.executeTakeFirst()).toMatchObject({ safetyStock: 6, isOutOfStock: false })
})

test('an order of before knows each line’s share of its coupon, what came back, and a fee that went back', async () => {
  const { location, drop } = await createTestDatabase()
  const database = openDatabase(location)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const { db } = database
  await migrate(database, '115-any-role')
  const products = [1850, 990, 1000].map((priceCents) => ({ priceCents, stock: 9 }))
  await fillShopOfBefore(database, products)
  await sql`update product set promo_allowed = case when id = 2 then 0 else 1 end`.execute(db)
  // The first with what may not be promoted, the second with something in place of another, the third moved to pick-up.
  for (const [id, items, coupon, fee, removed, type] of [
    [1, 5690, 471, 0, 0, 'delivery'],
    [2, 3700, 370, 0, 765, 'delivery'],
    [3, 1850, 0, 790, 790, 'pickup'],
  ] as const)
    await sql`insert into orders (id, customer_id, idempotency_key, status, branch_id, delivery_address, items_cents,
      discount_cents, coupon_discount_cents, delivery_charge_cents, total_cents, removed_cents, order_type, note, placed_at,
      payment_due_at, paid_at)
      values (${id}, 1, ${randomUUID()}, 'delivered', 1, '{}', ${items}, 0, ${coupon}, ${fee}, ${items - coupon + fee}, ${removed},
      ${type}, '', '', '', '')`.execute(db)
  for (const [order, product, quantity, price, removed] of [
    [1, 1, 2, 1850, 0],
    [1, 2, 1, 990, 0],
    [1, 3, 1, 1000, 0],
    [2, 1, 2, 1850, 1],
    [2, 3, 1, 1000, 0],
    [3, 1, 1, 1850, 0],
  ])
    await sql`insert into order_line (order_id, product_id, name, quantity, full_price_cents, price_cents, requires_prescription,
      removed_units) values (${order}, ${product}, '', ${quantity}, ${price}, ${price}, 0, ${removed})`.execute(db)
  await sql`insert into order_proposal (order_id, product_id, units, offer, state, answer_until)
    values (2, 1, 1, '{"way":"product","productId":3,"name":"","priceCents":1000}', 'accepted', '')`.execute(db)
  for (const decision of ['grant', 'refuse']) {
    await sql`insert into order_problem (order_id, customer_id, branch_id, kind, message, state, created_at, due_at)
      values (1, 1, 1, 'damaged', '', 'closed', '', '')`.execute(db)
    const { id } = await db.selectFrom('orderProblem').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await sql`insert into order_problem_item (problem_id, product_id, units) values (${id}, 1, 1)`.execute(db)
    await sql`insert into order_event (order_id, kind, at, actor_kind, data)
      values (1, 'answerProblem', '', 'staff', ${JSON.stringify({ problemId: id, cents: 1665, decision })})`.execute(db)
  }
  await migrate(database)
  const lines = await db.selectFrom('orderLine').selectAll().orderBy('orderId').orderBy('productId').execute()
  expect(lines.map((line) => [line.orderId, line.productId, line.couponCents, line.returnedUnits])).toEqual([
    [1, 1, 370, 1],
    [1, 2, 0, 0],
    [1, 3, 101, 0],
    [2, 1, 370, 0],
    [2, 3, 100, 0],
    [3, 1, 0, 0],
  ])
  const fees = await db.selectFrom('orders').select(['id', 'deliveryRefundedCents']).orderBy('id').execute()
  expect(fees.map(({ deliveryRefundedCents }) => deliveryRefundedCents)).toEqual([0, 0, 790])
})
