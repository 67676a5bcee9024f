import type { AuditEntry } from '#server/staff/audit.ts'
import { auditTexts } from '../texts/backoffice/audit.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { backofficeOrderStatusLabels } from '../texts/backoffice/orders.ts'
import { formatDateAndTime, formatTime, toIsoDay } from '../texts/dates.ts'
import { formatMoney } from '../texts/format.ts'

/** `14h05` today, else with the date. */
export function formatTimestamp(instant: Date, now: Date): string {
  return toIsoDay(instant) === toIsoDay(now) ? formatTime(instant) : formatDateAndTime(instant)
}

const labelByDetail = { ...backofficeOrderStatusLabels, ...backofficeTexts.roles }

/** An audit entry as text: the action, and its detail. */
export function formatAuditAction(
  textByAction: Record<string, string>,
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
): string {
  const text = textByAction[action] ?? action
  if (detail === null) return text
  const detailLabel = (labelByDetail as Record<string, string>)[detail]
  return `${text}: ${detailLabel ?? translateDetail(detail)}`
}

/** Translates an audit detail for display: `branch 1, price 990 → 890` is `loja 1, preço R$ 9,90 → R$ 8,90`. */
function translateDetail(detail: string): string {
  const [, facts, cents, column, reason] = /^(.*), above ceiling (\d+) \((.+?)\): (.*)$/s.exec(detail) ?? []
  if (facts !== undefined)
    return `${translateDetail(facts)}, ${auditTexts.aboveCeiling(formatMoney(Number(cents)), column ?? '')}: ${reason}`
  return detail
    .replace(/price (?:(\d+) )?→ (\d+)/g, (_, oldCents: string | undefined, newCents: string) => {
      const formatCents = (cents: string) => formatMoney(Number(cents))
      return `preço ${oldCents ? `${formatCents(oldCents)} ` : ''}→ ${formatCents(newCents)}`
    })
    .replace(/(\d+) cents/, (_, cents: string) => formatMoney(Number(cents)))
    .replace(/[a-z]+(?: notice| code)?/g, (word) => auditTexts.detailTranslations[word] ?? word)
}
