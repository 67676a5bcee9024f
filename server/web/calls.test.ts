import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { callsRouter } from './calls.ts'

test('a captcha that cannot be made is a fault like any other call’s, and ends nothing', async () => {
  const captcha = { isAsked: true, challenge: () => Promise.reject(new Error('no entropy')), check: async () => {} }
  const shop = { captcha, operations: {}, accounts: {}, contract: {} } as unknown as Parameters<typeof callsRouter>[0]
  const heard: object[] = []
  const app = express().use('/api', callsRouter(shop, 1, { error: (fields: object) => void heard.push(fields) }))
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/api/captcha`, {
    signal: AbortSignal.timeout(5_000),
  })
  expect([answer.status, await answer.json()]).toMatchObject([500, { errors: [{ code: 'shop.failed' }] }])
  expect(heard).toHaveLength(1)
})
