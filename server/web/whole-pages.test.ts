import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { joinPage, type PageText, wholePages } from './whole-pages.ts'

/** Sends the pages one after the other, as the framework does: the text first, then an answer that has none. */
async function openPages(pages: PageText[]) {
  const app = express()
  app.use(wholePages())
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

const style = (size: number) => `.a{color:#005431}.b{margin:${size}px}`.repeat(size)
const page = (styles: string, text: string): PageText => ({
  before: '<!DOCTYPE html><title>Farmácia</title><style nonce="x">',
  styles,
  after: `</style><p>${text}</p><style>.c{}</style>`,
})

test('a page arrives as it was made, whatever style sheets it carries', async () => {
  const pages = [
    page(style(10), 'Ácido acetilsalicílico'),
    page(style(10), 'Dipirona .a{color:#005431}'),
    page(style(2000), 'a sheet longer than a compressor looks back'),
    page('', 'none'),
    { before: '<p>nothing else</p>', styles: '', after: '' },
    { before: '', styles: '', after: '' },
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
