import { expect, test } from 'vitest'
import { isUnavailable } from './failures.ts'

test.each([
  'Connection terminated unexpectedly',
  // What undoing a transaction meets on a connection that broke under it.
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])('a failure without a code, such as “%s”, says that the database is away', (message) => {
  expect(isUnavailable(new Error(message))).toBe(true)
})

test('a fault of the shop’s own is none of the database', () => {
  expect(isUnavailable(new TypeError('Cannot read properties of undefined'))).toBe(false)
})
