import { expect, test } from 'vitest'
import { StatementRequest } from './wallet-forms.ts'

const takes = (request: object) => StatementRequest.safeParse(request).success

test('a statement is of all days, ten entries to a page, unless it says otherwise', () => {
  expect(StatementRequest.parse({})).toEqual({ page: 1, perPage: 10 })
  expect(StatementRequest.parse({ from: ' ', to: '' })).toEqual({ page: 1, perPage: 10 })
  expect(StatementRequest.parse({ from: ' 2026-03-01 ', to: '2026-03-02', page: '2', perPage: '50' })).toEqual({
    ...{ from: '2026-03-01', to: '2026-03-02', page: 2, perPage: 50 },
  })
})

test('a period may be of one day, and does not end before it begins', () => {
  expect(takes({ from: '2026-03-01', to: '2026-03-01' })).toBe(true)
  const { error } = StatementRequest.safeParse({ from: '2026-03-02', to: '2026-03-01' })
  expect(error?.issues.map(({ path }) => path)).toEqual([['to']])
  expect([takes({ from: '2026-03-02' }), takes({ to: '2026-03-01' }), takes({ from: 'ontem' })]).toEqual([
    ...[true, true, false],
  ])
})

test('pages are 1 to 100,000, of 1 to 100 entries', () => {
  expect([0, 1, 100_000, 100_001].map((page) => takes({ page: String(page) }))).toEqual([false, true, true, false])
  expect([0, 1, 100, 101].map((perPage) => takes({ perPage: String(perPage) }))).toEqual([false, true, true, false])
})
