import type { DayReport } from '#server/backoffice/reports.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import * as todayCss from './today.css.ts'

/** A figure of the day, and its bars: four days before it, then it. */
export function Metric({
  name,
  value,
  barValues,
  note,
}: {
  name: string
  value: string
  barValues: number[]
  note: string
}) {
  const maxBarValue = Math.max(...barValues, Number.MIN_VALUE)
  return (
    <section className={todayCss.metric}>
      <h2>
        <a href="#pedidos">{name}</a>
      </h2>
      <b>{value}</b>
      <svg viewBox="0 0 80 40" preserveAspectRatio="none" aria-hidden="true">
        {barValues.map((barValue, index) => {
          const height = Math.round((barValue / maxBarValue) * 40)
          const attributes = index === barValues.length - 1 ? { 'data-now': '' } : { 'data-before': '' }
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its index
          return <rect key={index} {...attributes} x={index * 17} y={40 - height} width={12} height={height} />
        })}
      </svg>
      <small>{note}</small>
    </section>
  )
}

/** The bars, and every third hour below them. */
export function HourlyOrdersChart({ hours }: { hours: DayReport['hours'] }) {
  // From six o'clock, or earlier where somebody bought.
  const firstSaleHour = hours.findIndex(({ orderCount, previousMeanCount }) => orderCount + previousMeanCount > 0)
  const shownHours = hours.slice(firstSaleHour < 0 ? 6 : Math.min(firstSaleHour, 6))
  const maxOrderCount = Math.max(
    ...shownHours.flatMap(({ orderCount, previousMeanCount }) => [orderCount, previousMeanCount]),
    1,
  )
  const peakHour = shownHours.reduce((best, hour) => (hour.orderCount > best.orderCount ? hour : best))
  const columnWidth = 600 / shownHours.length
  const toHeight = (count: number) => Math.round((count / maxOrderCount) * 156)
  return (
    <>
      <svg
        className={todayCss.chart}
        viewBox="0 0 600 160"
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.hoursChartLabel(peakHour.orderCount, peakHour.hour)}
      >
        {shownHours.map(({ hour, orderCount, previousMeanCount }, index) => (
          <g key={hour}>
            <rect
              data-before=""
              x={index * columnWidth + 2}
              y={160 - toHeight(previousMeanCount)}
              width={columnWidth - 4}
              height={toHeight(previousMeanCount)}
            />
            <rect
              data-now=""
              x={index * columnWidth + 8}
              y={160 - toHeight(orderCount)}
              width={columnWidth - 16}
              height={toHeight(orderCount)}
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
