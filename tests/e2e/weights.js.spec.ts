import { expect, type Page } from '@playwright/test'
import { comesAlive, phone, test } from '../support/browser.ts'
import { novalgina } from '../support/purchase.ts'
import { leaveRoom } from '../support/weight-limits.ts'

test.use(phone)

const pages = [
  { name: 'the home page', path: '/', requests: 10, bytes: 60_000, scripts: 110 },
  { name: 'a listing of 24', path: '/categoria/beleza', requests: 14, bytes: 70_000, scripts: 110 },
  { name: 'a product', path: novalgina.path, requests: 8, bytes: 45_000, scripts: 110 },
  { name: 'the bag', path: '/checkout/sacola', requests: 6, bytes: 30_000, scripts: 114 },
]

for (const { name, path, requests, bytes, scripts: maxScripts } of pages) {
  test(`${name} on 3G fetches at most ${requests} files of 95 % of ${bytes} bytes and no script before it is touched, then at most 95 % of ${maxScripts} kB of scripts, and no style sheet that it has`, async ({
    page,
  }) => {
    await page.request.post('/cep', { form: { zipcode: '01310-100' } })
    await page.request.post(novalgina.path, { form: { id: novalgina.id, quantity: '1' } })
    await page.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection: object }
      Object.defineProperty(Object.getPrototypeOf(connection), 'effectiveType', { get: () => '3g' })
    })
    const files = await fetchedBy(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(files.filter(({ type }) => type === 'Script' || type === 'Stylesheet')).toEqual([])
    expect(files.length).toBeLessThanOrEqual(requests)
    expect(weight(files)).toBeLessThanOrEqual(leaveRoom(bytes))

    await page.getByRole('button', { name: 'Fechar aviso' }).focus()
    await comesAlive(page)
    await expect.poll(() => files.every(({ isDone }) => isDone)).toBe(true)
    const scripts = files.filter(({ type }) => type === 'Script')
    expect(scripts.some(({ url }) => url.includes('/entry.client-'))).toBe(true)
    expect(weight(scripts)).toBeLessThanOrEqual(leaveRoom(maxScripts * 1_000))
    // Those of messages alone, where the page shows none.
    const styles = files.filter(({ type, url }) => type === 'Stylesheet' && !url.includes('/rare'))
    expect(styles).toEqual([])
  })
}

interface Fetched {
  url: string
  type: string
  /** On the wire, headers too. */
  bytes: number
  isDone: boolean
}

/** Grows while the page fetches. */
async function fetchedBy(page: Page): Promise<Fetched[]> {
  const files: Fetched[] = []
  const byId = new Map<string, Fetched>()
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Network.enable')
  chromium.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // Fetched once, when the browser is idle, for the pages after this one (dictionary.spec.ts).
    if (request.url.endsWith('.dictionary')) return
    const file = { url: request.url, type: type ?? 'Other', bytes: 0, isDone: false }
    files.push(file)
    byId.set(requestId, file)
  })
  chromium.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = byId.get(requestId)
    if (file) Object.assign(file, { bytes: encodedDataLength, isDone: true })
  })
  return files
}

function weight(files: Fetched[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
