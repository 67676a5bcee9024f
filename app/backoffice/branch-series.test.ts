import { expect, test } from 'vitest'
import { listBranchSeries } from './branch-series.ts'

const figures = (salesCents: number) => ({ orderCount: 1, salesCents, refundedCents: 0, refundedOrderCount: 0 })

/** Two days: a fifth of each store's sales on the first one. */
function report(centsByName: Record<string, number>) {
  const stores = Object.entries(centsByName).map(([name, cents], index) => ({ id: index + 1, name, cents }))
  const dayOf = (day: string, share: number) => ({
    day,
    sales: figures(0),
    salesByBranchId: new Map(
      stores.filter(({ cents }) => cents > 0).map(({ id, cents }) => [id, figures(cents * share)]),
    ),
    comparedDay: null,
    comparedSales: null,
  })
  return {
    salesByBranch: stores.map(({ id, name, cents }) => ({
      id,
      name,
      sales: figures(cents),
      comparedSales: figures(0),
    })),
    salesByDay: [dayOf('2026-03-09', 0.2), dayOf('2026-03-10', 0.8)],
  }
}

test('stores that sold have a series each, day by day, in the shop’s order; one alone is the whole, and has none', () => {
  expect(listBranchSeries(report({ Paulista: 500, Moema: 0, Santana: 1_000 }))).toEqual([
    { name: 'Paulista', dailyCents: [100, 400] },
    { name: 'Santana', dailyCents: [200, 800] },
  ])
  expect(listBranchSeries(report({ Paulista: 500, Moema: 0 }))).toEqual([])
})

test('of more than four stores the three largest have a series, the others one together: no cent is lost', () => {
  const series = listBranchSeries(report({ A: 500, B: 100, C: 1_000, D: 50, E: 2_000 }))
  expect(series).toEqual([
    { name: 'A', dailyCents: [100, 400] },
    { name: 'C', dailyCents: [200, 800] },
    { name: 'E', dailyCents: [400, 1_600] },
    { name: 'Outras lojas', dailyCents: [30, 120] },
  ])
})
