import type { LedgerEntry } from '#server/wallet/wallet.ts'
import { muted, spreadRow } from '../styles/shared.css.ts'
import { ledgerTexts, walletTexts as texts } from '../texts/account.ts'
import { formatDateAndTime } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { DateField } from '../ui/field/date-field.tsx'
import { maskFields } from '../ui/field/masks.ts'
import { Pagination } from '../ui/pagination/pagination.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './statement.css.ts'

type StatementProps = {
  title: string
  entries: LedgerEntry[]
  total: number
  page: number
  pages: number
  /** The period as typed; an empty end is open. */
  from: string
  to: string
  errors: Record<'start_date' | 'end_date', string | undefined>
  /** The other query parameters, besides period and page. */
  otherParams: Record<string, string>
}

/** An account's entries in a period, newest first. */
export function Statement({ title, entries, total, page, pages, from, to, errors, otherParams }: StatementProps) {
  const buildPageHref = (pageNumber: number) => {
    const period = Object.entries({ start_date: from, end_date: to }).filter(([, day]) => day)
    return `/minha-conta?${new URLSearchParams([...Object.entries(otherParams), ...period, ['page', String(pageNumber)]])}`
  }
  return (
    <Panel title={title} id="extrato">
      <ErrorSummary
        errors={Object.entries(errors).flatMap(([id, message]) => (message === undefined ? [] : [{ id, message }]))}
      />
      <form className={css.period} action="/minha-conta" onInput={maskFields}>
        {Object.entries(otherParams).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DateField label={texts.fromDate} name="start_date" defaultValue={from} error={errors.start_date} />
        <DateField label={texts.toDate} name="end_date" defaultValue={to} error={errors.end_date} />
        <Button variant="outline">{texts.filter}</Button>
      </form>
      <p className={muted}>{entries.length === 0 ? texts.noEntries : texts.entryCount(total)}</p>
      {entries.length > 0 && (
        <ul className={css.entries}>
          {entries.map(({ id, kind, orderId, amountCents, enteredAt }) => (
            <li key={id} className={spreadRow}>
              <p>
                {ledgerTexts[kind](orderId)}
                <br />
                <span className={muted}>{formatDateAndTime(enteredAt)}</span>
              </p>
              <b className={amountCents > 0 ? css.credit : undefined}>{formatMoney(amountCents)}</b>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pages} getPageHref={buildPageHref} />
    </Panel>
  )
}
