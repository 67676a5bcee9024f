import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createAdmissionControl } from './admission.ts'

/** Each page keeps the process busy for so many milliseconds, of a clock that nothing else moves. */
function createQueueingShop(pageMs: number, countConnections: () => { queuedCount: number } | null = () => null) {
  let ms = 0
  const { admit } = createAdmissionControl({ countConnections, rateLimitFactor: 1, now: () => ms })
  const startedUrls: string[] = []
  return { startedUrls, ask }

  /** @returns what it was refused with; empty while it is in line, and once it is begun */
  function ask(url: string, { method = 'GET', closed = false } = {}): Record<string, unknown> {
    const refusal: Record<string, unknown> = {}
    const response = {
      closed,
      writeHead: (status: number, headers: object) => Object.assign(refusal, { status }, headers),
      end: (body: Buffer) => Object.assign(refusal, { body: String(body) }),
    }
    admit({ url, method, complete: true } as IncomingMessage, response as unknown as ServerResponse, () => {
      startedUrls.push(url)
      ms += pageMs
    })
    return refusal
  }
}

const isRefused = (answer: Record<string, unknown>) => 'status' in answer

/** As many requests as the shop needs to learn what one of them costs. */
async function getToKnow({ ask, startedUrls }: ReturnType<typeof createQueueingShop>) {
  for (let asked = 0; asked < 10; asked += 1) ask('/known')
  await expect.poll(() => startedUrls.length).toBe(10)
  await turns()
  startedUrls.length = 0
}

/** Lets the event loop turn, often enough for the shop to see that nothing more arrives. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('a few requests at once all begin, however long they take', async () => {
  const shop = createQueueingShop(20)
  await getToKnow(shop)
  const paths = Array.from({ length: 40 }, (_, at) => `/${at}`)
  expect(paths.map((path) => shop.ask(path)).filter(isRefused)).toEqual([])
  await expect.poll(() => shop.startedUrls).toEqual(expect.arrayContaining(paths))
})

test('of a flood those in line begin in their order, the rest is told at once when to come back', async () => {
  const shop = createQueueingShop(20)
  await getToKnow(shop)
  const answers = Array.from({ length: 200 }, (_, at) => shop.ask(`/${at}`))
  const taken = answers.findIndex(isRefused)
  expect(taken).toBe(41)
  for (const answer of answers.slice(taken)) {
    expect(answer).toMatchObject({ status: 503, 'Retry-After': 5, Connection: 'close' })
    expect(answer.body).toContain('A loja está cheia agora')
  }
  const inLine = answers.slice(0, taken).map((_, at) => `/${at}`)
  await expect.poll(() => shop.startedUrls).toEqual(inLine)
  expect(isRefused(shop.ask('/after'))).toBe(false)
})

test('whoever has filled in a form may wait where pages are refused already', async () => {
  const shop = createQueueingShop(20)
  await getToKnow(shop)
  for (let asked = 0; asked < 120; asked += 1) shop.ask('/')
  expect(isRefused(shop.ask('/'))).toBe(true)
  expect(isRefused(shop.ask('/checkout/sacola', { method: 'POST' }))).toBe(false)
  for (let asked = 0; asked < 2000; asked += 1) shop.ask('/checkout/sacola', { method: 'POST' })
  expect(isRefused(shop.ask('/checkout/sacola', { method: 'POST' }))).toBe(true)
})

test('a call is refused as calls are, and scripts by a sentence that leaves the page as it is', async () => {
  const shop = createQueueingShop(20)
  await getToKnow(shop)
  for (let asked = 0; asked < 120; asked += 1) shop.ask('/')
  const message =
    'Muita gente está na loja ao mesmo tempo. Espere alguns segundos e tente de novo: sua sacola continua guardada.'
  const call = shop.ask('/api/product/getHomeProducts')
  expect([call.status, JSON.parse(String(call.body))]).toEqual([503, { errors: [{ code: 'shop.busy', message }] }])
  const data = shop.ask('/minha-conta.data?section=pedidos')
  expect([data.status, JSON.parse(String(data.body))]).toEqual([429, { message }])
})

test('what a bank reports, files and the health page do not wait in line', async () => {
  const { ask, startedUrls } = createQueueingShop(0)
  const paths = ['/webhooks/pix', '/assets/shop.js', '/imagens/60.webp', '/readyz', '/metrics']
  for (const path of ['/first', '/second', ...paths, '/assets-of-mine', '/webhooks-of-mine']) ask(path)
  expect(startedUrls).toEqual(['/first', ...paths])
})

test('while many wait for the database no more are begun; then those in line are, in their order', async () => {
  let waiting = 0
  const { ask, startedUrls } = createQueueingShop(0, () => ({ queuedCount: waiting }))
  ask('/first')
  waiting = 9
  for (const path of ['/a', '/b', '/c']) ask(path)
  await turns()
  expect(startedUrls).toEqual(['/first'])
  waiting = 8
  await expect.poll(() => startedUrls).toEqual(['/first', '/a', '/b', '/c'])
})

test('whoever has gone while in line is not served', async () => {
  const { ask, startedUrls } = createQueueingShop(0)
  ask('/first')
  ask('/gone', { closed: true })
  ask('/here')
  await expect.poll(() => startedUrls).toEqual(['/first', '/here'])
})
