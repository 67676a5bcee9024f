import { z } from 'zod'
import { limits } from '../../app/texts/limits.ts'
import { computeCnpjCheckDigits, hasCnpjShape, isCnpj, normalizeCnpj } from '../platform/cnpj.ts'
import {
  amountSchema,
  createOptionalCellSchema,
  createSingleLineSchema,
  createWholeNumberSchema,
  flagSchema,
} from '../platform/csv/cell-schemas.ts'
import type { TableColumns } from '../platform/csv/table.ts'
import { normalizeCode } from '../platform/user-input.ts'
import {
  parseDeliveryWindows,
  parseSpecialDays,
  parseTimeOfDay,
  parseWeeklyHours,
  type TextParser,
} from './window-formats.ts'
import { parseZipcodeRanges } from './zipcode-ranges.ts'

const createOptionalTextSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .transform((text) => text || null)
/** Of a licence or a registration: whatever the format, it has digits. */
const createOptionalNumberSchema = (maxLength: number) =>
  createOptionalTextSchema(maxLength).refine((text) => text === null || /[1-9]/.test(text), 'must have its number')
const optionalZipcodeSchema = z
  .string()
  .transform(normalizeCode)
  .refine((text) => /^(\d{8})?$/.test(text), 'must have 8 digits, such as 01310-100')
  .transform((text) => text || null)
const optionalCnpjSchema = z.string().transform((text, { addIssue }) => {
  const cnpj = normalizeCnpj(text)
  const message = cnpj === '' ? null : findCnpjFault(cnpj)
  if (message !== null) addIssue({ code: 'custom', message })
  return cnpj || null
})

function findCnpjFault(cnpj: string): string | null {
  if (!hasCnpjShape(cnpj)) return 'must be a CNPJ of 14 characters, such as 12.ABC.345/01DE-35'
  if (isCnpj(cnpj)) return null
  return `is no CNPJ: its check digits are ${cnpj.slice(12)}, the other twelve lead to ${computeCnpjCheckDigits(cnpj)}`
}

/** What cannot be read is a fault of the row. */
function createTextSchema<Value>(parse: TextParser<Value>) {
  return z.string().transform((text, { addIssue }) => parse(text, (message) => addIssue({ code: 'custom', message })))
}

/** Cents; empty for none. */
const optionalAmountSchema = createOptionalCellSchema(amountSchema)

/** The settings that the back office may change, too, each in the format of a file. */
export const branchSettingSchemas = {
  zipcodes: createTextSchema(parseZipcodeRanges),
  delivery_fee: amountSchema,
  free_delivery_from: optionalAmountSchema,
  minimum_order: optionalAmountSchema,
  pickup_minutes: createOptionalCellSchema(createWholeNumberSchema(1, 10_080)),
  delivery_windows: createTextSchema(parseDeliveryWindows),
  weekly_hours: createTextSchema(parseWeeklyHours),
  special_days: createTextSchema(parseSpecialDays),
  door_payment_limit: optionalAmountSchema,
  door_payment_known_only: createOptionalCellSchema(flagSchema).transform((isKnownOnly) => isKnownOnly ?? false),
  safety_stock: createOptionalCellSchema(createWholeNumberSchema(0, limits.units)).transform((units) => units ?? 0),
}

/** May be missing from a file: then they stay as they are. */
const optionalFieldSchemas = {
  ...z.object(branchSettingSchemas).omit({ zipcodes: true }).partial().shape,
  pickup_days: createWholeNumberSchema(1, 30).optional(),
  zipcode: optionalZipcodeSchema.optional(),
  street: createOptionalTextSchema(120).optional(),
  number: createOptionalTextSchema(20).optional(),
  neighborhood: createOptionalTextSchema(80).optional(),
  city: createOptionalTextSchema(80).optional(),
  state: createOptionalTextSchema(2).optional(),
  phone: createOptionalTextSchema(30).optional(),
  cnpj: optionalCnpjSchema.optional(),
  licence: createOptionalNumberSchema(80).optional(),
  afe: createOptionalNumberSchema(80).optional(),
  pharmacist_name: createOptionalTextSchema(80).optional(),
  pharmacist_crf: createOptionalNumberSchema(30).optional(),
}

/** What a branch has of the columns that a file may leave out. */
export const branchDefaults = {
  ...{ openTime: '00:00', closeTime: '00:00', isShippingScheduled: false },
  deliveryFeeCents: 0,
  freeDeliveryFromCents: null,
  minimumOrderCents: null,
  pickupMinutes: null,
  pickupDays: 3,
  weeklyHours: null,
  specialDays: '{}',
  safetyStock: 0,
  doorPaymentLimitCents: null,
  isDoorPaymentKnownOnly: false,
  ...{ zipcode: null, street: null, number: null, neighborhood: null, city: null, state: null, phone: null },
  ...{ cnpj: null, licence: null, afe: null, pharmacistName: null, pharmacistCrf: null },
}

export const BranchRowSchema = z.object({
  id: createWholeNumberSchema(1, 9999),
  name: createSingleLineSchema(80),
  zipcodes: branchSettingSchemas.zipcodes,
  /** Of every day, where `weekly_hours` does not tell each one's. */
  open_time: createTextSchema(parseTimeOfDay).optional(),
  close_time: createTextSchema(parseTimeOfDay).optional(),
  whatsapp: z
    .string()
    .trim()
    .regex(/^55\d{10,11}$/, 'must be 55, area code and number in digits, such as 5511999990000'),
  shipping_estimate: createWholeNumberSchema(1, 10_080),
  shipping_later: flagSchema.optional(),
  ...optionalFieldSchemas,
})
const isOptionalColumn = ([, schema]: [string, z.ZodType]) => schema.isOptional()
const columnEntries: [string, z.ZodType][] = Object.entries(BranchRowSchema.shape)
export const branchColumns: TableColumns = {
  required: columnEntries.filter((entry) => !isOptionalColumn(entry)).map(([column]) => column),
  optional: columnEntries.filter(isOptionalColumn).map(([column]) => column),
}
