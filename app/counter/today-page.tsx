import type { ReactNode } from 'react'
import type { DayFigures } from '#server/counter/figures.ts'
import type { Sales } from '#server/orders/figures.ts'
import { muted, row, stack, visuallyHidden } from '../styles/shared.css.ts'
import { duration, orderStatusTexts, todayTexts as texts } from '../texts/counter.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatDay, formatMoney, formatNumber } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './counter.css.ts'
import { type Desk, deskLoader } from './counter.server.tsx'
import type { View } from './counter-document.tsx'
import { csvFile } from './csv.ts'
import * as todayCss from './today.css.ts'

export const loader = deskLoader(async (desk) => {
  const { shop, actor, url } = desk
  const figures = await shop.counter.figures.figuresOf(actor, url.searchParams.get('dia'))
  const list = listsOf(figures, desk.root).find(({ id }) => id === url.searchParams.get('csv'))
  if (!list) return show(desk, figures)
  return csvFile(
    `${list.id}-${figures.day}`,
    list.columns,
    list.rows.map(({ cells }) => cells),
  )
})

function show({ shop, root }: Desk, figures: DayFigures): View {
  const { day, isToday, sales, salesBefore, mean, hours } = figures
  const title = isToday ? texts.title : texts.titleOf(formatDay(day))
  const weekday = texts.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? ''
  const shareOf = ({ withPrescription, orders }: Sales) => (orders === 0 ? 0 : withPrescription / orders)
  const averageOf = ({ revenueCents, orders }: Sales) => (orders === 0 ? 0 : revenueCents / orders)
  const past = [...salesBefore].reverse()
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
          <Figure
            name={texts.orders}
            value={formatNumber(sales.orders)}
            bars={[...past, sales].map(({ orders }) => orders)}
            note={texts.mean(formatNumber(Math.round(mean.orders)))}
          />
          <Figure
            name={texts.revenue}
            value={formatMoney(sales.revenueCents)}
            bars={[...past, sales].map(({ revenueCents }) => revenueCents)}
            note={texts.mean(formatMoney(Math.round(mean.revenueCents)))}
          />
          <Figure
            name={texts.average}
            value={formatMoney(Math.round(averageOf(sales)))}
            bars={[...past, sales].map(averageOf)}
            note={texts.mean(formatMoney(Math.round(averageOf(mean))))}
          />
          <Figure
            name={texts.withPrescription}
            value={percent(shareOf(sales))}
            bars={[...past, sales].map(shareOf)}
            note={texts.mean(percent(shareOf(mean)))}
          />
        </div>
        <Panel title={texts.hoursTitle}>
          <p className={todayCss.key}>
            <span>{texts.keyNow}</span> <span data-before>{texts.keyBefore}</span>
          </p>
          <HoursChart hours={hours} />
        </Panel>
        <div className={todayCss.lists}>
          {listsOf(figures, root).map((list) => (
            <ListSheet key={list.id} list={list} file={`${root}/hoje?dia=${day}&csv=${list.id}`} />
          ))}
        </div>
      </div>
    ),
  }
}

/** A list as a table, the beginning of a long one, with its file. */
function ListSheet({ list, file }: { list: List; file: string }) {
  return (
    <section id={list.id} className={css.sheet} aria-label={list.title} data-wide={list.isWide || undefined}>
      <table className={css.tableStyle} data-stacked={list.isWide || undefined}>
        <caption>
          <span className={css.top}>
            {list.title}
            <a className={css.end} href={file}>
              {texts.csv}
              <span className={visuallyHidden}>{texts.csvOf(list.title)}</span>
            </a>
          </span>
        </caption>
        <thead>
          <tr>
            {list.columns.map((name, at) => (
              <th key={name} scope="col" className={isAmount(list, at) ? css.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.slice(0, maxRows).map(({ cells: [first, ...rest], href, note }) => (
            <tr key={`${first} ${href}`}>
              <th scope="row">
                {href ? <a href={href}>{first}</a> : first}
                {note && <small>{note}</small>}
              </th>
              {rest.map((cell, at) => (
                <td key={list.columns[at + 1]} className={isAmount(list, at + 1) ? css.number : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {list.rows.length === 0 && (
            <tr>
              <td colSpan={list.columns.length}>{texts.nothing}</td>
            </tr>
          )}
        </tbody>
      </table>
      {list.rows.length > maxRows && <p className={css.sums}>{texts.firstRows(maxRows, list.rows.length)}</p>}
    </section>
  )
}

function isAmount({ words = [] }: List, column: number): boolean {
  return column > 0 && !words.includes(column)
}

/** Rows that the page shows of a list; its file has all. */
const maxRows = 20

interface List {
  /** In the address and the file's name. */
  id: string
  title: string
  columns: string[]
  /** The places of columns that hold words, beside the first one: amounts are set below each other. */
  words?: number[]
  rows: { cells: (string | number)[]; href?: string; note?: ReactNode }[]
  /** It takes the page's whole width. */
  isWide?: boolean
}

/** The page's tables, which are its files, too. */
function listsOf(figures: DayFigures, root: string): List[] {
  const minutes = (value: number | null) => (value === null ? texts.none : duration(Math.round(value)))
  return [
    {
      id: 'horas',
      title: texts.hoursTitle,
      columns: [texts.hour, texts.keyNow, texts.keyBefore],
      rows: figures.hours
        .filter(({ orders, before }) => orders + before > 0)
        .map(({ hour, orders, before }) => ({ cells: [`${hour}h`, orders, before.toFixed(1).replace('.', ',')] })),
    },
    {
      id: 'pedidos',
      title: texts.ordersTitle,
      isWide: true,
      columns: texts.ordersColumns,
      words: [2, 3],
      rows: figures.orders.map(({ id, paidAt, status, isPrescribed, totalCents }) => ({
        cells: [
          id,
          formatTime(paidAt),
          orderStatusTexts[status],
          isPrescribed ? texts.withPrescription : texts.none,
          formatMoney(totalCents),
        ],
        href: `${root}/pedidos/${id}`,
      })),
    },
    {
      id: 'tempos',
      isWide: true,
      title: texts.timesTitle,
      columns: texts.timesColumns,
      rows: figures.times.map(({ step, median, ninetieth, medianBefore }) => ({
        cells: [texts.steps[step], minutes(median), minutes(ninetieth), minutes(medianBefore)],
      })),
    },
    {
      id: 'buscas',
      title: texts.searchesTitle,
      columns: texts.searchesColumns,
      rows: figures.emptySearches.map(({ words, times }) => ({
        cells: [words, times],
        href: `/categoria?${new URLSearchParams({ search: words })}`,
      })),
    },
    {
      id: 'avise-me',
      title: texts.wantedTitle,
      columns: texts.wantedColumns,
      rows: figures.mostWanted.map(({ productId, name, people }) => ({
        cells: [name, people],
        href: `${root}/produtos/${productId}`,
      })),
    },
    {
      id: 'devolver',
      title: texts.owedTitle,
      columns: texts.owedColumns,
      rows: figures.owed.map(({ orderId, amountCents, byHand }) => ({
        cells: [orderId, formatMoney(amountCents)],
        href: `${root}/pedidos/${orderId}`,
        ...(byHand && { note: texts.byHand }),
      })),
    },
    {
      id: 'emails',
      title: texts.mailsTitle,
      columns: texts.mailsColumns,
      rows: figures.failingMails.map(({ subject, recipient, attempts, writtenAt }) => ({
        cells: [subject, attempts],
        note: `${recipient}, ${formatDateAndTime(writtenAt)}`,
      })),
    },
  ]
}

function Figure({ name, value, bars, note }: { name: string; value: string; bars: number[]; note: string }) {
  const most = Math.max(...bars, Number.MIN_VALUE)
  return (
    <section className={todayCss.figure}>
      <h2>
        <a href="#pedidos">{name}</a>
      </h2>
      <b>{value}</b>
      <svg viewBox="0 0 80 40" preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, at) => {
          const height = Math.round((bar / most) * 40)
          const look = at === bars.length - 1 ? { 'data-now': '' } : { 'data-before': '' }
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has nothing but its place
          return <rect key={at} {...look} x={at * 17} y={40 - height} width={12} height={height} />
        })}
      </svg>
      <small>{note}</small>
    </section>
  )
}

/** The bars, and every third hour below them. */
function HoursChart({ hours }: { hours: DayFigures['hours'] }) {
  // From six o'clock, or earlier where somebody bought.
  const first = hours.findIndex(({ orders, before }) => orders + before > 0)
  const shown = hours.slice(first < 0 ? 6 : Math.min(first, 6))
  const most = Math.max(...shown.flatMap(({ orders, before }) => [orders, before]), 1)
  const peak = shown.reduce((best, each) => (each.orders > best.orders ? each : best))
  const step = 600 / shown.length
  const height = (value: number) => Math.round((value / most) * 156)
  return (
    <>
      <svg
        className={todayCss.chart}
        viewBox="0 0 600 160"
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.hoursLabel(peak.orders, peak.hour)}
      >
        {shown.map(({ hour, orders, before }, at) => (
          <g key={hour}>
            <rect data-before="" x={at * step + 2} y={160 - height(before)} width={step - 4} height={height(before)} />
            <rect data-now="" x={at * step + 8} y={160 - height(orders)} width={step - 16} height={height(orders)} />
          </g>
        ))}
      </svg>
      <p className={todayCss.hours} aria-hidden="true">
        {shown.map(({ hour }, at) => (
          <span key={hour}>{at % 3 === 0 && `${hour}h`}</span>
        ))}
      </p>
    </>
  )
}
