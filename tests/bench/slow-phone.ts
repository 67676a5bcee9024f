/**
 * `npm run bench -- slow-phone [rounds]`: what a shopper with a cheap phone on Slow 3G waits for, in milliseconds: the largest
 * paint (LCP) of a product's page, of its category, tapped next, and of the product's page when they come back; when the
 * product's button first does something; and both of an empty page with one form, in the same round. Prints a table of medians
 * and one line of JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../support/chromium.ts'
import { novalgina } from '../support/purchase.ts'
import { startServerProcess } from '../support/server.ts'

const [, , , wanted = '9'] = process.argv
const rounds = Number(wanted)

/** A phone as Lighthouse has it, in CSS pixels. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** Bytes a second, milliseconds: 400 kbit/s, as the browser's own tools name it. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const timesSlower = 4
/** Without a picture, a style or a script. */
const emptyPage =
  '<!doctype html><title>One form</title><main><p>One form</p><form method="post"><button>Send</button></form></main>'

const figures: Record<string, number[]> = {}
const note = (name: string, milliseconds: number) => {
  figures[name] = [...(figures[name] ?? []), milliseconds]
}

const server = await startServerProcess({ env: { PAGE_CACHE_SECONDS: '5' } })
const plain = createServer((request, response) => {
  response.writeHead(request.method === 'GET' ? 200 : 204, { 'Content-Type': 'text/html' }).end(emptyPage)
}).listen(0)
const plainUrl = `http://localhost:${(plain.address() as AddressInfo).port}/`
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  // The first visit of all makes the page that others are sent from the cache.
  for (let round = -1; round < rounds; round += 1) await visit(round < 0 ? () => {} : note)
} finally {
  await browser.close()
  plain.close()
  await server.stop()
}
const medians = Object.entries(figures).map(([name, values]) => [name, Math.round(median(values))] as const)
for (const [name, milliseconds] of medians) console.log(name.padEnd(46), `${milliseconds}`.padStart(6))
console.log(JSON.stringify({ rounds, milliseconds: Object.fromEntries(medians) }))

async function visit(note: (name: string, milliseconds: number) => void): Promise<void> {
  const context = await newPhone()
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(server.url + novalgina.path)
  note('product, first visit: LCP', await largestPaint(page))
  // Phones show the last step alone of where a page stands.
  await page.getByRole('navigation', { name: 'Você está em' }).getByRole('link').last().tap()
  await page.waitForURL('**/categoria/**')
  note('its category, tapped: LCP', await largestPaint(page))
  await page.close()
  const later = await context.newPage()
  await slowDown(later)
  await later.goto(server.url + novalgina.path)
  note('product, again: LCP', await largestPaint(later))
  await later.goto(plainUrl)
  note('an empty page: LCP', await largestPaint(later))
  await context.close()
  note('product: its button works', await firstEffect(server.url + novalgina.path))
  note('an empty page: its button works', await firstEffect(plainUrl))
}

function newPhone(): Promise<BrowserContext> {
  return browser.newContext({ ...phone, locale: 'pt-BR' })
}

async function slowDown(page: Page): Promise<CDPSession> {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Network.enable')
  await chromium.send('Network.emulateNetworkConditions', { ...slow3g, connectionType: 'cellular3g' })
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
  return chromium
}

/** Of a page that has loaded and fetches nothing more, in milliseconds from the start of the navigation. */
async function largestPaint(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}

/** Milliseconds until pressing the page's first button sends its form, pressed again and again from the start. */
async function firstEffect(url: string): Promise<number> {
  const context = await newPhone()
  const page = await context.newPage()
  await page.addInitScript(() => {
    setInterval(() => document.querySelector<HTMLButtonElement>('main form button')?.click(), 20)
  })
  const chromium = await slowDown(page)
  let started: number | undefined
  const sent = new Promise<number>((resolve) => {
    chromium.on('Network.requestWillBeSent', ({ request, timestamp }) => {
      started ??= timestamp
      if (request.method === 'POST') resolve((timestamp - started) * 1000)
    })
  })
  await page.goto(url, { waitUntil: 'commit' })
  const milliseconds = await sent
  await context.close()
  return milliseconds
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
