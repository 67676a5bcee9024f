import { test as base, devices, expect, type Page } from '@playwright/test'
import { noteTyped } from './logs.ts'
import { type RunningServer, startServer } from './server.ts'

/**
 * Playwright's `test` with a demo shop of its own per worker; pages open by path (`page.goto('/')`) and must run without
 * errors.
 */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
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
    await use(page)
    expect(faults).toEqual([])
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

/** An error status that a test provokes; a page transition cut short by the next navigation or a slow page. */
const harmless = /^Failed to load resource|^Transition was (skipped|aborted)/

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

/** For `test.use(phone)`: a real phone's screen, touch and user agent. */
export const phone = pixel
