import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-errors.ts'

test.each([
  'Connection terminated unexpectedly',
  // What undoing a transaction meets on a connection that broke under it.
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])('a failure without a code, such as “%s”, says that the database is away', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each([
  ['58030', 'could not open file "base/5/16711": Input/output error'],
  ['XX001', 'could not read block 7 in file "base/5/16711": read only 0 of 8192 bytes'],
  ['SQLITE_IOERR_FSYNC', 'disk I/O error'],
])('a disk that fails under the database (%s) is none of the shop’s faults', (code, message) => {
  expect(isDatabaseUnavailable(Object.assign(new Error(message), { code }))).toBe(true)
})

test('a fault of the shop’s own is none of the database', () => {
  expect(isDatabaseUnavailable(new TypeError('Cannot read properties of undefined'))).toBe(false)
})
