import type { ReactNode } from 'react'
import type { DayReport } from '#server/backoffice/reports.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import { formatNumber } from '../texts/format.ts'
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
  return (
    <ComparisonChart
      legend={[texts.legendThisDay]}
      previousLegend={texts.legendMean}
      formatValue={formatNumber}
      bars={shownHours.map(({ hour, orderCount, previousMeanCount }, index) => ({
        key: hour,
        label: index % 3 === 0 && `${hour}h`,
        parts: [orderCount],
        previousValue: previousMeanCount,
      }))}
    />
  )
}

interface ComparisonBar {
  key: string | number
  /** Below it. */
  label: ReactNode
  /** What it is made of, from its foot: one for each name of the legend. */
  parts: number[]
  /** A line across it. */
  previousValue: number
}

type ComparisonChartProps = {
  bars: ComparisonBar[]
  /** What the parts of a bar say. */
  legend: string[]
  /** What the lines across the bars say. */
  previousLegend: string
  /** On the scale and over the bars. */
  formatValue: (value: number) => string
}

/** More bars than this have no room for what they say. */
const maxBarsWithValue = 24

/** Bars with the values of another time across them, on one scale. The table below it says the same to screen readers. */
export function ComparisonChart({ bars, legend, previousLegend, formatValue }: ComparisonChartProps) {
  const maxValue = roundUpToScale(Math.max(...bars.flatMap(({ parts, previousValue }) => [sum(parts), previousValue])))
  const columnWidth = 100 / bars.length
  // A tenth is left for what stands over the highest bar.
  const toHeight = (value: number) => Math.round((value / maxValue) * 900) / 10
  const toY = (value: number) => `${100 - toHeight(value)}%`
  const toX = (index: number, share: number) => `${Math.round((index + share) * columnWidth * 100) / 100}%`
  return (
    <div className={todayCss.chart} aria-hidden="true">
      <p className={todayCss.legend}>
        {legend.map((name) => (
          <span key={name}>{name} </span>
        ))}
        <span data-before>{previousLegend}</span>
      </p>
      <p className={todayCss.scale}>
        {[maxValue, maxValue / 2, 0].map((value) => (
          <span key={value}>{formatValue(value)}</span>
        ))}
      </p>
      <svg aria-hidden="true">
        {[maxValue, maxValue / 2, 0].map((value) => (
          <line key={value} x2="100%" y1={toY(value)} y2={toY(value)} />
        ))}
        {bars.map(({ key, parts, previousValue }, index) => (
          <g key={key}>
            {legend.map((name, part) => (
              <rect
                key={name}
                x={toX(index, 0.2)}
                y={toY(sum(parts.slice(0, part + 1)))}
                width={`${Math.round(columnWidth * 60) / 100}%`}
                height={`${toHeight(parts[part] ?? 0)}%`}
              />
            ))}
            {previousValue > 0 && (
              <line
                data-before=""
                x1={toX(index, 0.1)}
                x2={toX(index, 0.9)}
                y1={toY(previousValue)}
                y2={toY(previousValue)}
              />
            )}
            {sum(parts) > 0 && bars.length <= maxBarsWithValue && (
              <text x={toX(index, 0.5)} y={toY(Math.max(sum(parts), previousValue))} dy="-.375em">
                {formatValue(sum(parts))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <p className={todayCss.barLabels}>
        {bars.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </p>
    </div>
  )
}

/** The next even number of one digit and noughts, so that half of it is whole too. */
function roundUpToScale(value: number): number {
  if (value <= 2) return 2
  const step = 2 * 10 ** Math.floor(Math.log10(value))
  return value <= step / 2 ? step / 2 : Math.ceil(value / step) * step
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
