import type { SalesReport } from '#server/backoffice/sales.ts'
import { formatDuration } from '../texts/backoffice/frame.ts'
import { formatShortDay, salesTexts as texts } from '../texts/backoffice/sales.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import type { ReportTable } from './report-tables.tsx'

/** The tables of the page of sales; of one day or one branch there is nothing to compare. */
export function buildSalesTables(report: SalesReport, rootPath: string): (ReportTable & { footer?: string })[] {
  const { salesByDay, salesByBranch, soldProducts, soldProductCount, lowStock, emptySearches, problems } = report
  const branchNames = new Map(report.branches.map(({ id, name }) => [id, name]))
  const withCount = (hint: string, shownCount: number, totalCount: number) =>
    shownCount < totalCount ? `${texts.firstOf(shownCount, totalCount)} ${hint}` : hint
  return [
    ...(salesByDay.length > 1
      ? [
          {
            id: 'dias',
            title: texts.daysTitle,
            columns: texts.daysColumns,
            rows: salesByDay.map(({ day, sales, comparedSales }) => ({
              cells: [
                formatShortDay(day),
                formatNumber(sales.orderCount),
                formatMoney(sales.salesCents),
                comparedSales ? formatMoney(comparedSales.salesCents) : texts.noValue,
              ],
              href: `${rootPath}/hoje?dia=${day}`,
            })),
          },
        ]
      : []),
    ...(salesByBranch.length > 1
      ? [
          {
            id: 'lojas',
            title: texts.branchesTitle,
            columns: texts.branchesColumns,
            rows: salesByBranch.map(({ name, sales, comparedSales }) => ({
              cells: [
                name,
                formatNumber(sales.orderCount),
                formatMoney(sales.salesCents),
                formatMoney(comparedSales.salesCents),
              ],
            })),
          },
        ]
      : []),
    {
      id: 'vendeu',
      title: texts.soldTitle,
      columns: texts.soldColumns,
      rows: soldProducts.map(({ productId, name, units, paidCents }) => ({
        cells: [name, formatNumber(units), formatMoney(paidCents)],
        href: `${rootPath}/produtos/${productId}`,
      })),
      footer: withCount(texts.soldHint, soldProducts.length, soldProductCount),
    },
    {
      id: 'estoque',
      title: texts.lowStockTitle,
      columns: texts.lowStockColumns,
      textColumnIndexes: [1],
      rows: lowStock.products.map(({ productId, name, branchId, availableUnits, daysLeft }) => ({
        cells: [
          name,
          branchNames.get(branchId) ?? texts.noValue,
          formatNumber(availableUnits),
          availableUnits === 0 ? texts.soldOut : texts.daysLeft(daysLeft),
        ],
        href: `${rootPath}/produtos/${productId}`,
      })),
      footer: withCount(texts.lowStockHint, lowStock.products.length, lowStock.totalCount),
    },
    {
      id: 'buscas',
      title: texts.searchesTitle,
      columns: texts.searchesColumns,
      rows: emptySearches.map(({ words, times }) => ({
        cells: [words, formatNumber(times)],
        href: `/categoria?${new URLSearchParams({ search: words })}`,
      })),
      footer: texts.searchesHint,
    },
    {
      id: 'problemas',
      title: texts.problemsTitle,
      columns: texts.problemsColumns,
      rows: [
        {
          cells: [texts.problems.answered, formatNumber(problems.answeredCount)],
          href: `${rootPath}/pedidos-de-clientes?situacao=respondidos`,
        },
        {
          cells: [
            texts.problems.median,
            problems.medianMinutes === null ? texts.noValue : formatDuration(Math.round(problems.medianMinutes)),
          ],
        },
        {
          cells: [texts.problems.open, formatNumber(problems.openCount)],
          href: `${rootPath}/pedidos-de-clientes`,
        },
      ],
    },
  ]
}
