import { addDays, countDaysBetween } from '../../app/texts/days.ts'
import type { PrescriptionClass } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'

/** Days a prescription that the pharmacy keeps is valid, counted from its issue (RDC 471/2021, IN 360/2025). */
const validityDaysByClass: Partial<Record<PrescriptionClass, number>> = { RX_RETENCAO_10D: 10, RX_RETENCAO_90D: 90 }

/** Of an antimicrobial whose prescription says that the treatment is prolonged (RDC 471/2021). */
const prolongedValidityDays = 90

/** Whether the pharmacy keeps prescriptions for products of this class (RDC 471/2021). */
export function requiresRetention(prescriptionClass: PrescriptionClass | undefined): boolean {
  return prescriptionClass === 'RX_RETENCAO_10D' || prescriptionClass === 'RX_RETENCAO_90D'
}

/** Whether products of this class need a prescription. */
export function needsPrescription(prescriptionClass: PrescriptionClass | undefined): boolean {
  return prescriptionClass === 'RX' || requiresRetention(prescriptionClass)
}

/** The strictest first: the rule of a prescription is that of the strictest of its products. */
const classesByStrictness: PrescriptionClass[] = ['CONTROLADO', 'RX_RETENCAO_10D', 'RX_RETENCAO_90D', 'RX', 'MIP', 'NA']

/** Null where there are none. */
export function findStrictestClass(classes: PrescriptionClass[]): PrescriptionClass | null {
  return classesByStrictness.find((prescriptionClass) => classes.includes(prescriptionClass)) ?? null
}

/** Where no law sets a limit, the customer must confirm an older date: a mistyped year is likelier than a prescription that old. */
const maxUnconfirmedAgeDays = 183

/**
 * @param issuedAt yyyy-MM-dd
 * @param classes those of the products it is for: the strictest counts
 */
export function assertWithinValidity(
  issuedAt: string,
  classes: PrescriptionClass[],
  now: Date,
  { isProlonged = false, input = 'issuedAt' } = {},
): void {
  const ageInDays = computeAgeInDays(issuedAt, now)
  if (ageInDays < 0) throw new ShopError('prescription.inFuture', { input })
  const validityDays = computeValidityDays(classes, isProlonged)
  if (ageInDays > validityDays) throw new ShopError('prescription.expired', { input, days: validityDays })
}

/** Until when a prescription holds, and how many days are left; negative once it has expired. */
export interface Validity {
  /** yyyy-MM-dd; null where no law sets a limit. */
  lastDay: string | null
  daysLeft: number | null
  ageInDays: number
  needsDateConfirmation: boolean
}

/** @param issuedAt yyyy-MM-dd */
export function computeValidity(
  issuedAt: string,
  classes: PrescriptionClass[],
  now: Date,
  { isProlonged = false } = {},
): Validity {
  const validityDays = computeValidityDays(classes, isProlonged)
  const age = computeAgeInDays(issuedAt, now)
  const ageFields = { ageInDays: age, needsDateConfirmation: needsDateConfirmation(issuedAt, now) }
  if (!Number.isFinite(validityDays)) return { lastDay: null, daysLeft: null, ...ageFields }
  return { lastDay: addDays(issuedAt, validityDays), daysLeft: validityDays - age, ...ageFields }
}

/** Whether the customer is to confirm the day of issue, yyyy-MM-dd. */
export function needsDateConfirmation(issuedAt: string, now: Date): boolean {
  return computeAgeInDays(issuedAt, now) > maxUnconfirmedAgeDays
}

/**
 * The default date until which a repeatable prescription can be used again.
 * @returns yyyy-MM-dd; empty if the prescription is too old or undated
 */
export function suggestRepeatLastDay(issuedAt: string | null, now: Date): string {
  if (issuedAt === null || needsDateConfirmation(issuedAt, now)) return ''
  return addDays(issuedAt, maxUnconfirmedAgeDays)
}

/** The strictest counts. */
function computeValidityDays(classes: PrescriptionClass[], isProlonged: boolean): number {
  const days = classes.map((prescriptionClass) => validityDaysByClass[prescriptionClass] ?? Number.POSITIVE_INFINITY)
  return Math.min(...(isProlonged ? days.map((dayCount) => Math.max(dayCount, prolongedValidityDays)) : days))
}

function computeAgeInDays(issuedAt: string, now: Date): number {
  return countDaysBetween(issuedAt, toShopDay(now))
}
