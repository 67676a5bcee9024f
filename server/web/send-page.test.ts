import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { toRenderedPage } from './rendered-page.ts'
import { sendPage } from './send-page.ts'

const html = `<!DOCTYPE html><title>Farmácia</title>${'<p>Ácido acetilsalicílico</p>'.repeat(100)}`

async function openPage({ status = 200, ...headers }: Record<string, string | number> = {}, text = html) {
  const made = { 'Content-Type': 'text/html; charset=utf-8', ...(headers as Record<string, string>) }
  const page = toRenderedPage(text, { status: Number(status), headers: new Headers(made) })
  const app = express().use((request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'none'")
    sendPage(request, response, page)
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (headers: IncomingHttpHeaders, method = 'GET') => {
    const asked = httpRequest({ port, headers, method, agent: false }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }
}

test('a page is sent as zstd where the browser takes it, else as gzip, else as it is', async () => {
  const get = await openPage()
  for (const _ of ['made', 'sent again']) {
    const zstd = await get({ 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(zstd.headers['content-encoding']).toBe('zstd')
    expect(zstdDecompressSync(zstd.body).toString()).toBe(html)
    const gzip = await get({ 'accept-encoding': 'br, gzip, zstd;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(html)
    const plain = await get({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(html)
    for (const { headers, body } of [zstd, gzip, plain]) {
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.vary).toBe('Accept-Encoding')
    }
  }
})

test('who asks for the head alone gets it, with the length the page would have', async () => {
  const get = await openPage()
  const head = await get({ 'accept-encoding': 'gzip' }, 'HEAD')
  const whole = await get({ 'accept-encoding': 'gzip' })
  expect([head.headers['content-length'], head.body.length]).toEqual([String(whole.body.length), 0])
})

test('a browser that has the page already is told so, whatever the encoding it came in', async () => {
  const get = await openPage({ 'Set-Cookie': 'recent=1' })
  const { headers } = await get({ 'accept-encoding': 'gzip' })
  const again = await get({ 'if-none-match': headers.etag, 'accept-encoding': 'zstd' })
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'Accept-Encoding', 'set-cookie': ['recent=1'] })
  expect(again.headers['content-security-policy']).toBeUndefined()
  expect((await get({ 'if-none-match': 'W/"another"' })).status).toBe(200)
})

test('a page asks proxies not to rewrite it, whatever else it says of caches', async () => {
  for (const [made, sent] of [
    [{}, 'no-transform'],
    [{ 'Cache-Control': 'private, no-cache' }, 'private, no-cache, no-transform'],
  ] as const) {
    const get = await openPage(made)
    expect((await get({})).headers['cache-control']).toBe(sent)
    expect((await get({}, 'HEAD')).headers['cache-control']).toBe(sent)
  }
})

test.each([
  ['that must not be stored', { 'Cache-Control': 'no-store' }, 200],
  ['of an error', { status: 404 }, 404],
])('a page %s has no ETag', async (_what, made, status) => {
  const get = await openPage(made)
  const answer = await get({ 'if-none-match': '*' })
  expect([answer.status, answer.headers.etag]).toEqual([status, undefined])
  expect(answer.body.toString()).toBe(html)
})

test('the page’s policy is the only one', async () => {
  const get = await openPage()
  expect((await get({})).headers['content-security-policy']).toContain("script-src 'self'")
})

test('a browser can read a page as zstd from its first packets on', async () => {
  const words = Array.from({ length: 4_000 }, (_, place) => `<p>${(place * 7919) % 10_007}</p>`).join('')
  const get = await openPage({}, `<!DOCTYPE html>${words}`)
  const { body } = await get({ 'accept-encoding': 'zstd' })
  const start = body.subarray(0, body.length / 2)
  const text = zstdDecompressSync(start, { finishFlush: constants.ZSTD_e_continue }).toString()
  expect(text).toMatch(/^<!DOCTYPE html><p>0<.p>/)
})
