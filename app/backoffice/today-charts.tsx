import type { ReactNode } from 'react'
import type { DayReport } from '#server/backoffice/reports.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import * as todayCss from './today.css.ts'

/** A figure, and its bars: four days before it, then it. It leads to what it counts. */
export function Metric({
  name,
  href,
  value,
  barValues = [],
  note,
}: {
  name: string
  href: string
  value: string
  barValues?: number[]
  note: ReactNode
}) {
  const maxBarValue = Math.max(...barValues, Number.MIN_VALUE)
  return (
    <section className={todayCss.metric}>
      <h2>
        <a href={href}>{name}</a>
      </h2>
      <b>{value}</b>
      {barValues.length > 0 && (
        <svg viewBox="0 0 80 40" preserveAspectRatio="none" aria-hidden="true">
          {barValues.map((barValue, index) => {
            const height = Math.round((barValue / maxBarValue) * 40)
            const attributes = index === barValues.length - 1 ? { 'data-now': '' } : { 'data-before': '' }
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its index
            return <rect key={index} {...attributes} x={index * 17} y={40 - height} width={12} height={height} />
          })}
        </svg>
      )}
      <small>{note}</small>
    </section>
  )
}

/** The hours' bars, and every third hour below them. */
export function HourlyOrdersChart({ hours }: { hours: DayReport['hours'] }) {
  // From six o'clock, or earlier where somebody bought.
  const firstSaleHour = hours.findIndex(({ orderCount, previousMeanCount }) => orderCount + previousMeanCount > 0)
  const shownHours = hours.slice(firstSaleHour < 0 ? 6 : Math.min(firstSaleHour, 6))
  const peakHour = shownHours.reduce((best, hour) => (hour.orderCount > best.orderCount ? hour : best))
  return (
    <ComparisonChart
      label={texts.hoursChartLabel(peakHour.orderCount, peakHour.hour)}
      bars={shownHours.map(({ hour, orderCount, previousMeanCount }, index) => ({
        key: hour,
        label: index % 3 === 0 && `${hour}h`,
        value: orderCount,
        previousValue: previousMeanCount,
      }))}
    />
  )
}

interface ComparisonBar {
  key: string | number
  /** Below it. */
  label: ReactNode
  value: number
  /** Stands behind it, wider. */
  previousValue: number
}

/** Bars before those of another time, on one scale. @param label what screen readers read in its place */
export function ComparisonChart({ bars, label }: { bars: ComparisonBar[]; label: string }) {
  const maxValue = Math.max(...bars.flatMap(({ value, previousValue }) => [value, previousValue]), 1)
  const columnWidth = 600 / bars.length
  const toHeight = (value: number) => Math.max(0, Math.round((value / maxValue) * 156))
  return (
    <>
      <svg className={todayCss.chart} viewBox="0 0 600 160" preserveAspectRatio="none" role="img" aria-label={label}>
        {bars.map(({ key, value, previousValue }, index) => (
          <g key={key}>
            <rect
              data-before=""
              x={(index + 0.08) * columnWidth}
              y={160 - toHeight(previousValue)}
              width={0.84 * columnWidth}
              height={toHeight(previousValue)}
            />
            <rect
              data-now=""
              x={(index + 0.3) * columnWidth}
              y={160 - toHeight(value)}
              width={0.4 * columnWidth}
              height={toHeight(value)}
            />
          </g>
        ))}
      </svg>
      <p className={todayCss.barLabels} aria-hidden="true">
        {bars.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </p>
    </>
  )
}
