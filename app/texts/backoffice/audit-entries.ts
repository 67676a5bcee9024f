import { formatMoney } from '../format.ts'
import { auditTexts } from './audit.ts'
import { backofficeTexts } from './frame.ts'
import { backofficeOrderStatusLabels } from './orders.ts'

const labelByDetail = { ...backofficeOrderStatusLabels, ...backofficeTexts.roles }

/** The longest first: one may begin with another. */
const detailPhrases = new RegExp(
  `\\b(?:${Object.keys(auditTexts.detailTranslations)
    .sort((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'g',
)

/** An entry as it is kept, in English. */
interface AuditEntryWords {
  action: string
  detail: string | null
  /** `order 12` */
  record: string
  recordType: string | null
  recordId: string | null
}

/** An audit entry as text: the action, and its detail. */
export function formatAuditAction(
  textByAction: Record<string, string>,
  { action, detail }: Pick<AuditEntryWords, 'action' | 'detail'>,
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

/** What an entry is about: `pedido 12`. */
export function formatAuditTarget({
  record,
  recordType,
  recordId,
}: Omit<AuditEntryWords, 'action' | 'detail'>): string {
  if (recordType === 'branch' && recordId === null) return auditTexts.allBranches
  // Records of before had no type of their own.
  const kind = recordType !== null && record.startsWith(recordType) ? recordType : (record.split(' ')[0] ?? '')
  return `${auditTexts.targetKindLabels[kind] ?? kind}${record.slice(kind.length)}`
}
