import type { DayReport } from '#server/backoffice/reports.ts'
import type { Sales } from '#server/orders/reports.ts'
import { muted, row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import { formatTime } from '../texts/dates.ts'
import { formatDay, formatMoney, formatNumber } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './backoffice.css.ts'
import { createCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { buildReportTables, ReportTablePanel } from './report-tables.tsx'
import { type StaffRequest, staffLoader } from './staff-pages.server.tsx'
import * as todayCss from './today.css.ts'
import { HoursChart, Metric } from './today-charts.tsx'

export const loader = staffLoader(async (request) => {
  const { shop, actor, url } = request
  const report = await shop.backoffice.reports.buildDayReport(actor, url.searchParams.get('dia'))
  const table = buildReportTables(report, request.root).find(({ id }) => id === url.searchParams.get('csv'))
  if (!table) return buildView(request, report)
  return createCsvResponse(
    `${table.id}-${report.day}`,
    table.columns,
    table.rows.map(({ cells }) => cells),
  )
})

function buildView({ shop, root }: StaffRequest, report: DayReport): View {
  const { day, isToday, sales, salesBefore, meanSales: mean, hours } = report
  const title = isToday ? texts.title : texts.titleOf(formatDay(day))
  const weekday = texts.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''
  const prescriptionShareOf = ({ prescriptionOrderCount, orderCount }: Sales) =>
    orderCount === 0 ? 0 : prescriptionOrderCount / orderCount
  const averageOrderCentsOf = ({ revenueCents, orderCount }: Sales) =>
    orderCount === 0 ? 0 : revenueCents / orderCount
  const previousSales = [...salesBefore].reverse()
  const formatPercent = (share: number) => `${Math.round(share * 100)}%`
  return {
    title,
    body: (
      <div className={stack}>
        <div className={css.pageHeader}>
          <h1>{title}</h1>
          <p className={muted}>
            {formatDay(day)}
            {isToday && `, ${texts.untilTime(formatTime(shop.clock.now()))}`}, {texts.comparison(weekday)}
          </p>
          <form className={`${row} ${css.alignEnd}`} action={`${root}/hoje`}>
            <TextField
              label={<span className={visuallyHidden}>{texts.day}</span>}
              name="dia"
              type="date"
              defaultValue={day}
            />
            <Button variant="outline">{texts.showDay}</Button>
          </form>
        </div>
        <div className={todayCss.metrics}>
          <Metric
            name={texts.orders}
            value={formatNumber(sales.orderCount)}
            bars={[...previousSales, sales].map(({ orderCount }) => orderCount)}
            note={texts.meanValue(formatNumber(Math.round(mean.orderCount)))}
          />
          <Metric
            name={texts.revenue}
            value={formatMoney(sales.revenueCents)}
            bars={[...previousSales, sales].map(({ revenueCents }) => revenueCents)}
            note={texts.meanValue(formatMoney(Math.round(mean.revenueCents)))}
          />
          <Metric
            name={texts.averageOrderValue}
            value={formatMoney(Math.round(averageOrderCentsOf(sales)))}
            bars={[...previousSales, sales].map(averageOrderCentsOf)}
            note={texts.meanValue(formatMoney(Math.round(averageOrderCentsOf(mean))))}
          />
          <Metric
            name={texts.withPrescription}
            value={formatPercent(prescriptionShareOf(sales))}
            bars={[...previousSales, sales].map(prescriptionShareOf)}
            note={texts.meanValue(formatPercent(prescriptionShareOf(mean)))}
          />
        </div>
        <Panel title={texts.hoursTitle}>
          <p className={todayCss.legend}>
            <span>{texts.legendThisDay}</span> <span data-before>{texts.legendMean}</span>
          </p>
          <HoursChart hours={hours} />
        </Panel>
        <div className={todayCss.reportGrid}>
          {buildReportTables(report, root).map((table) => (
            <ReportTablePanel key={table.id} table={table} csvHref={`${root}/hoje?dia=${day}&csv=${table.id}`} />
          ))}
        </div>
      </div>
    ),
  }
}
