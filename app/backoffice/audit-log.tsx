import type { AuditEntry } from '#server/staff/audit.ts'
import { auditActionTexts, auditTexts as texts } from '../texts/backoffice/audit.ts'
import { formatAuditAction } from '../texts/backoffice/audit-entries.ts'
import { formatTimestamp } from './audit-formatting.ts'
import * as css from './backoffice.css.ts'
import { RestHint } from './list-pages.tsx'

/** The actions on a record, and who took them. */
export function AuditLog({ entries, now }: { entries: AuditEntry[]; now: Date }) {
  return (
    <>
      <ol className={css.historyList}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at.toISOString()}>{formatTimestamp(entry.at, now)}</time>
            <span>
              {formatAuditAction(auditActionTexts, entry)}
              <small>{entry.name}</small>
            </span>
          </li>
        ))}
      </ol>
      <RestHint shownCount={entries.length} maxCount={100}>
        {texts.olderOfRecord}
      </RestHint>
    </>
  )
}
