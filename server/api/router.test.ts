import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createApiRouter } from './router.ts'

/** The router alone behind a proxy, with one call that anyone may make. @returns where it listens */
async function createRouter(): Promise<string> {
  const captcha = {
    isEnabled: true,
    issueChallenge: () => Promise.reject(new Error('no entropy')),
    assertSolved: async () => {},
  }
  const greet = { access: 'anyone', input: z.object({}), output: z.object({}), run: async () => ({}) }
  const parts = { captcha, operations: { 'shop/greet': greet }, accounts: {}, getOpenApiDocument: () => ({}) }
  const shop = parts as unknown as Parameters<typeof createApiRouter>[0]
  const app = express().set('trust proxy', true)
  app.use('/api', createApiRouter(shop, 1, { error: () => {} }))
  const handleError: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(500).send(error.message)
  app.use(handleError)
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

test('a captcha that cannot be made is a fault with an answer, and ends nothing', async () => {
  const answer = await fetch(`${await createRouter()}/captcha`, { signal: AbortSignal.timeout(5_000) })
  expect([answer.status, await answer.text()]).toEqual([500, 'no entropy'])
})

test('a token has 600 calls a minute wherever it is used, an address 1,200 with whatever tokens', async () => {
  const url = await createRouter()
  const call = async (token: string, from: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from }
    const answer = await fetch(`${url}/shop/greet`, { method: 'POST', headers, body: JSON.stringify({ token }) })
    await answer.arrayBuffer()
    return answer.status
  }
  const statuses = async (times: number, token: string, from: string) => {
    const found = new Set<number>()
    for (let time = 0; time < times; time += 1) found.add(await call(token, from))
    return [...found]
  }
  const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(43)) as [string, string, string]
  expect(await statuses(600, first, '192.0.2.1')).toEqual([200])
  expect(await call(first, '192.0.2.1')).toBe(429)
  expect(await call(first, '192.0.2.2')).toBe(429)
  // With the one refused above the address has made 601.
  expect(await statuses(599, second, '192.0.2.1')).toEqual([200])
  expect(await call(third, '192.0.2.1')).toBe(429)
  expect(await call(third, '192.0.2.2')).toBe(200)
})
