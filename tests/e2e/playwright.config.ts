import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../support/chromium.ts'
import { findFirefox } from '../support/firefox.ts'
import { findWebKit } from '../support/webkit.ts'

/** In one of some twenty journeys reading a page by its driver never ends: they are walked where somebody asks for them. */
const isWebKitWanted = process.env.TEST_LONG || process.env.WEBKIT_DRIVER_PATH

const support = join(import.meta.dirname, '..', 'support')

// Servers compile what they load once for all, as under `npm test` (server/cli/bootstrap.mjs).
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '..', '.cache', 'node')

const withScripts = { testMatch: '**/*.spec.ts', testIgnore: '**/*.no-js.spec.ts' }
const withoutScripts = { testMatch: '**/*.spec.ts', testIgnore: '**/*.js.spec.ts' }

/**
 * A journey runs twice, with and without scripts, where its pages differ by them. `*.js.spec.ts` is for what scripts add,
 * `*.no-js.spec.ts` for what is the style sheets' and the server's alone.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: ['build.ts', 'templates.ts', 'silent-logs.ts'].map((name) => join(support, name)),
  outputDir: join(import.meta.dirname, '..', '..', 'test-results'),
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Only against hangs, since a busy machine may be slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // A plain desktop browser: HeadlessChrome is treated as a robot.
    ...devices['Desktop Chrome'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    trace: 'off',
    video: 'off',
    // Without page transitions, which cost a fifth of all computing; listing.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] },
  },
  projects: [
    { ...withScripts, name: 'js' },
    { ...withoutScripts, name: 'no-js', use: { javaScriptEnabled: false } },
    ...[findFirefox() ?? []].flat().flatMap(inFirefox),
    ...(isWebKitWanted && findWebKit() ? [{ name: 'webkit', testMatch: '**/*.webkit.ts' }] : []),
  ],
})

/** What shoppers of every browser must be able to do. */
function inFirefox(executablePath: string) {
  const use = { ...devices['Desktop Firefox'], channel: 'moz-firefox', launchOptions: { executablePath } }
  const grep = /@every-browser/
  return [
    { ...withScripts, name: 'firefox', grep, use },
    { ...withoutScripts, name: 'firefox-no-js', grep, use: { ...use, javaScriptEnabled: false } },
  ]
}
