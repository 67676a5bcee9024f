import { expect, test } from 'vitest'
import { nameCall } from '../../server/staff/call-keys.ts'
import { novalgina, openCheckout } from '../support/checkout.ts'
import { it } from '../support/rule.ts'

const call = { callerName: 'staff 1', path: '/advanceOrder', key: 'till-1/7/2', input: { orderId: 1, step: 'pick' } }

/** A shop, and a call that counts how often it ran. */
async function openCounted() {
  const shop = await openCheckout()
  let runs = 0
  const run = async () => {
    runs += 1
    return { status: 200, body: { status: 'preparing', run: runs } }
  }
  return { ...shop, keys: shop.staff.callKeys, run, countRuns: () => runs }
}

it('the same key gives the same answer for a day, and is then free again', async () => {
  const { keys, run, clock, countRuns } = await openCounted()
  const first = await keys.answerOnce(call, run)
  clock.pass(24 * 60 - 1)
  expect(await keys.answerOnce(call, run)).toEqual(first)
  expect(countRuns()).toBe(1)
  clock.pass(1)
  expect((await keys.answerOnce({ ...call, input: { orderId: 2 } }, run)).body).toMatchObject({ run: 2 })
})

test('of many at once one runs, and all are given its answer', async () => {
  const { keys, run, countRuns } = await openCounted()
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => keys.answerOnce(call, run)))
  expect(countRuns()).toBe(1)
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('each caller and each call has keys of its own; another input under the same key is refused', async () => {
  const { keys, run, countRuns } = await openCounted()
  await keys.answerOnce(call, run)
  for (const other of [{ callerName: 'staff 2' }, { path: '/pickUnit' }, { key: 'till-1/7/3' }])
    await keys.answerOnce({ ...call, ...other }, run)
  expect(countRuns()).toBe(4)
  await expect(keys.answerOnce({ ...call, input: { orderId: 2 } }, run)).rejects.toMatchObject({
    code: 'key.reused',
    status: 409,
  })
  expect(countRuns()).toBe(4)
})

it.each(['', ' ', 'a b', 'é', 'x'.repeat(129), 'a\tb', '\u007f'])(
  'the key %j is refused with a sentence',
  async (key) => {
    const { keys, run, countRuns } = await openCounted()
    await expect(keys.answerOnce({ ...call, key }, run)).rejects.toMatchObject({ code: 'key.invalid', status: 422 })
    expect(countRuns()).toBe(0)
  },
)

test('a refusal is an answer, a fault is none: the next one runs again', async () => {
  const { keys, run, countRuns } = await openCounted()
  const failing = keys.answerOnce(call, async () => {
    throw new Error('the power went')
  })
  await expect(failing).rejects.toThrow('the power went')
  expect((await keys.answerOnce(call, run)).status).toBe(200)
  const refused = { status: 409, body: { errors: [{ code: 'step.impossible', message: 'x' }] } }
  const other = { ...call, key: 'refused' }
  expect(await keys.answerOnce(other, async () => refused)).toEqual(refused)
  expect(await keys.answerOnce(other, run)).toEqual(refused)
  expect(countRuns()).toBe(1)
})

test('while the first still runs its repeat is asked to wait; broken off with its server, it is run again and nothing is told as done', async () => {
  const { keys, run, clock, countRuns, database } = await openCounted()
  // A server that was killed while it ran the call.
  const never = new Promise<never>(() => {})
  keys.answerOnce(call, () => never)
  await expect.poll(async () => (await database.db.selectFrom('callKey').select('status').execute()).length).toBe(1)
  await expect(keys.answerOnce(call, run)).rejects.toMatchObject({ code: 'key.busy', status: 409 })
  expect(countRuns()).toBe(0)
  clock.pass(2)
  expect(await keys.answerOnce(call, run)).toMatchObject({ status: 200 })
  expect(countRuns()).toBe(1)
})

test('a call that was broken off with its server is run again for its own input alone', async () => {
  const { keys, run, clock, countRuns, database } = await openCounted()
  keys.answerOnce(call, () => new Promise<never>(() => {}))
  await expect.poll(async () => (await database.db.selectFrom('callKey').select('status').execute()).length).toBe(1)
  clock.pass(2)
  const other = keys.answerOnce({ ...call, input: { orderId: 2 } }, run)
  await expect(other).rejects.toMatchObject({ code: 'key.reused' })
  expect(await keys.answerOnce(call, run)).toMatchObject({ status: 200 })
  expect(countRuns()).toBe(1)
})

test('one that comes back to life after its claim was taken over does not replace the answer', async () => {
  const { keys, run, clock, database } = await openCounted()
  let end: (answer: { status: number; body: object }) => void = () => {}
  const late = keys.answerOnce(call, () => new Promise((resolve) => (end = resolve)))
  await expect.poll(async () => (await database.db.selectFrom('callKey').select('status').execute()).length).toBe(1)
  clock.pass(2)
  const answer = await keys.answerOnce(call, run)
  end({ status: 200, body: { late: true } })
  await late
  expect(await keys.answerOnce(call, run)).toEqual(answer)
})

test('one that comes back to life with a fault leaves the answer of whoever took its claim over', async () => {
  const { keys, run, clock, countRuns, database } = await openCounted()
  let fail: (fault: Error) => void = () => {}
  const late = keys.answerOnce(call, () => new Promise((_, reject) => (fail = reject)))
  await expect.poll(async () => (await database.db.selectFrom('callKey').select('status').execute()).length).toBe(1)
  clock.pass(2)
  await keys.answerOnce(call, run)
  fail(new Error('too late'))
  await expect(late).rejects.toThrow('too late')
  expect(await keys.answerOnce(call, run)).toMatchObject({ body: { run: 1 } })
  expect(countRuns()).toBe(1)
})

it('a claim holds for two minutes, and a key may have 128 characters', async () => {
  const { keys, run, clock, database } = await openCounted()
  const long = { ...call, key: 'x'.repeat(128) }
  keys.answerOnce(long, () => new Promise<never>(() => {}))
  await expect.poll(async () => (await database.db.selectFrom('callKey').select('status').execute()).length).toBe(1)
  clock.pass(1.9)
  await expect(keys.answerOnce(long, run)).rejects.toMatchObject({ code: 'key.busy', retryAfterSeconds: 5 })
  clock.pass(0.1)
  expect(await keys.answerOnce(long, run)).toMatchObject({ status: 200 })
})

it('answers are kept encrypted, under the newest key after a change of keys, and erased after a day', async () => {
  const { keys, clock, database, reencrypt } = await openCounted()
  await keys.answerOnce(call, async () => ({ status: 200, body: { message: 'Dorflex para Tibério' } }))
  const rows = async () => database.db.selectFrom('callKey').selectAll().execute()
  expect(JSON.stringify(await rows())).not.toMatch(/Dorflex|till-1|staff 1/)
  const outcomes = []
  for await (const { kind, outcome } of reencrypt({ dryRun: true })) if (kind === 'call_key') outcomes.push(outcome)
  expect(outcomes).toEqual(['newest'])
  await keys.eraseExpired()
  expect(await rows()).toHaveLength(1)
  clock.pass(24 * 60)
  await keys.eraseExpired()
  expect(await rows()).toEqual([])
})

test('a unit that was counted by a call is not counted again, though its answer was lost with the server', async () => {
  const shop = await openCheckout()
  const { id } = await shop.place([{ productId: novalgina, quantity: 2 }])
  await shop.pay(id)
  const operation = shop.staffOperations['staff/pickUnit']
  const token = await shop.staff.signIn('gerente@example.com', 'balcao-demo-2026', 'test')
  const actor = (await shop.staff.findSession(token, 'test'))?.actor ?? null
  const caller = { actor, bearerToken: token, clientNetwork: 'test', callName: nameCall(call) }
  for (const _ of ['counted', 'again'])
    expect(await operation.run(shop.ctx, { orderId: id, productId: novalgina }, caller)).toMatchObject({
      picked: 1,
      quantity: 2,
    })
})
