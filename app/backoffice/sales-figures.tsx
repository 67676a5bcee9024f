import type { SalesReport } from '#server/backoffice/sales.ts'
import { formatBarDay, formatChange, formatWholeReais, salesTexts as texts } from '../texts/backoffice/sales.ts'
import { formatMoney, formatNumber } from '../texts/format.ts'
import * as css from './backoffice.css.ts'
import { listBranchSeries } from './branch-series.ts'
import * as todayCss from './today.css.ts'
import { ComparisonChart, Metric } from './today-charts.tsx'

type Figures = SalesReport['sales']

/** What was sold, in how many orders, and what went back. */
export function SalesFigures({ report: { sales, comparedSales, salesByDay } }: { report: SalesReport }) {
  const calculateAverageCents = ({ salesCents, orderCount }: Figures) =>
    orderCount === 0 ? 0 : Math.round(salesCents / orderCount)
  const href = salesByDay.length > 1 ? '#dias' : '#vendeu'
  return (
    <div className={todayCss.metrics}>
      <Metric
        name={texts.sales}
        href={href}
        value={formatMoney(sales.salesCents)}
        note={<Change value={sales.salesCents} before={comparedSales.salesCents} format={formatMoney} />}
      />
      <Metric
        name={texts.orders}
        href={href}
        value={formatNumber(sales.orderCount)}
        note={<Change value={sales.orderCount} before={comparedSales.orderCount} format={formatNumber} />}
      />
      <Metric
        name={texts.averageOrder}
        href={href}
        value={formatMoney(calculateAverageCents(sales))}
        note={
          <Change
            value={calculateAverageCents(sales)}
            before={calculateAverageCents(comparedSales)}
            format={formatMoney}
          />
        }
      />
      <Metric
        name={texts.refunded}
        href="#contador"
        value={formatMoney(sales.refundedCents)}
        note={texts.refundedOrders(sales.refundedOrderCount, formatMoney(comparedSales.refundedCents))}
      />
    </div>
  )
}

/** By how much a figure differs from the one before, and that one. */
function Change({ value, before, format }: { value: number; before: number; format: (value: number) => string }) {
  const change = formatChange(value, before)
  return (
    <>
      {change && <b className={value > before ? css.successText : undefined}>{change}</b>}{' '}
      {texts.before(format(before))}
    </>
  )
}

export function DaysChart({ report }: { report: SalesReport }) {
  const { salesByDay: days } = report
  const series = listBranchSeries(report)
  // As many as a phone has room for.
  const labelEvery = Math.ceil(days.length / 7)
  return (
    <ComparisonChart
      legend={series.length > 0 ? series.map(({ name }) => name) : [texts.legendNow]}
      previousLegend={texts.legendBefore}
      formatValue={formatWholeReais}
      bars={days.map(({ day, sales, comparedSales }, index) => ({
        key: day,
        label: index % labelEvery === 0 && formatBarDay(day, days.length),
        parts: series.length > 0 ? series.map(({ dailyCents }) => dailyCents[index] ?? 0) : [sales.salesCents],
        previousValue: comparedSales?.salesCents ?? 0,
      }))}
    />
  )
}
