import type { AuditEntry } from '#server/staff/audit.ts'
import { orderStatusTexts } from '../texts/counter.ts'

/** An entry of the audit trail in words: what was done, and its detail. */
export function actSentence(acts: Record<string, string>, { act, detail }: Pick<AuditEntry, 'act' | 'detail'>): string {
  const words = acts[act] ?? act
  if (detail === null) return words
  return `${words}: ${orderStatusTexts[detail as keyof typeof orderStatusTexts] ?? detail}`
}
