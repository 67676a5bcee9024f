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

/** The longest first: one may begin with another. */
const detailPhrases = new RegExp(
  `\\b(?:${Object.keys(auditTexts.detailTranslations)
    .sort((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'g',
)

export function formatAuditAction(
  textByAction: Record<string, string>,
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
): string {
  const text = textByAction[action] ?? action
  if (detail === null) return text
  const detailLabel = auditTexts.labelsByAction[action]?.[detail] ?? (labelByDetail as Record<string, string>)[detail]
  return `${text}: ${detailLabel ?? translateDetail(detail)}`
}

/**
 * Translates an audit detail for display: `branch 1, price 990 → 890` is `loja 1, preço R$ 9,90 → R$ 8,90`. What stands in
 * quotation marks somebody typed.
 */
function translateDetail(detail: string): string {
  const [, facts, cents, column, reason] = /^(.*), above ceiling (\d+) \((.+?)\): (.*)$/s.exec(detail) ?? []
  if (facts !== undefined)
    return `${translateDetail(facts)}, ${auditTexts.aboveCeiling(formatMoney(Number(cents)), column ?? '')}: ${reason}`
  return detail
    .split(/(".*")/s)
    .map((part) => (part.startsWith('"') ? part : translateFacts(part)))
    .join('')
}

function translateFacts(facts: string): string {
  const formatCents = (cents: string) => formatMoney(Number(cents))
  return facts
    .replace(/price (?:(\d+) )?→ (\d+)/g, (_, oldCents: string | undefined, newCents: string) => {
      return `preço ${oldCents ? `${formatCents(oldCents)} ` : ''}→ ${formatCents(newCents)}`
    })
    .replace(/(\d+) cents/, (_, cents: string) => formatCents(cents))
    .replace(/\b(\d+)\.(\d\d)(?= [a-z])/, (_, reais: string, cents: string) => formatCents(reais + cents))
    .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, '$3/$2/$1')
    .replace(detailPhrases, (phrase) => auditTexts.detailTranslations[phrase] ?? phrase)
}
