import type { ReactNode } from 'react'
import type { DayReport } from '#server/backoffice/reports.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { duration } from '../texts/backoffice/frame.ts'
import { orderStatusTexts } from '../texts/backoffice/orders.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import * as css from './backoffice.css.ts'

/** A list as a table, the beginning of a long one, with its file. */
export function ReportTableSheet({ list, file }: { list: ReportTable; file: string }) {
  return (
    <section id={list.id} className={css.sheet} aria-label={list.title} data-wide={list.isWide || undefined}>
      <table className={css.tableStyle} data-stacked={list.columns.length > maxOnPhone || undefined}>
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
              <th key={name} scope="col" className={isAmountColumn(list, at) ? css.number : undefined}>
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
                <td
                  key={list.columns[at + 1]}
                  data-label={list.columns[at + 1]}
                  className={isAmountColumn(list, at + 1) ? css.number : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {list.rows.length === 0 && (
            <tr>
              <td colSpan={list.columns.length}>{texts.emptyList}</td>
            </tr>
          )}
        </tbody>
      </table>
      {list.rows.length > maxRows && <p className={css.sums}>{texts.firstRows(maxRows, list.rows.length)}</p>}
    </section>
  )
}

function isAmountColumn({ textColumns = [] }: ReportTable, column: number): boolean {
  return column > 0 && !textColumns.includes(column)
}

/** Rows that the page shows of a list; its file has all. */
const maxRows = 20

/** Columns that a phone has room for; a longer row is a block of its own there. */
const maxOnPhone = 4

interface ReportTable {
  /** In the address and the file's name. */
  id: string
  title: string
  columns: string[]
  /** The places of columns that hold words, beside the first one: amounts are set below each other. */
  textColumns?: number[]
  rows: { cells: (string | number)[]; href?: string; note?: ReactNode }[]
  /** It takes the page's whole width. */
  isWide?: boolean
}

/** The page's tables, which are its files, too. */
export function reportTables(report: DayReport, root: string): ReportTable[] {
  const minutes = (value: number | null) => (value === null ? texts.none : duration(Math.round(value)))
  return [
    {
      id: 'horas',
      title: texts.hoursTitle,
      columns: [texts.hour, texts.keyNow, texts.keyBefore],
      rows: report.hours
        .filter(({ orders, before }) => orders + before > 0)
        .map(({ hour, orders, before }) => ({ cells: [`${hour}h`, orders, before.toFixed(1).replace('.', ',')] })),
    },
    {
      id: 'pedidos',
      title: texts.ordersTitle,
      isWide: true,
      columns: texts.ordersColumns,
      textColumns: [2, 3],
      rows: report.orders.map(({ id, paidAt, status, hasPrescription, totalCents }) => ({
        cells: [
          id,
          formatTime(paidAt),
          orderStatusTexts[status],
          hasPrescription ? texts.withPrescription : texts.none,
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
      rows: report.times.map(({ step, median, ninetieth, medianBefore }) => ({
        cells: [texts.steps[step], minutes(median), minutes(ninetieth), minutes(medianBefore)],
      })),
    },
    {
      id: 'buscas',
      title: texts.searchesTitle,
      columns: texts.searchesColumns,
      rows: report.emptySearches.map(({ words, times }) => ({
        cells: [words, times],
        href: `/categoria?${new URLSearchParams({ search: words })}`,
      })),
    },
    {
      id: 'avise-me',
      title: texts.wantedTitle,
      columns: texts.wantedColumns,
      rows: report.mostWanted.map(({ productId, name, people }) => ({
        cells: [name, people],
        href: `${root}/produtos/${productId}`,
      })),
    },
    {
      id: 'devolver',
      title: texts.owedTitle,
      columns: texts.owedColumns,
      rows: report.dueRefunds.map(({ orderId, amountCents, requiresManualRefund }) => ({
        cells: [orderId, formatMoney(amountCents)],
        href: `${root}/pedidos/${orderId}`,
        ...(requiresManualRefund && { note: texts.byHand }),
      })),
    },
    {
      id: 'emails',
      title: texts.mailsTitle,
      columns: texts.mailsColumns,
      rows: report.failingMails.map(({ subject, recipient, attempts, writtenAt }) => ({
        cells: [subject, attempts],
        note: `${recipient}, ${formatDateAndTime(writtenAt)}`,
      })),
    },
  ]
}
