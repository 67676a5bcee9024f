import type { DayReport } from '#server/backoffice/reports.ts'
import type { SalesSummary } from '#server/orders/sales-figures.ts'
import { muted, row, visuallyHidden } from '../styles/shared.css.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import { formatTime } from '../texts/dates.ts'
import { formatDay, formatMoney, formatNumber } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import * as css from './backoffice.css.ts'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { buildReportTables, listFileRows, ReportTablePanel } from './report-tables.tsx'
import { SalesTabs } from './sales-tabs.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'
import * as todayCss from './today.css.ts'
import { HourlyOrdersChart, Metric } from './today-charts.tsx'

export const loader = createStaffLoader(async (request) => {
  const { backoffice, url } = request
  const report = await backoffice.reports.buildDayReport(url.searchParams.get('dia'))
  const table = buildReportTables(report, request.rootPath).find(({ id }) => id === url.searchParams.get('csv'))
  if (!table) return buildView(request, report)
  return createCsvResponse(`${table.id}-${report.day}`, table.columns, listFileRows(table))
})

function buildView({ shop, rootPath }: StaffRequest, report: DayReport): View {
  const { day, isToday, sales, previousSales, previousMeanSales: meanSales, hours } = report
  const title = isToday ? texts.title : texts.dayTitle(formatDay(day))
  const weekday = texts.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''
  const calculatePrescriptionShare = ({ prescriptionOrderCount, orderCount }: SalesSummary) =>
    orderCount === 0 ? 0 : prescriptionOrderCount / orderCount
  const calculateAverageOrderCents = ({ salesCents, orderCount }: SalesSummary) =>
    orderCount === 0 ? 0 : salesCents / orderCount
  const salesHistory = [...previousSales].reverse()
  const formatPercent = (share: number) => `${Math.round(share * 100)}%`
  return {
    title,
    header: (
      <>
        <p className={muted}>
          {formatDay(day)}
          {isToday && `, ${texts.untilTime(formatTime(shop.clock.now()))}`}, {texts.comparison(weekday)}
        </p>
        <form className={`${row} ${css.alignEnd}`} action={`${rootPath}/hoje`}>
          <TextField
            label={<span className={visuallyHidden}>{texts.day}</span>}
            name="dia"
            type="date"
            defaultValue={day}
          />
          <Button variant="outline">{texts.showDay}</Button>
        </form>
      </>
    ),
    content: (
      <>
        <SalesTabs rootPath={rootPath} current="today" />
        <div className={todayCss.metrics}>
          <Metric
            name={texts.orders}
            href="#pedidos"
            value={formatNumber(sales.orderCount)}
            barValues={[...salesHistory, sales].map(({ orderCount }) => orderCount)}
            note={texts.meanValue(formatNumber(Math.round(meanSales.orderCount)))}
          />
          <Metric
            name={texts.sales}
            href="#pedidos"
            value={formatMoney(sales.salesCents)}
            barValues={[...salesHistory, sales].map(({ salesCents }) => salesCents)}
            note={texts.meanValue(formatMoney(Math.round(meanSales.salesCents)))}
          />
          <Metric
            name={texts.averageOrderValue}
            href="#pedidos"
            value={formatMoney(Math.round(calculateAverageOrderCents(sales)))}
            barValues={[...salesHistory, sales].map(calculateAverageOrderCents)}
            note={texts.meanValue(formatMoney(Math.round(calculateAverageOrderCents(meanSales))))}
          />
          <Metric
            name={texts.withPrescription}
            href="#pedidos"
            value={formatPercent(calculatePrescriptionShare(sales))}
            barValues={[...salesHistory, sales].map(calculatePrescriptionShare)}
            note={texts.meanValue(formatPercent(calculatePrescriptionShare(meanSales)))}
          />
        </div>
        <div className={todayCss.reportGrid}>
          {buildReportTables(report, rootPath).map((table) => (
            <ReportTablePanel
              key={table.id}
              table={table}
              csvHref={`${rootPath}/hoje?dia=${day}&csv=${table.id}`}
              chart={table.id === 'horas' && <HourlyOrdersChart hours={hours} />}
            />
          ))}
        </div>
      </>
    ),
  }
}
