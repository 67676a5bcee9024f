import type { DayReport } from '#server/backoffice/reports.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import * as todayCss from './today.css.ts'

/** A figure of the day, and its bars: four days before it, then it. */
export function Metric({ name, value, bars, note }: { name: string; value: string; bars: number[]; note: string }) {
  const max = Math.max(...bars, Number.MIN_VALUE)
  return (
    <section className={todayCss.metric}>
      <h2>
        <a href="#pedidos">{name}</a>
      </h2>
      <b>{value}</b>
      <svg viewBox="0 0 80 40" preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => {
          const height = Math.round((bar / max) * 40)
          const attributes = index === bars.length - 1 ? { 'data-now': '' } : { 'data-before': '' }
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its place
          return <rect key={index} {...attributes} x={index * 17} y={40 - height} width={12} height={height} />
        })}
      </svg>
      <small>{note}</small>
    </section>
  )
}

/** The bars, and every third hour below them. */
export function HoursChart({ hours }: { hours: DayReport['hours'] }) {
  // From six o'clock, or earlier where somebody bought.
  const firstSaleHour = hours.findIndex(({ orderCount: orders, previousMeanCount: before }) => orders + before > 0)
  const shownHours = hours.slice(firstSaleHour < 0 ? 6 : Math.min(firstSaleHour, 6))
  const max = Math.max(
    ...shownHours.flatMap(({ orderCount: orders, previousMeanCount: before }) => [orders, before]),
    1,
  )
  const peakHour = shownHours.reduce((best, each) => (each.orderCount > best.orderCount ? each : best))
  const columnWidth = 600 / shownHours.length
  const toHeight = (value: number) => Math.round((value / max) * 156)
  return (
    <>
      <svg
        className={todayCss.chart}
        viewBox="0 0 600 160"
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.hoursChartLabel(peakHour.orderCount, peakHour.hour)}
      >
        {shownHours.map(({ hour, orderCount: orders, previousMeanCount: before }, index) => (
          <g key={hour}>
            <rect
              data-before=""
              x={index * columnWidth + 2}
              y={160 - toHeight(before)}
              width={columnWidth - 4}
              height={toHeight(before)}
            />
            <rect
              data-now=""
              x={index * columnWidth + 8}
              y={160 - toHeight(orders)}
              width={columnWidth - 16}
              height={toHeight(orders)}
            />
          </g>
        ))}
      </svg>
      <p className={todayCss.hourLabels} aria-hidden="true">
        {shownHours.map(({ hour }, index) => (
          <span key={hour}>{index % 3 === 0 && `${hour}h`}</span>
        ))}
      </p>
    </>
  )
}
