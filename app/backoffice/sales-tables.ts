import type { SalesReport } from '#server/backoffice/sales.ts'
import { formatDuration } from '../texts/backoffice/frame.ts'
import { formatAmount, formatShortDay, salesTexts as texts } from '../texts/backoffice/sales.ts'
import type { CsvCell } from '../texts/csv-line.ts'
import { formatNumber } from '../texts/format.ts'
import { listBranchSeries } from './branch-series.ts'
import type { ReportTable } from './report-tables.tsx'

export type SalesTable = ReportTable & {
  footer?: string
  /** Its rows as a file: where it may be longer than the page shows. */
  file?: { columns: string[]; rows: CsvCell[][] }
}

type SalesTables = { daysTable: SalesTable | null; longTables: SalesTable[]; shortTables: SalesTable[] }

/** The tables of the page of sales: the days', then two columns; of one day or one branch there is nothing to compare. */
export function buildSalesTables(report: SalesReport, rootPath: string): SalesTables {
  return {
    daysTable: report.salesByDay.length > 1 ? buildDaysTable(report, rootPath) : null,
    longTables: [
      buildSoldTable(report, rootPath),
      ...(report.promotions.length > 0 ? [buildPromotionsTable(report)] : []),
    ],
    shortTables: [
      ...(report.salesByBranch.length > 1 ? [buildBranchesTable(report)] : []),
      buildLowStockTable(report, rootPath),
      buildSearchesTable(report),
      buildCeilingsTable(report, rootPath),
      buildProblemsTable(report, rootPath),
    ],
  }
}

function buildDaysTable(report: SalesReport, rootPath: string): SalesTable {
  const series = listBranchSeries(report)
  return {
    id: 'dias',
    title: series.length > 0 ? texts.daysAndBranchesTitle : texts.daysTitle,
    columns: texts.daysColumns(series.map(({ name }) => name)),
    rows: report.salesByDay.map(({ day, sales, comparedSales }, index) => ({
      cells: [
        formatShortDay(day),
        formatNumber(sales.orderCount),
        formatAmount(sales.salesCents),
        ...series.map(({ dailyCents }) => formatAmount(dailyCents[index] ?? 0)),
        comparedSales ? formatAmount(comparedSales.salesCents) : texts.noValue,
      ],
      href: `${rootPath}/hoje?dia=${day}`,
    })),
  }
}

function buildSoldTable({ soldProducts, soldProductCount }: SalesReport, rootPath: string): SalesTable {
  return {
    id: 'vendeu',
    title: texts.soldTitle,
    columns: texts.soldColumns,
    rows: soldProducts.map(({ productId, name, units, paidCents }) => ({
      cells: [name, formatNumber(units), formatAmount(paidCents)],
      href: `${rootPath}/produtos/${productId}`,
    })),
    footer: withCount(texts.soldHint, soldProducts.length, soldProductCount),
    file: {
      columns: texts.soldColumns,
      rows: soldProducts.map(({ name, units, paidCents }) => [name, units, { cents: paidCents }]),
    },
  }
}

function buildPromotionsTable({ promotions }: SalesReport): SalesTable {
  return {
    id: 'promocoes',
    title: texts.promotionsTitle,
    columns: texts.promotionsColumns,
    rows: promotions.map(({ title, orderCount, units, cents }) => ({
      cells: [title, formatNumber(orderCount), formatNumber(units), formatAmount(cents)],
    })),
    footer: texts.promotionsHint,
  }
}

function buildBranchesTable({ salesByBranch }: SalesReport): SalesTable {
  return {
    id: 'lojas',
    title: texts.branchesTitle,
    columns: texts.branchesColumns,
    rows: salesByBranch.map(({ name, sales, comparedSales }) => ({
      cells: [
        name,
        formatNumber(sales.orderCount),
        formatAmount(sales.salesCents),
        formatAmount(comparedSales.salesCents),
      ],
    })),
  }
}

function buildLowStockTable({ lowStock, branches }: SalesReport, rootPath: string): SalesTable {
  const branchNames = new Map(branches.map(({ id, name }) => [id, name]))
  return {
    id: 'estoque',
    title: texts.lowStockTitle,
    columns: texts.lowStockColumns,
    rows: lowStock.products.map(({ productId, name, branchId, availableUnits, daysLeft }) => ({
      cells: [name, formatNumber(availableUnits), availableUnits === 0 ? texts.soldOut : texts.daysLeft(daysLeft)],
      href: `${rootPath}/produtos/${productId}`,
      note: branchNames.get(branchId) ?? '',
    })),
    footer: withCount(texts.lowStockHint, lowStock.products.length, lowStock.totalCount),
    file: {
      columns: texts.lowStockFileColumns,
      rows: lowStock.products.map(({ name, branchId, availableUnits, daysLeft }) => [
        ...[name, branchNames.get(branchId) ?? '', availableUnits, daysLeft],
      ]),
    },
  }
}

function buildSearchesTable({ emptySearches }: SalesReport): SalesTable {
  return {
    id: 'buscas',
    title: texts.searchesTitle,
    columns: texts.searchesColumns,
    rows: emptySearches.map(({ words, times }) => ({
      cells: [words, formatNumber(times)],
      href: `/categoria?${new URLSearchParams({ search: words })}`,
    })),
    footer: texts.searchesHint,
    file: { columns: texts.searchesColumns, rows: emptySearches.map(({ words, times }) => [words, times]) },
  }
}

function buildCeilingsTable({ pricesAboveCeiling }: SalesReport, rootPath: string): SalesTable {
  return {
    id: 'tetos',
    title: texts.ceilingsTitle,
    columns: texts.ceilingsColumns,
    rows: pricesAboveCeiling.map(({ name, priceCount }) => ({
      cells: [name, formatNumber(priceCount)],
      href: `${rootPath}/produtos/tetos?acima=1`,
    })),
    footer: texts.ceilingsHint,
  }
}

function buildProblemsTable({ problems }: SalesReport, rootPath: string): SalesTable {
  const problemsPath = `${rootPath}/pedidos-de-clientes`
  const medianText =
    problems.medianMinutes === null ? texts.noValue : formatDuration(Math.round(problems.medianMinutes))
  return {
    id: 'problemas',
    title: texts.problemsTitle,
    columns: texts.problemsColumns,
    rows: [
      {
        cells: [texts.problems.answers, formatNumber(problems.answeredCount)],
        href: `${problemsPath}?situacao=respondidos`,
      },
      { cells: [texts.problems.median, medianText] },
      { cells: [texts.problems.open, formatNumber(problems.openCount)], href: problemsPath },
    ],
  }
}

/** Says before a hint how many there are, and where, if the page has not all of them. */
function withCount(hint: string, shownCount: number, totalCount: number): string {
  return shownCount < totalCount ? `${texts.firstOf(shownCount, totalCount)} ${hint}` : hint
}
