import type { ReactNode } from 'react'
import type { DayReport } from '#server/backoffice/reports.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { formatDuration } from '../texts/backoffice/frame.ts'
import { orderStatusTexts } from '../texts/backoffice/orders.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import * as css from './backoffice.css.ts'

/** A list as a table, the beginning of a long one, with its file. */
export function ReportTablePanel({ table, csvHref }: { table: ReportTable; csvHref: string }) {
  return (
    <section id={table.id} className={css.tablePanel} aria-label={table.title} data-wide={table.isWide || undefined}>
      <table className={css.tableStyle} data-stacked={table.columns.length > maxPhoneColumns || undefined}>
        <caption>
          <span className={css.pageHeader}>
            {table.title}
            <a className={css.alignEnd} href={csvHref}>
              {texts.csv}
              <span className={visuallyHidden}>{texts.csvSuffix(table.title)}</span>
            </a>
          </span>
        </caption>
        <thead>
          <tr>
            {table.columns.map((name, index) => (
              <th key={name} scope="col" className={isAmountColumn(table, index) ? css.numericCell : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, maxRows).map(({ cells: [firstCell, ...otherCells], href, note }) => (
            <tr key={`${firstCell} ${href}`}>
              <th scope="row">
                {href ? <a href={href}>{firstCell}</a> : firstCell}
                {note && <small>{note}</small>}
              </th>
              {otherCells.map((cell, index) => (
                <td
                  key={table.columns[index + 1]}
                  data-label={table.columns[index + 1]}
                  className={isAmountColumn(table, index + 1) ? css.numericCell : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {table.rows.length === 0 && (
            <tr>
              <td colSpan={table.columns.length}>{texts.emptyList}</td>
            </tr>
          )}
        </tbody>
      </table>
      {table.rows.length > maxRows && <p className={css.tableFooter}>{texts.firstRows(maxRows, table.rows.length)}</p>}
    </section>
  )
}

function isAmountColumn({ textColumnIndexes = [] }: ReportTable, columnIndex: number): boolean {
  return columnIndex > 0 && !textColumnIndexes.includes(columnIndex)
}

/** Rows that the page shows of a list; its file has all. */
const maxRows = 20

/** Columns that a phone has room for; a longer row is a block of its own there. */
const maxPhoneColumns = 4

interface ReportTable {
  /** In the address and the file's name. */
  id: string
  title: string
  columns: string[]
  /** The places of columns that hold words, beside the first one: amounts are set below each other. */
  textColumnIndexes?: number[]
  rows: { cells: (string | number)[]; href?: string; note?: ReactNode }[]
  /** It takes the page's whole width. */
  isWide?: boolean
}

/** The page's tables, which are its files, too. */
export function buildReportTables(report: DayReport, root: string): ReportTable[] {
  const formatMinutes = (value: number | null) => (value === null ? texts.noValue : formatDuration(Math.round(value)))
  return [
    {
      id: 'horas',
      title: texts.hoursTitle,
      columns: [texts.hour, texts.legendThisDay, texts.legendMean],
      rows: report.hours
        .filter(({ orderCount: orders, previousMeanCount: before }) => orders + before > 0)
        .map(({ hour, orderCount: orders, previousMeanCount: before }) => ({
          cells: [`${hour}h`, orders, before.toFixed(1).replace('.', ',')],
        })),
    },
    {
      id: 'pedidos',
      title: texts.ordersTitle,
      isWide: true,
      columns: texts.ordersColumns,
      textColumnIndexes: [2, 3],
      rows: report.orders.map(({ id, paidAt, status, hasPrescription, totalCents }) => ({
        cells: [
          id,
          formatTime(paidAt),
          orderStatusTexts[status],
          hasPrescription ? texts.withPrescription : texts.noValue,
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
      rows: report.times.map(
        ({ status, medianMinutes: median, percentile90Minutes: ninetieth, previousMedianMinutes: medianBefore }) => ({
          cells: [texts.steps[status], formatMinutes(median), formatMinutes(ninetieth), formatMinutes(medianBefore)],
        }),
      ),
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
      title: texts.stockNoticesTitle,
      columns: texts.stockNoticesColumns,
      rows: report.mostWanted.map(({ productId, name, people }) => ({
        cells: [name, people],
        href: `${root}/produtos/${productId}`,
      })),
    },
    {
      id: 'devolver',
      title: texts.refundsDueTitle,
      columns: texts.refundsDueColumns,
      rows: report.dueRefunds.map(({ orderId, amountCents, requiresManualRefund }) => ({
        cells: [orderId, formatMoney(amountCents)],
        href: `${root}/pedidos/${orderId}`,
        ...(requiresManualRefund && { note: texts.manualRefundHint }),
      })),
    },
    {
      id: 'emails',
      title: texts.failingEmailsTitle,
      columns: texts.failingEmailsColumns,
      rows: report.failingEmails.map(({ subject, recipient, attempts, writtenAt }) => ({
        cells: [subject, attempts],
        note: `${recipient}, ${formatDateAndTime(writtenAt)}`,
      })),
    },
  ]
}
