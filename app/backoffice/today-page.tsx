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
import { csvFile } from './csv.ts'
import type { View } from './document.tsx'
import { type StaffRequest, staffLoader } from './staff-pages.server.tsx'
import * as todayCss from './today.css.ts'
import { HoursChart, Metric } from './today-charts.tsx'
import { ReportTableSheet, reportTables } from './today-lists.tsx'

export const loader = staffLoader(async (request) => {
  const { shop, actor, url } = request
  const report = await shop.backoffice.reports.figuresOf(actor, url.searchParams.get('dia'))
  const list = reportTables(report, request.root).find(({ id }) => id === url.searchParams.get('csv'))
  if (!list) return show(request, report)
  return csvFile(
    `${list.id}-${report.day}`,
    list.columns,
    list.rows.map(({ cells }) => cells),
  )
})

function show({ shop, root }: StaffRequest, report: DayReport): View {
  const { day, isToday, sales, salesBefore, mean, hours } = report
  const title = isToday ? texts.title : texts.titleOf(formatDay(day))
  const weekday = texts.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''
  const prescriptionShare = ({ prescriptionOrderCount, orderCount }: Sales) =>
    orderCount === 0 ? 0 : prescriptionOrderCount / orderCount
  const averageOrderCents = ({ revenueCents, orderCount }: Sales) => (orderCount === 0 ? 0 : revenueCents / orderCount)
  const previousSales = [...salesBefore].reverse()
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return {
    title,
    body: (
      <div className={stack}>
        <div className={css.top}>
          <h1>{title}</h1>
          <p className={muted}>
            {formatDay(day)}
            {isToday && `, ${texts.until(formatTime(shop.clock.now()))}`}, {texts.compared(weekday)}
          </p>
          <form className={`${row} ${css.end}`} action={`${root}/hoje`}>
            <TextField
              label={<span className={visuallyHidden}>{texts.day}</span>}
              name="dia"
              type="date"
              defaultValue={day}
            />
            <Button variant="outline">{texts.show}</Button>
          </form>
        </div>
        <div className={todayCss.figures}>
          <Metric
            name={texts.orders}
            value={formatNumber(sales.orderCount)}
            bars={[...previousSales, sales].map(({ orderCount }) => orderCount)}
            note={texts.mean(formatNumber(Math.round(mean.orderCount)))}
          />
          <Metric
            name={texts.revenue}
            value={formatMoney(sales.revenueCents)}
            bars={[...previousSales, sales].map(({ revenueCents }) => revenueCents)}
            note={texts.mean(formatMoney(Math.round(mean.revenueCents)))}
          />
          <Metric
            name={texts.average}
            value={formatMoney(Math.round(averageOrderCents(sales)))}
            bars={[...previousSales, sales].map(averageOrderCents)}
            note={texts.mean(formatMoney(Math.round(averageOrderCents(mean))))}
          />
          <Metric
            name={texts.withPrescription}
            value={percent(prescriptionShare(sales))}
            bars={[...previousSales, sales].map(prescriptionShare)}
            note={texts.mean(percent(prescriptionShare(mean)))}
          />
        </div>
        <Panel title={texts.hoursTitle}>
          <p className={todayCss.key}>
            <span>{texts.keyNow}</span> <span data-before>{texts.keyBefore}</span>
          </p>
          <HoursChart hours={hours} />
        </Panel>
        <div className={todayCss.lists}>
          {reportTables(report, root).map((list) => (
            <ReportTableSheet key={list.id} list={list} file={`${root}/hoje?dia=${day}&csv=${list.id}`} />
          ))}
        </div>
      </div>
    ),
  }
}
