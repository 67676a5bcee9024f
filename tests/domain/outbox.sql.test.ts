import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../../server/context.ts'
import type { Transaction } from '../../server/database/connection.ts'
import { openDatabase } from '../../server/database/connection.ts'
import { migrate } from '../../server/database/migrate.ts'
import {
  type Channel,
  enqueueItem,
  enqueueItems,
  type OutboxItem,
  type Outcome,
  sendDue,
} from '../../server/outbox/outbox.ts'
import { contextOn } from '../support/context.ts'
import { createTestDatabase, openTestDatabase } from '../support/database.ts'
import { stoppedClock } from '../support/shop.ts'

const sent: Outcome = { result: 'sent', keeps: 'nothing' }
const deferred: Outcome = { result: 'retry', afterSeconds: 60, isItemAtFault: true, endsRound: false }

/** An outbox whose channel takes everything, but what `answer` says otherwise of. */
async function openOutbox() {
  const database = await openTestDatabase()
  const clock = stoppedClock('2026-03-10T10:00:00-03:00')
  const ctx = contextOn(database, { clock })
  const received: string[] = []
  const room = {
    ctx,
    database,
    clock,
    received,
    answer: (_: OutboxItem): Outcome => sent,
    send: (on: Context = ctx) => sendDue(on, channel),
    write: (recipient: string, sequenceKey?: string) =>
      ctx.transact((ctx) => enqueueItem(ctx, { channel: 'email', recipient, payload: {}, sequenceKey })),
  }
  const channel: Channel = {
    name: 'email',
    claimSeconds: 600,
    nameOf: ({ id }) => `e-mail ${id}`,
    async send(_ctx, item) {
      const outcome = room.answer(item)
      if (outcome.result === 'sent') received.push(item.recipient)
      return outcome
    },
    recoverFromError: () => deferred,
  }
  return room
}

test('an item that fails for good holds back nothing: neither others, nor the next of its own order', async () => {
  const room = await openOutbox()
  room.answer = ({ recipient }) => (recipient.startsWith('bad') ? deferred : sent)
  await room.write('bad', 'order 1')
  await room.write('code', 'order 1')
  await room.write('other')
  await room.send()
  expect(room.received.sort()).toEqual(['code', 'other'])
})

test('what was tried in vain goes behind what was never tried, however much of it there is', async () => {
  const room = await openOutbox()
  const bad = Array.from({ length: 60 }, (_, index) => ({
    channel: 'email' as const,
    recipient: `bad ${index}`,
    payload: {},
  }))
  await room.ctx.transact((ctx) => enqueueItems(ctx, bad))
  const tried: string[] = []
  room.answer = ({ recipient }) => {
    tried.push(recipient)
    return recipient.startsWith('bad') ? deferred : sent
  }
  await room.send()
  room.clock.pass(2)
  await room.write('new')
  tried.length = 0
  await room.send()
  expect([tried[0], tried.length]).toEqual(['new', 61])
})

test('of one key a later item waits for the first attempt of the one before it, also on another server', async () => {
  const room = await openOutbox()
  await room.write('first', 'order 1')
  await room.write('second', 'order 1')
  const order: string[] = []
  let reachSecond: Promise<void> | undefined
  room.answer = ({ recipient }) => {
    if (recipient === 'first') reachSecond = room.send(contextOn(room.database, { clock: room.clock }))
    order.push(recipient)
    return sent
  }
  await room.send()
  await reachSecond
  expect(order).toEqual(['first', 'second'])
})

test('while the receiver is away all wait in their order, and one knocks in a round', async () => {
  const room = await openOutbox()
  for (const name of ['a', 'b', 'c']) await room.write(name)
  let tries = 0
  room.answer = () => {
    tries += 1
    return { result: 'retry', afterSeconds: 60, isItemAtFault: false, endsRound: true }
  }
  await room.send()
  expect(tries).toBe(1)
  room.answer = () => sent
  room.clock.pass(1)
  await room.send()
  expect(room.received.sort()).toEqual(['a', 'b', 'c'])
})

test('an outbox of 50,000 rows is worked off in batches, each read by an index', async () => {
  const room = await openOutbox()
  const rowCount = 50_000
  const at = room.clock.now().toISOString()
  const values = sql`'email', 'r' || n, '{}', ${at}, ${at}, case when n % 10 = 0 then 1 else 0 end`
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rowCount})
    insert into outbox (channel, recipient, payload_json, created_at, due_at, is_retried) select ${values} from numbers`.execute(
    room.database.db,
  )
  if (room.database.engine === 'postgres') await sql`analyze outbox`.execute(room.database.db)
  const sizes: number[] = []
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = room.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') {
        const compiled = room.ctx.db.getExecutor().compileQuery(node, { queryId: 'probe' } as never)
        if (statements.length < 2) statements.push(compiled)
      }
      return node
    },
    transformResult: async ({ result }) => {
      if (result.rows.length > 0) sizes.push(result.rows.length)
      return result
    },
  })
  const stopAfter = 300
  room.answer = () =>
    room.received.length < stopAfter
      ? sent
      : { result: 'retry', afterSeconds: 60, isItemAtFault: false, endsRound: true }
  await room.send({ ...room.ctx, db } as Context)
  expect(room.received).toHaveLength(stopAfter)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20)
  for (const statement of statements) expect(await explain(room.database, statement)).toContain('outbox_due')
})

async function explain(
  { engine, db }: Awaited<ReturnType<typeof openTestDatabase>>,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<string> {
  const prefix = engine === 'postgres' ? 'explain' : 'explain query plan'
  const literals = parameters.map((value) => (typeof value === 'number' ? String(value) : `'${String(value)}'`))
  let next = 0
  const filled =
    engine === 'postgres'
      ? text.replace(/\$(\d+)/g, (_, at) => literals[at - 1] ?? '')
      : text.replaceAll('?', () => literals[next++] ?? '')
  return JSON.stringify((await sql.raw(`${prefix} ${filled}`).execute(db)).rows)
}

test('the two former queues are one with all their rows, and what waited goes out', async () => {
  const place = await createTestDatabase()
  const database = openDatabase(place.location)
  try {
    await migrate(database, '136-cashback-percent')
    const at = '2026-03-10T13:00:00.000Z'
    for (const statement of [
      `insert into outbox_email (id, recipient, subject, text_body, html_body, created_at, attempts, due_at, sent_at, order_id, kind, event_id, message_id, is_deferred)
       values (7, 'ana@example.com', 'Pedido "7"', 'Olá', '<p>Olá</p>', '${at}', 2, '${at}', null, 12, 'orderReady', 3, null, 1),
              (9, 'bia@example.com', 'Pedido 8', '', '', '${at}', 1, '${at}', '${at}', 13, 'orderPaid', 4, '9.1', 0)`,
      `insert into webhook (id, url, secret_encrypted, created_at) values (3, 'https://erp.example/', 'x', '${at}')`,
      `insert into webhook_delivery (webhook_id, message_id, event, body, created_at, due_at, attempts, delivered_at, given_up_at, last_status)
       values (3, 'msg_1', 'order.late', '{"a":"é"}', '${at}', '${at}', 1, null, null, 500),
              (3, 'msg_2', 'order.late', '{}', '${at}', null, 10, null, '${at}', 500)`,
    ])
      await database.transact((tx: Transaction) => sql.raw(statement).execute(tx))
    await migrate(database)
    const rows = await database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
    const now = new Date(at)
    const nothing = { lastError: null, lastAttemptAt: null }
    expect(rows.map(({ payloadJson, ...row }) => ({ ...row, payload: JSON.parse(payloadJson) }))).toMatchObject([
      {
        ...{ id: 7, channel: 'email', recipient: 'ana@example.com', sequenceKey: 'email order 12', orderId: 12 },
        ...{ kind: 'orderReady', eventId: 3, dueAt: now, attempts: 2, isRetried: true, sentAt: null, ...nothing },
        payload: { subject: 'Pedido "7"', text: 'Olá', html: '<p>Olá</p>' },
      },
      { id: 9, dueAt: null, sentAt: now, messageId: '9.1', isRetried: false, payload: { subject: 'Pedido 8' } },
      {
        ...{ id: 10, channel: 'webhook', recipient: '3', dueAt: now, attempts: 1, isRetried: true, lastStatus: 500 },
        payload: { messageId: 'msg_1', event: 'order.late', body: '{"a":"é"}' },
      },
      { id: 11, channel: 'webhook', dueAt: null, givenUpAt: now, attempts: 10 },
    ])
  } finally {
    await database.close()
    await place.drop()
  }
})
