import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './reports.ts'

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }

test('a clean run counts its tests', () => {
  expect(countVitest(vitest, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(countPlaywright(playwright, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('what is to do, flaky or not run by the browser counts as failed', () => {
  expect(countVitest({ ...vitest, numTodoTests: 1 }, 0)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  const stats = { ...playwright.stats, skipped: 1, flaky: 1 }
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 2, skipped: 0 })
})

test('skipped tests are counted, except where tests were chosen by name', () => {
  const report = { ...vitest, numPendingTests: 2 }
  expect(countVitest(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 })
  expect(countVitest(report, 0, { isFiltered: true })).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('a test file that does not load counts as one failed', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest({ ...vitest, testResults }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('a step that crashes, reports nothing or finds no tests counts as one failed', () => {
  expect(countVitest(undefined, 139)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countPlaywright(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countVitest(vitest, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countVitest({ ...vitest, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
