import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { redirectToPublicHost } from './public-host.ts'
import { sanitizeForwardedHeaders } from './security.ts'

async function openHost(publicUrl: string | undefined, trustProxy: boolean) {
  const app = express()
  app.set('trust proxy', trustProxy)
  app.use(sanitizeForwardedHeaders, redirectToPublicHost(publicUrl, 'https://equipe.loja.example'))
  app.use((_request, response) => void response.send('a page'))
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (headers: Record<string, string>, method = 'GET') => {
    const asked = httpRequest({ port, path: '/cep?redirectTo=/', method, headers, agent: false }).end()
    const [{ statusCode, headers: sent }] = (await once(asked, 'response')) as [IncomingMessage]
    return [statusCode, sent.location]
  }
}

const moved = [308, 'https://loja.example/cep?redirectTo=/']
const served = [200, undefined]

test('who comes by another name of the shop is led to its one address, also with a form', async () => {
  const ask = await openHost('https://loja.example', false)
  for (const Host of ['www.loja.example', 'WWW.LOJA.EXAMPLE:443', 'outro.example', 'loja.example.']) {
    for (const method of ['GET', 'POST']) expect([Host, ...(await ask({ Host }, method))]).toEqual([Host, ...moved])
  }
})

test('the shop’s own name, the back office’s, probes and proxies by the upstream’s name are answered', async () => {
  const ask = await openHost('https://loja.example', false)
  for (const Host of [
    'loja.example',
    'Loja.Example:8443',
    'equipe.loja.example',
    'localhost:3000',
    '127.0.0.1:3000',
    '10.1.2.3',
    '[::1]:3000',
    'upstream:8080',
    'shop.default.svc.cluster.local',
  ]) {
    expect([Host, ...(await ask({ Host }))]).toEqual([Host, ...served])
  }
})

test('the name that a trusted proxy passes on counts, of anybody else nothing', async () => {
  const trusting = await openHost('https://loja.example', true)
  expect(await trusting({ Host: 'upstream:8080', 'X-Forwarded-Host': 'www.loja.example' })).toEqual(moved)
  expect(await trusting({ Host: 'www.loja.example', 'X-Forwarded-Host': 'loja.example' })).toEqual(served)
  const wary = await openHost('https://loja.example', false)
  expect(await wary({ Host: 'loja.example', 'X-Forwarded-Host': 'www.loja.example' })).toEqual(served)
})

test('without a public address, or with a local one, every name is answered', async () => {
  for (const publicUrl of [undefined, 'http://localhost:3000', 'http://127.0.0.1:3000']) {
    const ask = await openHost(publicUrl, false)
    expect(await ask({ Host: 'www.loja.example' })).toEqual(served)
  }
})
