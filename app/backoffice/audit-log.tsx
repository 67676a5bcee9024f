import type { AuditEntry } from '#server/staff/audit.ts'
import { actTexts } from '../texts/backoffice/audit.ts'
import { actionText, formatWhen } from './audit-actions.ts'
import * as css from './backoffice.css.ts'

/** What was done with a record, and by whom. */
export function AuditLog({ acts, now }: { acts: AuditEntry[]; now: Date }) {
  return (
    <ol className={css.log}>
      {acts.map((entry) => (
        <li key={entry.id}>
          <time dateTime={entry.at.toISOString()}>{formatWhen(entry.at, now)}</time>
          <span>
            {actionText(actTexts, entry)}
            <small>{entry.name}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
