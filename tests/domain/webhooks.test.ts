import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Bound, bindContext } from '../../server/context.ts'
import { advanceOrder } from '../../server/orders/order-commands.ts'
import { createEncryption, type Encryption } from '../../server/platform/encryption.ts'
import { isPublicIpAddress, parseNetworkMatcher } from '../../server/platform/networks.ts'
import { createWebhookPoster } from '../../server/webhooks/post-webhook-message.ts'
import { buildSignatureHeaders } from '../../server/webhooks/signature.ts'
import * as webhookVerbs from '../../server/webhooks/webhooks.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { contextOn, testKey } from '../support/context.ts'
import { openTestDatabase } from '../support/database.ts'
import { openReceiver } from '../support/receiver.ts'
import { stoppedClock } from '../support/shop.ts'
import { actorOf, approvePrescription, byOperator } from '../support/staff.ts'

type PosterOptions = Parameters<typeof createWebhookPoster>[1]
type OutboxOptions = PosterOptions & {
  isAllowedAddress?: (address: string) => boolean
  isSandbox?: boolean
  encryption?: Encryption
}

/** Webhooks on an empty database, told of changes by the test itself; this machine may be reached. */
async function openOutbox(options: OutboxOptions = {}) {
  const database = await openTestDatabase()
  const clock = stoppedClock('2026-03-10T10:00:00-03:00')
  const warnings: object[] = []
  const openContext = (more: OutboxOptions = {}) => {
    const {
      isAllowedAddress = parseNetworkMatcher(['127.0.0.0/8']) ?? (() => false),
      isSandbox = true,
      encryption = createEncryption([testKey]),
      ...poster
    } = { ...options, ...more }
    const parts = {
      clock,
      encryption,
      log: { info() {}, warn: (details: object) => void warnings.push(details) },
      settings: { isSandbox, isAllowedWebhookAddress: isAllowedAddress },
    }
    const { settings } = contextOn(database, parts)
    return contextOn(database, {
      ...parts,
      substitutes: [[createWebhookPoster, createWebhookPoster(settings, poster)]],
    })
  }
  const open = (more?: OutboxOptions) => bindContext(openContext(more), webhookVerbs)
  const ctx = openContext()
  const webhooks = bindContext(ctx, webhookVerbs)
  const tell = (orderId: number, branchId = 1) =>
    ctx.transact((ctx) =>
      webhookVerbs.enqueueStatusChange(ctx, async () => ({
        orderId,
        status: 'paid',
        branchId,
        reachedAt: clock.now(),
      })),
    )
  const register = (url: string, branchId: number | null = null) => webhooks.addWebhook({ url, branchId })
  const newest = async () => (await webhooks.listDeliveries())[0]
  return { ctx, database, clock, warnings, open, webhooks, tell, register, newest }
}

type Webhooks = Bound<typeof webhookVerbs>

async function sendAll(...servers: Pick<Webhooks, 'sendDueMessages' | 'waitUntilIdle'>[]) {
  await Promise.all(servers.map(({ sendDueMessages }) => sendDueMessages()))
  await Promise.all(servers.map(({ waitUntilIdle }) => waitUntilIdle()))
}

/** What a library of the receiver's does with a message. */
function isGenuine(secret: string, { headers, body }: { headers: Record<string, string>; body: string }): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('a message is signed as the libraries of Standard Webhooks sign theirs', () => {
  // From the tests that these libraries share.
  const headers = buildSignatureHeaders({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the store’s system is told of each status of an order, signed, in numbers and times alone', async () => {
  const shop = await openCheckout()
  const erp = await openReceiver()
  const { secret } = await shop.webhooks.addWebhook({ url: erp.url, branchId: null })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const kept = await shop.database.db.selectFrom('webhook').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(secret.slice(6))
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId, note: 'Portão azul' })
  await shop.pay(id)
  await sendAll(shop.webhooks)
  const at = shop.clock.now().toISOString()
  const told = (status: string) => ({
    type: 'order.status_changed',
    timestamp: at,
    data: { orderId: id, status, branchId: 1, reachedAt: at },
  })
  expect(erp.heard.map(({ body }) => JSON.parse(body))).toEqual([
    told('pending_payment'),
    told('paid'),
    told('prescription_review'),
  ])
  for (const message of erp.heard) expect(isGenuine(secret, message)).toBe(true)
  expect(erp.heard[0]).toMatchObject({ path: '/avisos', headers: { 'content-type': 'application/json' } })
  const ids = erp.heard.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(3)
  for (const messageId of ids) expect(messageId).toMatch(/^msg_[a-z0-9]{32}$/)
  expect(await shop.webhooks.listWebhooks()).toMatchObject([{ url: erp.url, unsentCount: 0, failingCount: 0 }])
})

test('the payment is told once: after a review a message of its own says that the order may be picked', async () => {
  const shop = await openCheckout()
  const erp = await openReceiver()
  await shop.webhooks.addWebhook({ url: erp.url, branchId: null })
  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const { id } = await shop.place([line(azitromicina)], { prescriptionId })
  await shop.pay(id)
  await approvePrescription(shop, await actorOf(shop, 'pharmacist'), prescriptionId)
  await sendAll(shop.webhooks)
  const messages = erp.heard.map(({ body }) => JSON.parse(body))
  const toldStatuses = messages.flatMap(({ data }) => data.status ?? [])
  expect(toldStatuses).toEqual(['pending_payment', 'paid', 'prescription_review'])
  const at = shop.clock.now().toISOString()
  expect(messages.at(-1)).toEqual({
    ...{ type: 'order.review_ended', timestamp: at },
    data: { orderId: id, branchId: 1, reachedAt: at },
  })
  expect((await shop.webhooks.listDeliveries())[0]).toMatchObject({
    orderId: id,
    event: 'order.review_ended',
    status: null,
  })
})

test('a status change that is rolled back tells nobody', async () => {
  const shop = await openCheckout()
  const erp = await openReceiver()
  const { id } = await shop.place([line(novalgina)])
  await shop.pay(id)
  await shop.webhooks.addWebhook({ url: erp.url, branchId: null })
  const failing = shop.ctx.transact(async (ctx) => {
    await advanceOrder(ctx, id, 'pick', byOperator)
    throw new Error('the courier’s tablet fell into the river')
  })
  await expect(failing).rejects.toThrow('the river')
  await sendAll(shop.webhooks)
  expect([erp.heard, await shop.webhooks.listDeliveries()]).toEqual([[], []])
})

test('a shop without webhooks asks one index at a change, and writes nothing', async () => {
  const { ctx, webhooks, tell, register } = await openOutbox()
  const { id } = await register('https://erp.example/')
  await webhooks.removeWebhook(id)
  const asked: string[] = []
  await ctx.transact(async (ctx) => {
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await webhookVerbs.enqueueStatusChange({ ...ctx, db }, () => Promise.reject(new Error('nobody wants to know')))
  })
  expect(asked).toEqual(['SelectQueryNode'])
  await tell(12)
  expect(await webhooks.listDeliveries()).toEqual([])
})

test('a webhook of one branch hears of its orders alone, one of all branches of all, under the same id', async () => {
  const { webhooks, tell, register } = await openOutbox()
  const [moema, all] = [await openReceiver(), await openReceiver()]
  await register(moema.url, 2)
  await register(all.url)
  await tell(1, 1)
  await tell(2, 2)
  await sendAll(webhooks)
  const ordersOf = ({ heard }: typeof all) => heard.map(({ body }) => JSON.parse(body).data.orderId)
  expect([ordersOf(moema), ordersOf(all)]).toEqual([[2], [1, 2]])
  expect(moema.heard[0]?.headers['webhook-id']).toBe(all.heard[1]?.headers['webhook-id'])
})

test('servers that send at the same time send each message once', async () => {
  const { webhooks, open, tell, register } = await openOutbox()
  const erp = await openReceiver()
  await register(erp.url)
  for (let order = 1; order <= 6; order += 1) await tell(order)
  await sendAll(webhooks, open(), open())
  const orders = erp.heard.map(({ body }) => JSON.parse(body).data.orderId)
  expect(orders.sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('a message that is being sent is left alone by the others, and goes to the next after a crash', async () => {
  const { webhooks, open, tell, register, clock, database } = await openOutbox()
  const other = open()
  const erp = await openReceiver(async (response) => {
    await sendAll(other)
    response.writeHead(200).end()
  })
  await register(erp.url)
  await tell(12)
  await sendAll(webhooks)
  expect(erp.heard).toHaveLength(1)
  erp.answer = (response) => response.writeHead(200).end()
  // As a server that crashed after its claim leaves it.
  const claimed = { dueAt: new Date(clock.now().getTime() + 60_000), sentAt: null }
  await database.db.updateTable('outbox').set(claimed).execute()
  clock.pass(59 / 60)
  await sendAll(other)
  expect(erp.heard).toHaveLength(1)
  clock.pass(1 / 60)
  await sendAll(other)
  expect(new Set(erp.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(erp.heard).toHaveLength(2)
})

test('a receiver that fails is asked again after growing pauses, then given up; sent again, the message has its id', async () => {
  const { webhooks, tell, register, clock, newest, warnings } = await openOutbox()
  const erp = await openReceiver((response) => response.writeHead(500).end())
  const { secret } = await register(erp.url)
  await tell(12)
  const pauses: number[] = []
  await sendAll(webhooks)
  for (let due = (await newest())?.dueAt; due; due = (await newest())?.dueAt) {
    const seconds = (due.getTime() - clock.now().getTime()) / 1000
    pauses.push(seconds)
    clock.pass((seconds - 1) / 60)
    await sendAll(webhooks)
    expect(erp.heard).toHaveLength(pauses.length)
    clock.pass(1 / 60)
    await sendAll(webhooks)
  }
  const hour = 3600
  expect(pauses).toEqual([5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour])
  expect(await newest()).toMatchObject({ state: 'given_up', attemptCount: 10, lastStatus: 500 })
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain('127.0.0.1')

  erp.answer = (response) => response.writeHead(200).end()
  await webhooks.resendMessage((await newest())?.id ?? 0)
  expect(await newest()).toMatchObject({ state: 'waiting', attemptCount: 0, lastAttemptAt: null, lastStatus: null })
  await sendAll(webhooks)
  const lastAttemptAt = clock.now()
  expect(await newest()).toMatchObject({ state: 'delivered', attemptCount: 1, lastAttemptAt, lastStatus: 200 })
  expect(erp.heard).toHaveLength(11)
  expect(new Set(erp.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const times = erp.heard.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times[10]).toBe(clock.now().getTime() / 1000)
  for (const message of erp.heard) expect(isGenuine(secret, message)).toBe(true)
})

test('a receiver that says “gone” is not asked again', async () => {
  const { webhooks, tell, register, newest } = await openOutbox()
  const erp = await openReceiver((response) => response.writeHead(410).end())
  await register(erp.url)
  await tell(12)
  await sendAll(webhooks)
  expect(await newest()).toMatchObject({ state: 'given_up', attemptCount: 1, lastStatus: 410, dueAt: null })
})

test('a receiver that takes its time keeps no other waiting, and one that never answers is left', async () => {
  const { webhooks, open, tell, register } = await openOutbox()
  let finish = () => {}
  const slow = await openReceiver((response) => {
    finish = () => response.writeHead(204).end()
  })
  const quick = await openReceiver()
  await register(slow.url)
  await register(quick.url)
  await tell(1)
  await webhooks.sendDueMessages()
  await expect.poll(() => [slow.heard.length, quick.heard.length]).toEqual([1, 1])
  await tell(2)
  const heardByQuick = () => webhooks.sendDueMessages().then(() => quick.heard.length)
  await expect.poll(heardByQuick).toBe(2)
  expect(slow.heard).toHaveLength(1)
  finish()
  await expect.poll(() => slow.heard.length).toBe(2)
  finish()
  await webhooks.waitUntilIdle()
  expect(await webhooks.listWebhooks()).toMatchObject([{ unsentCount: 0 }, { unsentCount: 0 }])

  const impatient = open({ timeoutMs: 200 })
  await tell(3)
  await sendAll(impatient)
  const found = await webhooks.listDeliveries()
  expect(found.filter(({ orderId }) => orderId === 3).map(({ state, lastError }) => [state, lastError])).toEqual([
    ['delivered', null],
    ['waiting', 'timeout'],
  ])
  expect(await webhooks.listWebhooks()).toMatchObject([{ unsentCount: 1, failingCount: 1 }, { unsentCount: 0 }])
})

test('an address is https on the internet, without a password, and registered once for a branch', async () => {
  const { webhooks, open, register } = await openOutbox({
    isAllowedAddress: isPublicIpAddress,
    isSandbox: false,
  })
  const refusal = (url: string) => webhooks.addWebhook({ url, branchId: null }).then(String, (error) => error.code)
  for (const url of [
    ...['', 'erp', 'ftp://erp.example/', 'http://erp.example/', 'http://127.0.0.1:8080/', 'javascript:alert(1)'],
    ...[
      'https://user@erp.example/',
      'https://user:secret@erp.example/',
      'https://:secret@erp.example/',
      `https://erp.example/${'a'.repeat(500)}`,
    ],
  ])
    expect(await refusal(url), url).toBe('webhook.url')
  for (const host of [
    ...[
      '127.0.0.1',
      'localhost',
      'localhost.',
      'LOCALHOST.',
      'shop.localhost',
      '127.0.0.1.',
      '2130706433',
      '0x7f.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
    ],
    ...['2130706433', '0x7f.1', '224.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]', '[fe80::1]', '[ff02::1]'],
  ])
    expect(await refusal(`https://${host}/`), host).toBe('webhook.network')
  await register('https://erp.example/avisos#parte')
  await expect(register('https://ERP.example/avisos')).rejects.toMatchObject({ code: 'webhook.known' })
  await register('https://erp.example/avisos', 2)
  expect((await webhooks.listWebhooks()).map(({ url, branchId }) => [url, branchId])).toEqual([
    ['https://erp.example/avisos', null],
    ['https://erp.example/avisos', 2],
  ])
  // One that was removed may come back.
  const [{ id = 0 } = {}] = await webhooks.listWebhooks()
  await webhooks.removeWebhook(id)
  await register('https://erp.example/avisos')
  const allowed = open({ isAllowedAddress: (address) => address === '10.0.0.1' })
  await allowed.addWebhook({ url: 'https://10.0.0.1/', branchId: null })
  const longest = (length: number) => refusal(`https://erp.example/${'a'.repeat(length - 20)}`)
  expect([await longest(500), await longest(501)]).toEqual([expect.not.stringContaining('webhook.'), 'webhook.url'])
})

test('a name that stands for a private address is not called, whatever else it stands for', async () => {
  const addresses: Record<string, string[]> = {
    'this-machine.example': ['127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'both.example': ['93.184.215.14', '10.0.0.1'],
    'nobody.example': [],
  }
  const resolveHostname = async (name: string) =>
    (addresses[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const { webhooks, tell, register, database } = await openOutbox({
    isAllowedAddress: isPublicIpAddress,
    resolveHostname,
  })
  const erp = await openReceiver()
  for (const name of Object.keys(addresses)) await register(`https://${name}:${erp.port}/`)
  // Registered while its network was still allowed.
  await register('https://erp.example/')
  const literal = { url: `http://127.0.0.1:${erp.port}/` }
  await database.db.updateTable('webhook').set(literal).where('url', '=', 'https://erp.example/').execute()
  addresses['127.0.0.1'] = ['127.0.0.1']
  await tell(12)
  await sendAll(webhooks)
  const found = await webhooks.listDeliveries()
  expect(found.map(({ state, lastStatus, lastError }) => [state, lastStatus, lastError])).toEqual(
    Array(6).fill(['waiting', null, 'address']),
  )
  expect(erp.heard).toEqual([])
})

test('what was judged is what is called: a name that changes its address in between gains nothing', async () => {
  const asked: string[] = []
  const resolveHostname = async (name: string) => {
    asked.push(name)
    // A second question would be answered by the address of a machine that must not be reached.
    return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  }
  const { webhooks, tell, register, database, newest } = await openOutbox({ resolveHostname })
  const erp = await openReceiver()
  await register('https://erp.example/')
  await database.db
    .updateTable('webhook')
    .set({ url: `http://erp.example:${erp.port}/avisos` })
    .execute()
  await tell(12)
  await sendAll(webhooks)
  expect([asked, await newest()]).toMatchObject([['erp.example'], { state: 'delivered' }])
  expect(erp.heard).toMatchObject([{ headers: { host: `erp.example:${erp.port}` } }])
})

test('a redirect is a failure, and nothing follows it; a long answer is not read to its end', async () => {
  const { webhooks, tell, register, newest, clock } = await openOutbox()
  const elsewhere = await openReceiver()
  const erp = await openReceiver((response) => response.writeHead(307, { Location: elsewhere.url }).end())
  await register(erp.url)
  await tell(12)
  await sendAll(webhooks)
  expect(await newest()).toMatchObject({ state: 'waiting', lastStatus: 307 })
  expect(elsewhere.heard).toEqual([])

  let written = 0
  erp.answer = (response) => {
    response.writeHead(200)
    const fill = () => {
      while (!response.destroyed && response.write('a'.repeat(100_000))) written += 1
    }
    response.on('drain', fill)
    fill()
  }
  clock.pass(1)
  await sendAll(webhooks)
  expect(await newest()).toMatchObject({ state: 'delivered', lastStatus: 200 })
  expect(written).toBeLessThan(100)
})

test('a removed webhook hears nothing more, and its secret is gone; the log remembers', async () => {
  const { webhooks, tell, register, newest, database } = await openOutbox()
  const erp = await openReceiver((response) => response.writeHead(503).end())
  const { id } = await register(erp.url)
  await tell(1)
  await sendAll(webhooks)
  await webhooks.removeWebhook(id)
  await expect(webhooks.removeWebhook(id)).rejects.toMatchObject({ code: 'webhook.unknown' })
  await tell(2)
  const message = await newest()
  expect(message).toMatchObject({ orderId: 1, state: 'given_up', url: erp.url, lastStatus: 503 })
  await expect(webhooks.resendMessage(message?.id ?? 0)).rejects.toMatchObject({
    code: 'webhook.messageUnknown',
  })
  await sendAll(webhooks)
  expect([erp.heard.length, await webhooks.listWebhooks()]).toEqual([1, []])
  const { secretEncrypted } = await database.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
  expect(secretEncrypted).toBe('')
})

test('a webhook removed while its message is on the way stays without one', async () => {
  const { webhooks, tell, register, newest } = await openOutbox()
  const erp = await openReceiver(async (response) => {
    await webhooks.removeWebhook(id)
    response.writeHead(500).end()
  })
  const { id } = await register(erp.url)
  await tell(12)
  await sendAll(webhooks)
  expect(await newest()).toMatchObject({ state: 'given_up', dueAt: null })
})

test('without the key of its secret a message waits, for the operator to bring the key back', async () => {
  const { webhooks, open, tell, register, newest, clock } = await openOutbox()
  const erp = await openReceiver()
  await register(erp.url)
  await tell(12)
  const keyless = open({ encryption: createEncryption(['another-key-that-the-tests-know']) })
  await sendAll(keyless)
  expect(await newest()).toMatchObject({ state: 'waiting', lastError: 'secret' })
  clock.pass(1)
  await sendAll(webhooks)
  expect([(await newest())?.state, erp.heard.length]).toEqual(['delivered', 1])
})

test('the log keeps thirty days, and what still waits', async () => {
  const { webhooks, tell, register, clock } = await openOutbox()
  const erp = await openReceiver()
  await register(erp.url)
  await tell(1)
  await sendAll(webhooks)
  await tell(2)
  clock.pass(30 * 24 * 60)
  await webhooks.eraseOldMessages()
  expect(await webhooks.listDeliveries()).toHaveLength(2)
  clock.pass(1)
  await webhooks.eraseOldMessages()
  expect((await webhooks.listDeliveries()).map(({ orderId }) => orderId)).toEqual([2])
})

test('what the owner does with webhooks leaves its line, without the address’s path; refused, it leaves none', async () => {
  const shop = await openCheckout()
  const owner = await actorOf(shop, 'owner')
  const { webhooks } = shop.backoffice
  const erp = await openReceiver()
  const url = `${erp.url}?senha=segredo`
  await expect(webhooks.addWebhook(owner, { url, branchId: 99 })).rejects.toMatchObject({ code: 'branch.unknown' })
  await expect(webhooks.addWebhook(owner, { url: 'erp', branchId: null })).rejects.toMatchObject({
    code: 'webhook.url',
  })
  const { id } = await webhooks.addWebhook(owner, { url, branchId: null })
  const order = await shop.place([line(novalgina)])
  const [message] = await webhooks.listDeliveries(owner)
  await webhooks.resendMessage(owner, message?.id ?? 0, message?.seenHash ?? '')
  await expect(webhooks.resendMessage(owner, 999, '')).rejects.toMatchObject({ code: 'webhook.messageUnknown' })
  await webhooks.removeWebhook(owner, id)
  await expect(webhooks.removeWebhook(owner, id)).rejects.toMatchObject({ code: 'webhook.unknown' })
  const lines = await shop.staff.audit.listEntries(owner, { target: { type: 'webhook', id } })
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
    ['webhooks.remove', null],
    ['webhooks.sendAgain', `order ${order.id}`],
    ['webhooks.add', `127.0.0.1:${erp.port}`],
  ])
  expect(await shop.staff.audit.listEntries(owner)).toHaveLength(4)
})
