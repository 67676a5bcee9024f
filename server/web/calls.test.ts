import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { callsRouter } from './calls.ts'

test('a captcha that cannot be made is a fault with an answer, and ends nothing', async () => {
  const captcha = { isAsked: true, challenge: () => Promise.reject(new Error('no entropy')), check: async () => {} }
  const shop = { captcha, operations: {}, accounts: {}, contract: {} } as unknown as Parameters<typeof callsRouter>[0]
  const app = express().use('/api', callsRouter(shop, 1, { error: () => {} }))
  const sayFault: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(500).send(error.message)
  app.use(sayFault)
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/api/captcha`, {
    signal: AbortSignal.timeout(5_000),
  })
  expect([answer.status, await answer.text()]).toEqual([500, 'no entropy'])
})
