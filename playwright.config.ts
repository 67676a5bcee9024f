export { default } from './tests/e2e/playwright.config.ts'
