import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createHealthRouter } from './health.ts'

test('it is ready while the database responds and nobody has told it to stop; it runs all the while', async () => {
  const state = { isAway: false, isStopping: false }
  const assertDatabaseReady = () => (state.isAway ? Promise.reject(new Error('no connection')) : Promise.resolve())
  const server = express()
    .use(createHealthRouter({ assertDatabaseReady, isStopping: () => state.isStopping }))
    .listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async () => Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status))

  expect(await ask()).toEqual([200, 200])
  state.isAway = true
  expect(await ask()).toEqual([200, 503])
  Object.assign(state, { isAway: false, isStopping: true })
  expect(await ask()).toEqual([200, 503])
})
