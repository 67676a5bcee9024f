import type { SalesReport } from '#server/backoffice/sales.ts'
import { salesTexts as texts } from '../texts/backoffice/sales.ts'

/** What one store sold, or several together: a colour of the chart, a column of its table. */
export interface BranchSeries {
  name: string
  /** One for each day, in cents. */
  dailyCents: number[]
}

/** As many as have a colour (`today.css.ts`). */
const maxSeries = 4

/** Each store that sold, in the shop's order; of many the largest, and the others together. None where there is nothing to compare. */
export function listBranchSeries({ salesByBranch, salesByDay }: Pick<SalesReport, 'salesByBranch' | 'salesByDay'>) {
  const toSeries = (name: string, ids: number[]): BranchSeries => ({
    name,
    dailyCents: salesByDay.map(({ salesByBranchId }) =>
      ids.reduce((cents, id) => cents + (salesByBranchId.get(id)?.salesCents ?? 0), 0),
    ),
  })
  const sellers = salesByBranch.filter(({ sales }) => sales.salesCents > 0)
  if (sellers.length < 2) return []
  if (sellers.length <= maxSeries) return sellers.map(({ id, name }) => toSeries(name, [id]))
  const largest = new Set(
    sellers
      .toSorted((a, b) => b.sales.salesCents - a.sales.salesCents)
      .slice(0, maxSeries - 1)
      .map(({ id }) => id),
  )
  const otherIds = sellers.map(({ id }) => id).filter((id) => !largest.has(id))
  return [
    ...sellers.filter(({ id }) => largest.has(id)).map(({ id, name }) => toSeries(name, [id])),
    toSeries(texts.otherBranches, otherIds),
  ]
}
