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
  startDay: string
  endDay: string
  errors: Record<'start_date' | 'end_date', string | undefined>
  /** The other query parameters, besides period and page. */
  sectionParams: Record<string, string>
}

/** An account's entries in a period, newest first. */
export function Statement({
  title,
  entries,
  total: totalEntryCount,
  page,
  pages,
  startDay,
  endDay,
  errors,
  sectionParams,
}: StatementProps) {
  const buildPageHref = (pageNumber: number) => {
    const periodParams = Object.entries({ start_date: startDay, end_date: endDay }).filter(([, day]) => day)
    return `/minha-conta?${new URLSearchParams([...Object.entries(sectionParams), ...periodParams, ['page', String(pageNumber)]])}`
  }
  return (
    <Panel title={title} id="extrato">
      <ErrorSummary
        errors={Object.entries(errors).flatMap(([id, message]) => (message === undefined ? [] : [{ id, message }]))}
      />
      <form className={css.periodForm} action="/minha-conta" onInput={maskFields}>
        {Object.entries(sectionParams).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DateField label={texts.fromDate} name="start_date" defaultValue={startDay} error={errors.start_date} />
        <DateField label={texts.toDate} name="end_date" defaultValue={endDay} error={errors.end_date} />
        <Button variant="outline">{texts.filter}</Button>
      </form>
      <p className={muted}>{entries.length === 0 ? texts.noEntries : texts.entryCount(totalEntryCount)}</p>
      {entries.length > 0 && (
        <ul className={css.entryList}>
          {entries.map(({ id, kind, orderId, amountCents, enteredAt }) => (
            <li key={id} className={spreadRow}>
              <p>
                {ledgerTexts[kind](orderId)}
                <br />
                <span className={muted}>{formatDateAndTime(enteredAt)}</span>
              </p>
              <b className={amountCents > 0 ? css.creditAmount : undefined}>{formatMoney(amountCents)}</b>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pages} getPageHref={buildPageHref} />
    </Panel>
  )
}
