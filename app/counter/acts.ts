import type { AuditEntry } from '#server/staff/audit.ts'
import { orderStatusTexts } from '../texts/counter.ts'
import { formatDateAndTime, formatDayKey, formatTime } from '../texts/dates.ts'

/** `14h05` today, else with the date. */
export function formatWhen(instant: Date, now: Date): string {
  return formatDayKey(instant) === formatDayKey(now) ? formatTime(instant) : formatDateAndTime(instant)
}

/** An entry of the audit trail in words: what was done, and its detail. */
export function actSentence(acts: Record<string, string>, { act, detail }: Pick<AuditEntry, 'act' | 'detail'>): string {
  const words = acts[act] ?? act
  if (detail === null) return words
  return `${words}: ${orderStatusTexts[detail as keyof typeof orderStatusTexts] ?? detail}`
}
