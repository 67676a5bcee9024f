import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser.ts'
import { addToBag, dorflex, novalgina, openShopper } from '../support/purchase.ts'

interface Page200 {
  path: string
  encoding: string | undefined
  /** On the wire, headers too. */
  bytes: number
}

/** Grows while the browser fetches pages and dictionaries. */
async function fetchedBy(page: Page): Promise<Page200[]> {
  const files: Page200[] = []
  const byId = new Map<string, Page200>()
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('Network.enable')
  chromium.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { pathname, search } = new URL(response.url)
    if (type !== 'Document' && !pathname.endsWith('.dictionary')) return
    const headers = Object.entries(response.headers)
    const [, encoding] = headers.find(([name]) => name.toLowerCase() === 'content-encoding') ?? []
    byId.set(requestId, { path: pathname + search, encoding, bytes: 0 })
  })
  chromium.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = byId.get(requestId)
    if (file) files.push({ ...file, bytes: encodedDataLength })
  })
  return files
}

const isDictionary = ({ path }: Page200) => path.endsWith('.dictionary')

/** The first browser of all may come before it is made. */
async function dictionaryIsMade(page: Page): Promise<void> {
  const headers = { 'Accept-Encoding': 'zstd' }
  await expect.poll(async () => (await page.request.get('/', { headers })).headers().link).toBeTruthy()
}

test('after the first pages a browser fetches the dictionary, once, and later pages with it, a search and a bag too', async ({
  page,
  server,
  continueAs,
}) => {
  await dictionaryIsMade(page)
  const files = await fetchedBy(page)
  // Chromium asks for it some milliseconds after a page's load event; on a busy machine now and then not after a browser's first
  // page, however long that stands: the next one offers it again.
  await expect(async () => {
    await page.goto('/')
    await expect.poll(() => files.some(isDictionary), { timeout: 5_000 }).toBe(true)
  }).toPass()
  const [first, dictionary] = [files[0], files.find(isDictionary)]
  files.length = 0
  const shopper = await openShopper(server.url)
  await addToBag(shopper, dorflex)
  await shopper.get('/')
  await continueAs(shopper)
  const later = [novalgina.path, '/categoria?search=dipirona', '/checkout/sacola', '/categoria/beleza']
  for (const path of later) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
  }
  await expect.poll(() => files.length).toBe(later.length)
  expect([first?.encoding, dictionary?.encoding]).toEqual(['zstd', 'br'])
  expect(files.map(({ path, encoding }) => [path, encoding])).toEqual(later.map((path) => [path, 'dcz']))
  // Each has some 1,900 bytes of headers.
  for (const [place, most] of [3_500, 4_300, 3_300, 6_000].entries()) {
    expect(files[place]?.bytes).toBeLessThanOrEqual(most)
  }
})
