import type { ReactNode } from 'react'
import type { DayReport } from '#server/backoffice/reports.ts'
import { visuallyHidden } from '../styles/shared.css.ts'
import { formatDuration } from '../texts/backoffice/frame.ts'
import { backofficeOrderStatusLabels } from '../texts/backoffice/orders.ts'
import { todayTexts as texts } from '../texts/backoffice/today.ts'
import type { CsvCell } from '../texts/csv-line.ts'
import { formatDateAndTime, formatTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import * as css from './backoffice.css.ts'

type PanelProps = {
  table: ReportTable
  /** Where its file is, which has all rows of a table that is cut off here. */
  csvHref?: string
  /** Above the table, which says the same. */
  chart?: ReactNode
  /** Below the table. */
  footer?: ReactNode
}

/** A report's table, cut off if it is long and has a file. */
export function ReportTablePanel({ table, csvHref, chart, footer }: PanelProps) {
  const shownRows = csvHref ? table.rows.slice(0, maxShownRows) : table.rows
  return (
    <section id={table.id} className={css.tablePanel} aria-label={table.title} data-wide={table.isWide || undefined}>
      <p className={`${css.pageHeader} ${css.tableTitle}`}>
        <b id={`titulo-${table.id}`}>{table.title}</b>
        {csvHref && (
          <a className={css.alignEnd} href={csvHref}>
            {texts.csv}
            <span className={visuallyHidden}>{texts.csvSuffix(table.title)}</span>
          </a>
        )}
      </p>
      {chart}
      <table
        className={css.staffTable}
        data-stacked={table.columns.length > maxPhoneColumns || undefined}
        data-figures={table.columns.length > maxPairedColumns || undefined}
        aria-labelledby={`titulo-${table.id}`}
      >
        <thead>
          <tr>
            {table.columns.map((name, index) => (
              <th key={name} scope="col" className={isNumericColumn(table, index) ? css.numericCell : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows.map(({ cells: [firstCell, ...remainingCells], href, note }) => (
            <tr key={`${firstCell} ${href} ${note}`}>
              <th scope="row">
                {href ? <a href={href}>{firstCell}</a> : firstCell}
                {note && <small>{note}</small>}
              </th>
              {remainingCells.map((cell, index) => (
                <td
                  key={table.columns[index + 1]}
                  data-label={table.columns[index + 1]}
                  className={isNumericColumn(table, index + 1) ? css.numericCell : undefined}
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
      {shownRows.length < table.rows.length && (
        <p className={css.tableFooter} data-rest>
          {texts.firstRows(shownRows.length, table.rows.length)}
        </p>
      )}
      {footer && (
        <p className={css.tableFooter} data-rest>
          {footer}
        </p>
      )}
    </section>
  )
}

function isNumericColumn({ textColumnIndexes = [] }: ReportTable, columnIndex: number): boolean {
  return columnIndex > 0 && !textColumnIndexes.includes(columnIndex)
}

/** Rows that the page shows of a table; its file has all. */
const maxShownRows = 20

/** Columns that a phone has room for; a longer row is a block of its own there. */
const maxPhoneColumns = 4
/** Of more, which are figures, a phone has three on a line. */
const maxPairedColumns = 5

export interface ReportTable {
  /** In the page's URL and the file's name. */
  id: string
  title: string
  columns: string[]
  /** Indexes of columns that hold text, besides the first one: all others are aligned as numbers. */
  textColumnIndexes?: number[]
  /** `numbers`: in the file, of the last columns what their cells say in words. */
  rows: { cells: (string | number)[]; numbers?: CsvCell[]; href?: string; note?: string }[]
  /** It takes the page's whole width. */
  isWide?: boolean
}

/** The page's tables, which are its files, too. */
export function buildReportTables(report: DayReport, rootPath: string): ReportTable[] {
  const formatMinutes = (minutes: number | null) =>
    minutes === null ? texts.noValue : formatDuration(Math.round(minutes))
  return [
    {
      id: 'horas',
      title: texts.hoursTitle,
      isWide: true,
      columns: [texts.hour, texts.legendThisDay, texts.legendMean],
      rows: report.hours
        .filter(({ orderCount, previousMeanCount }) => orderCount + previousMeanCount > 0)
        .map(({ hour, orderCount, previousMeanCount }) => ({
          cells: [`${hour}h`, orderCount, previousMeanCount.toFixed(1).replace('.', ',')],
          numbers: [Number(previousMeanCount.toFixed(1))],
        })),
    },
    {
      id: 'pedidos',
      title: texts.ordersTitle,
      isWide: true,
      columns: texts.ordersColumns,
      textColumnIndexes: [2, 3],
      rows: report.orders.map(({ id, paidAt, status, hasPrescription, netCents }) => ({
        cells: [
          id,
          formatTime(paidAt),
          backofficeOrderStatusLabels[status],
          hasPrescription ? texts.withPrescription : texts.noValue,
          formatMoney(netCents),
        ],
        numbers: [{ cents: netCents }],
        href: `${rootPath}/pedidos/${id}`,
      })),
    },
    {
      id: 'tempos',
      isWide: true,
      title: texts.durationsTitle,
      columns: texts.durationsColumns,
      rows: report.stepDurations.map(({ step, medianMinutes, percentile90Minutes, previousMedianMinutes }) => ({
        cells: [
          texts.steps[step],
          formatMinutes(medianMinutes),
          formatMinutes(percentile90Minutes),
          formatMinutes(previousMedianMinutes),
        ],
      })),
    },
    {
      id: 'buscas',
      title: texts.searchesTitle,
      columns: texts.searchesColumns,
      rows: report.emptySearches.map(({ words: query, times: searchCount }) => ({
        cells: [query, searchCount],
        href: `/categoria?${new URLSearchParams({ search: query })}`,
      })),
    },
    {
      id: 'avise-me',
      title: texts.stockNoticesTitle,
      columns: texts.stockNoticesColumns,
      rows: report.mostWantedProducts.map(({ productId, name, waitingCount }) => ({
        cells: [name, waitingCount],
        href: `${rootPath}/produtos/${productId}`,
      })),
    },
    {
      id: 'devolver',
      title: texts.refundsDueTitle,
      columns: texts.refundsDueColumns,
      rows: report.dueRefunds.map(({ orderId, amountCents, requiresManualRefund, refusalReason }) => ({
        cells: [orderId, formatMoney(amountCents)],
        numbers: [{ cents: amountCents }],
        href: `${rootPath}/pedidos/${orderId}`,
        ...(requiresManualRefund && {
          note: refusalReason === null ? texts.manualRefundHint : texts.refusedRefundHint(refusalReason),
        }),
      })),
    },
    {
      id: 'emails',
      title: texts.failingEmailsTitle,
      columns: texts.failingEmailsColumns,
      rows: report.failingEmails.map(({ subject, recipient, attempts: attemptCount, writtenAt }) => ({
        cells: [subject, attemptCount],
        note: `${recipient}, ${formatDateAndTime(writtenAt)}`,
      })),
    },
  ]
}

/** A table's rows as its file has them. */
export function listFileRows({ rows }: ReportTable): CsvCell[][] {
  return rows.map(({ cells, numbers = [] }) => [...cells.slice(0, cells.length - numbers.length), ...numbers])
}
