import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/database/connection.ts'
import { ownServer } from '../support/file-server.ts'
import { createStaff } from '../support/staff.ts'
import { toWhatsappCall, toWhatsappEnv } from '../support/whatsapp-api.ts'

const server = ownServer({ env: toWhatsappEnv('http://127.0.0.1:9') })
const phone = '11987654321'
const stop = { messages: [{ from: `55${phone}`, type: 'text', text: { body: 'PARE' } }] }

async function onDatabase<Value>(run: (db: Database['db']) => Promise<Value>): Promise<Value> {
  const database = openDatabase(join(server.dataDir, 'balcao.db'))
  try {
    return await run(database.db)
  } finally {
    await database.close()
  }
}

const isToldByWhatsapp = () =>
  onDatabase(async (db) => (await db.selectFrom('whatsappContact').selectAll().execute()).length === 1)

/** A call as it came over the network. */
async function receive({ body, signature }: { body: Buffer; signature: string | null }): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== null && { 'x-hub-signature-256': signature }),
  }
  const { status } = await fetch(`${server.url}/webhooks/whatsapp`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  return status
}

beforeEach(() =>
  onDatabase(async (db) => {
    await db.deleteFrom('whatsappContact').execute()
    const { id: customerId } = await db.selectFrom('customer').select('id').orderBy('id').executeTakeFirstOrThrow()
    await db.insertInto('whatsappContact').values({ customerId, phone, optedInAt: new Date() }).execute()
  }),
)

test('Meta registers the address with the token that the owner reads in the back office, and with no other', async () => {
  const owner = await createStaff(server.url, 'owner')
  const { html } = await owner.get('/balcao/sistemas')
  const token = /Token de verificação.*?([0-9a-f]{32})/s.exec(html)?.[1] ?? ''
  const subscribe = async (fields: Record<string, string>) => {
    const response = await fetch(`${server.url}/webhooks/whatsapp?${new URLSearchParams(fields)}`)
    return [response.status, response.headers.get('content-type'), await response.text()]
  }
  const request = { 'hub.mode': 'subscribe', 'hub.challenge': '<b>1158201444</b>', 'hub.verify_token': token }
  expect(await subscribe(request)).toEqual([200, 'text/plain; charset=utf-8', '<b>1158201444</b>'])
  for (const other of ['', 'x', token.slice(1), `${token}0`])
    expect((await subscribe({ ...request, 'hub.verify_token': other }))[0]).toBe(403)
  expect((await subscribe({ ...request, 'hub.mode': 'unsubscribe' }))[0]).toBe(403)
})

test('a call with Meta’s signature counts', async () => {
  expect(await receive(toWhatsappCall(stop))).toBe(200)
  expect(await isToldByWhatsapp()).toBe(false)
})

test('a call whose signature is absent, of another secret or of another body changes nothing', async () => {
  const call = toWhatsappCall(stop)
  const { body } = toWhatsappCall({ ...stop, contacts: [] })
  for (const forged of [
    { ...call, signature: null },
    { ...call, signature: '' },
    { ...call, signature: call.signature.replace('sha256=', '') },
    { ...call, signature: call.signature.toUpperCase() },
    toWhatsappCall(stop, 'another secret'),
    { ...call, body },
    { ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) },
  ])
    expect(await receive(forged)).toBe(401)
  expect(await isToldByWhatsapp()).toBe(true)
})

test('a call for another number of the same app is taken, and changes nothing', async () => {
  for (const metadata of [{ phone_number_id: '4712' }, undefined])
    expect(await receive(toWhatsappCall({ ...stop, metadata }))).toBe(200)
  expect(await isToldByWhatsapp()).toBe(true)
})

test('a call that is too large, or cannot be read, is refused', async () => {
  expect(await receive(toWhatsappCall({ ...stop, padding: 'x'.repeat(1_100_000) }))).toBe(413)
  const { signature } = toWhatsappCall({})
  expect(await receive({ body: Buffer.alloc(0), signature })).toBe(401)
  const odd = toWhatsappCall(stop)
  expect(await receive({ ...toWhatsappCall({ statuses: 7 }) })).toBe(400)
  expect([await receive(odd), await isToldByWhatsapp()]).toEqual([200, false])
})
