import type { DataClass, RetentionPeriod } from '../../app/texts/retention.ts'

/**
 * How long each class of personal data is kept: what erases them counts by it, and the privacy policy says it
 * (`app/texts/retention.ts`). Null: as long as a text there says, without a fixed period.
 */
export const retention = {
  account: null,
  orders: null,
  prescriptions: null,
  /** From the decision on (RDC 471/2021). */
  retainedPrescriptions: { years: 2 },
  unusedPrescriptions: { hours: 48 },
  /** A week beyond the link of a bag. */
  quotes: { days: 21 },
  problems: null,
  laboratoryCpf: { days: 30 },
  coverageNotices: { days: 365 },
  stockNotices: null,
  mails: { days: 3 },
  sentMails: { days: 30 },
  webhookMessages: { days: 30 },
  visits: { days: 1 },
  sessions: { days: 14 },
  devices: { days: 180 },
  attempts: { hours: 24 },
  searches: { days: 28 },
  /** Six months (Marco Civil, art. 15), whichever they are. */
  accessLog: { days: 184 },
} as const satisfies Record<DataClass, RetentionPeriod | null>

/** Those that end after a while. */
type TimedDataClass = {
  [Name in DataClass]: (typeof retention)[Name] extends RetentionPeriod ? Name : never
}[DataClass]

export function retentionMinutesOf(dataClass: TimedDataClass): number {
  const period: RetentionPeriod = retention[dataClass]
  if ('years' in period) return period.years * 366 * 24 * 60
  return 'hours' in period ? period.hours * 60 : period.days * 24 * 60
}
