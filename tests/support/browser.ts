import { test as base, devices, expect, type Page } from '@playwright/test'
import { spareMediaFeatures } from './firefox.ts'
import { openPlainBrowser, type PlainBrowser } from './http.ts'
import { noteTyped } from './logs.ts'
import { openBusyCustomer } from './pages.ts'
import { openCustomer } from './purchase.ts'
import { type ServerProcess, startServerProcess, stockUp } from './server.ts'

interface Fixtures {
  /** The demo customer with an empty bag, over HTTP: signed in once per worker, since that costs a password's hash. */
  customer: PlainBrowser
  /** Gives the browser the cookies of a shopper who went ahead over HTTP. */
  continueAs: (shopper: PlainBrowser) => Promise<void>
}

interface WorkerFixtures {
  server: ServerProcess
  signedIn: PlainBrowser
  /** A customer with an unpaid order and two products in the bag, for tests that only look. */
  busy: { customer: PlainBrowser; orderId: string }
}

/**
 * Playwright's `test` with a demo shop of its own per worker; pages open by path (`page.goto('/')`) and must run without
 * errors.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServerProcess()
      stockUp(server)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ server }, use) => {
      const customer = await openCustomer(server.url)
      // Reads the greeting, which is shown once.
      await customer.get('/')
      await use(customer)
    },
    { scope: 'worker' },
  ],
  busy: [async ({ server }, use) => use(await openBusyCustomer(server.url)), { scope: 'worker' }],
  customer: async ({ server, signedIn }, use) => use(openPlainBrowser(server.url, new Map(signedIn.cookies))),
  continueAs: async ({ context, server }, use) =>
    use(({ cookies }) => context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: server.url })))),
  baseURL: async ({ server }, use) => use(server.url),
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') spareMediaFeatures(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // Over WebDriver BiDi no Firefox switches scripts off yet: there they never arrive.
  context: async ({ context, browserName, javaScriptEnabled }, use) => {
    if (browserName === 'firefox' && !javaScriptEnabled) await context.route(/\.js$/, (route) => route.abort())
    await use(context)
  },
  // A script error, or something blocked by the page's own policy, fails the test even if the page works.
  page: async ({ page }, use) => {
    const faults: string[] = []
    const note = (fault: string) => {
      if (!harmless.test(fault)) faults.push(fault)
    }
    page.on('pageerror', (error) => note(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') note(message.text())
    })
    page.on('request', (request) => noteTyped(new URLSearchParams(request.postData() ?? '')))
    // Firefox tells of a module that it fetched for a page which was left meanwhile.
    const abortedImports = new Set<string>()
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'NS_BINDING_ABORTED')
        abortedImports.add(`error loading dynamically imported module: ${request.url()}`)
    })
    await use(page)
    expect(faults.filter((fault) => !abortedImports.has(fault))).toEqual([])
  },
})

/**
 * Waits until the page is hydrated, including what scripts add to the shell and to forms. The framework's own mark on
 * `window` is set long before that, but the style sheet links that the head adds (app/document/inline-links.tsx) arrive with
 * the listeners.
 */
export async function comesAlive(page: Page): Promise<void> {
  await page.locator('head link[rel="stylesheet"][disabled]').first().waitFor({ state: 'attached' })
}

/** Opens a page by its path, and waits until it is hydrated. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await comesAlive(page)
}

declare global {
  interface Window {
    /** What the page left for when the browser is idle, where a test decides when that is (`holdScripts`). */
    whenIdle?: () => void
    shifts?: string[]
  }
}

/** Holds the shop's scripts back on the pages opened from here on: for them the browser is not idle until `startScripts`. */
export async function holdScripts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      window.whenIdle = () => run({ didTimeout: false, timeRemaining: () => 50 })
      return 1
    }
  })
}

/** Lets the scripts of a loaded page start, and waits until it is hydrated. */
export async function startScripts(page: Page): Promise<void> {
  await page.evaluate(() => window.whenIdle?.())
  await comesAlive(page)
}

/** What moved in the window from when the page was drawn until it is hydrated; `holdScripts` and `watchShifts` came before. */
export async function shiftsByScripts(page: Page, settled = async () => {}): Promise<string[]> {
  const drawn = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await drawn()
  await page.evaluate(() => {
    window.shifts = []
  })
  await startScripts(page)
  await settled()
  await drawn()
  return page.evaluate(() => window.shifts ?? [])
}

/** From here on, pages note what moves in them. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        window.shifts?.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(', ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * What is wider than the window: elements that stick out at its sides, and the page itself where it scrolls sideways. What
 * `main` cuts off counts, what another box scrolls or cuts off does not.
 */
export async function widerThanTheWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const sticksOut = (element: Element | null): boolean => {
      if (!element || element === document.body) return false
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > clientWidth + 1)
    }
    const isHeld = (element: Element | null): boolean =>
      element !== null &&
      element.tagName !== 'MAIN' &&
      (getComputedStyle(element).overflowX !== 'visible' || isHeld(element.parentElement))
    const elements = [...document.body.querySelectorAll('*')]
      .filter((element) => sticksOut(element) && !sticksOut(element.parentElement))
      .filter((element) => element.checkVisibility() && !isHeld(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120))
    return [...(scrollWidth > clientWidth ? ['the page'] : []), ...elements]
  })
}

/** From here on the page's clock, installed before it was opened, advances only where the test says so. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** An error status that a test provokes; a page transition cut short by the next navigation or a slow page. */
const harmless = /^Failed to load resource|^Transition was (skipped|aborted)/

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

/** For `test.use(phone)`: a real phone's screen, touch and user agent. */
export const phone = pixel

/** The code in the newest e-mail, read in a separate page. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  const mailbox = await page.context().newPage()
  await mailbox.goto(`/sandbox/emails?to=${encodeURIComponent(email)}`)
  const text = (await mailbox.getByRole('main').textContent()) ?? ''
  await mailbox.close()
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}
