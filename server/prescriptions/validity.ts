import type { PrescriptionClass } from '../database/schema.ts'
import { shopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'

/** Days a prescription that the pharmacy keeps is valid, counted from its issue (RDC 471/2021, IN 360/2025). */
const validDays: Partial<Record<PrescriptionClass, number>> = { RX_RETENCAO_10D: 10, RX_RETENCAO_90D: 90 }

/**
 * @param issuedAt yyyy-MM-dd
 * @param classes those of the products it is for: the strictest counts
 * @throws ShopError "prescription.inFuture", "prescription.expired"
 */
export function refuseOutdated(issuedAt: string, classes: PrescriptionClass[], now: Date): void {
  const age = daysBetween(issuedAt, shopDay(now))
  if (age < 0) throw new ShopError('prescription.inFuture', { field: 'issued_at' })
  const days = Math.min(...classes.map((name) => validDays[name] ?? Number.POSITIVE_INFINITY))
  if (age > days) throw new ShopError('prescription.expired', { field: 'issued_at', days })
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / (24 * 60 * 60_000))
}
