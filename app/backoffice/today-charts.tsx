import type { DayReport } from '#server/backoffice/reports.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import * as todayCss from './today.css.ts'

/** A figure of the day, and its bars: four days before it, then it. */
export function Metric({ name, value, bars, note }: { name: string; value: string; bars: number[]; note: string }) {
  const max = Math.max(...bars, Number.MIN_VALUE)
  return (
    <section className={todayCss.figure}>
      <h2>
        <a href="#pedidos">{name}</a>
      </h2>
      <b>{value}</b>
      <svg viewBox="0 0 80 40" preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, at) => {
          const height = Math.round((bar / max) * 40)
          const attributes = at === bars.length - 1 ? { 'data-now': '' } : { 'data-before': '' }
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its place
          return <rect key={at} {...attributes} x={at * 17} y={40 - height} width={12} height={height} />
        })}
      </svg>
      <small>{note}</small>
    </section>
  )
}

/** The bars, and every third hour below them. */
export function HoursChart({ hours }: { hours: DayReport['hours'] }) {
  // From six o'clock, or earlier where somebody bought.
  const firstHour = hours.findIndex(({ orders, before }) => orders + before > 0)
  const openHours = hours.slice(firstHour < 0 ? 6 : Math.min(firstHour, 6))
  const max = Math.max(...openHours.flatMap(({ orders, before }) => [orders, before]), 1)
  const peak = openHours.reduce((best, each) => (each.orders > best.orders ? each : best))
  const step = 600 / openHours.length
  const height = (value: number) => Math.round((value / max) * 156)
  return (
    <>
      <svg
        className={todayCss.chart}
        viewBox="0 0 600 160"
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.hoursLabel(peak.orders, peak.hour)}
      >
        {openHours.map(({ hour, orders, before }, at) => (
          <g key={hour}>
            <rect data-before="" x={at * step + 2} y={160 - height(before)} width={step - 4} height={height(before)} />
            <rect data-now="" x={at * step + 8} y={160 - height(orders)} width={step - 16} height={height(orders)} />
          </g>
        ))}
      </svg>
      <p className={todayCss.hours} aria-hidden="true">
        {openHours.map(({ hour }, at) => (
          <span key={hour}>{at % 3 === 0 && `${hour}h`}</span>
        ))}
      </p>
    </>
  )
}
