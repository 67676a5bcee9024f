import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { joinPage, openPageBodies, type PageText } from './page-text.ts'
import { wholePages } from './whole-pages.ts'

/** Sends one page per request, as the framework does: the text first, then a response without a body. */
async function openPages(pages: PageText[]) {
  const app = express()
  app.use((request, response, next) => {
    response.locals.nonce = request.get('X-Nonce') ?? 'made-with'
    next()
  })
  app.use(wholePages(openPageBodies()))
  app.use((request, response) => {
    const page = pages[Number(request.query.page)]
    if (page === undefined) return response.status(404).send('no page')
    response.locals.sendPage(page)
    if (request.query.fault) return response.status(500).send('a fault')
    response.status(201).type('html').end()
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (page: number | string, init: RequestInit = {}) => fetch(`http://localhost:${port}/?page=${page}`, init)
}

const style = (size: number) => `.a{color:#00542f}.b{margin:${size}px}`.repeat(size)
const page = (styles: string, text: string): PageText => ({
  before: '<!DOCTYPE html><title>Farmácia</title><style nonce="made-with">',
  styles,
  after: `</style><p>${text}</p><script nonce="made-with"></script>`,
  nonce: 'made-with',
})

test('a page arrives as it was made, whatever style sheets it carries', async () => {
  const pages = [
    page(style(10), 'Ácido acetilsalicílico'),
    page(style(10), 'Dipirona .a{color:#00542f}'),
    page(style(2000), 'a sheet longer than a compressor looks back'),
    page('', 'none'),
    { before: '<p>nothing else</p>', styles: '', after: '', nonce: 'made-with' },
    { before: '', styles: '', after: '', nonce: 'made-with' },
  ]
  const get = await openPages(pages)
  for (const [number, page] of [...pages.entries(), ...pages.entries()]) {
    const zipped = await get(number)
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip')
    const plain = await get(number, { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    for (const answer of [zipped, plain]) {
      expect(answer.status).toBe(201)
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
      expect(await answer.text()).toBe(joinPage(page))
    }
  }
})

test('who is sent a page later gets it whole, under a nonce of their own', async () => {
  const made = page(style(10), 'Ácido acetilsalicílico')
  const get = await openPages([made])
  for (const nonce of ['made-with', 'sent-next', 'sent-last']) {
    for (const encoding of ['gzip', 'identity']) {
      const answer = await get(0, { headers: { 'X-Nonce': nonce, 'Accept-Encoding': encoding } })
      expect(answer.headers.get('Content-Encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      expect(await answer.text()).toBe(joinPage(made).replaceAll('made-with', nonce))
    }
  }
})

test('who asks for the head alone gets it, with the length the page would have', async () => {
  const get = await openPages([page(style(10), 'Dipirona')])
  const whole = await get(0)
  const head = await get(0, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(whole.headers.get('Content-Length'))
  expect(await head.text()).toBe('')
})

test('an answer that is no page goes its own way', async () => {
  const get = await openPages([])
  const answer = await get(0)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('no page')
  expect(answer.headers.get('Content-Encoding')).toBeNull()
})

test('what fails after the page was made says so, and sends no page', async () => {
  const get = await openPages([page(style(10), 'Dipirona')])
  const answer = await get('0&fault=1')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('a fault')
})
