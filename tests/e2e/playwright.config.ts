import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../support/chromium.ts'

/** Every journey runs twice: a shop that works without scripts is the same shop. `*.js.spec.ts` is for what scripts add. */
export default defineConfig({
  testDir: '.',
  outputDir: join(import.meta.dirname, '..', '..', 'test-results'),
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Against what hangs: a busy machine may be slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // A plain desktop browser: what calls itself HeadlessChrome is taken for a robot.
    ...devices['Desktop Chrome'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    trace: 'off',
    video: 'off',
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'js', testMatch: '**/*.spec.ts' },
    { name: 'no-js', testMatch: '**/*.spec.ts', testIgnore: '**/*.js.spec.ts', use: { javaScriptEnabled: false } },
  ],
})
