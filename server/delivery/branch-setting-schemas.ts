import { z } from 'zod'
import { branchTexts } from '../../app/texts/backoffice/branches.ts'
import { limits } from '../../app/texts/limits.ts'
import { formatMoneyInput } from '../../app/texts/money.ts'
import { refusals } from '../../app/texts/refusals.ts'
import type { Row } from '../database/schema.ts'
import {
  amountSchema,
  createOptionalCellSchema,
  createWholeNumberSchema,
  flagSchema,
} from '../platform/csv/cell-schemas.ts'
import { toHoursColumns } from './opening-hours.ts'
import {
  formatDeliveryWindows,
  formatSpecialDays,
  formatWeeklyHours,
  parseDeliveryWindows,
  parseSpecialDays,
  parseWeeklyHours,
  type TextParser,
} from './window-formats.ts'
import { formatZipcodeRanges, parseZipcodeRanges } from './zipcode-ranges.ts'

const { errors } = branchTexts

/** What cannot be read is a fault of the row. */
export function createTextSchema<Value>(parse: TextParser<Value>) {
  return z.string().transform((text, { addIssue }) => parse(text, (message) => addIssue({ code: 'custom', message })))
}

/** Cents; empty for none. */
const optionalAmountSchema = createOptionalCellSchema(amountSchema)
const minutesSchema = createOptionalCellSchema(createWholeNumberSchema(1, 10_080))
const knownOnlySchema = createOptionalCellSchema(flagSchema).transform((isKnownOnly) => isKnownOnly ?? false)
const formatFlag = (isSet: boolean) => (isSet ? '1' : '0')
const safetyStockSchema = createOptionalCellSchema(createWholeNumberSchema(0, limits.units)).transform(
  (units) => units ?? 0,
)
const zipcodesSchema = createTextSchema(parseZipcodeRanges)
const windowsSchema = createTextSchema(parseDeliveryWindows)
const weekSchema = createTextSchema(parseWeeklyHours)
const specialDaysSchema = createTextSchema(parseSpecialDays)

/**
 * A setting that the back office changes, too, as it is typed in the format of the file of branches, and back.
 * @param column of the file
 * @param explain says what is wrong, from the fault of the file's column
 */
function createSetting<const Column extends string, Value>(
  column: Column,
  schema: z.ZodType<Value>,
  format: (value: Value) => string,
  explain: (fault: string) => string,
) {
  const input = z.codec(z.string().trim().default(''), z.custom<Value>(), {
    decode(text, { issues }) {
      const { data, error } = schema.safeParse(text)
      if (error) issues.push({ code: 'custom', message: explain(error.issues[0]?.message ?? ''), input: text })
      return data as Value
    },
    encode: format,
  })
  return { column, schema, input }
}

/** The settings of a branch that the back office changes: another one is a line here, its column, and its words. */
const settings = {
  zipcodes: createSetting('zipcodes', zipcodesSchema, formatZipcodeRanges, errors.zipcodes),
  deliveryFeeCents: createSetting('delivery_fee', amountSchema, formatMoneyInput, errors.money),
  freeDeliveryFromCents: createSetting('free_delivery_from', optionalAmountSchema, formatMoneyInput, errors.money),
  minimumOrderCents: createSetting('minimum_order', optionalAmountSchema, formatMoneyInput, errors.money),
  pickupMinutes: createSetting('pickup_minutes', minutesSchema, (minutes) => `${minutes ?? ''}`, errors.pickupMinutes),
  windows: createSetting('delivery_windows', windowsSchema, formatDeliveryWindows, errors.windows),
  weeklyHours: createSetting('weekly_hours', weekSchema, formatWeeklyHours, errors.weeklyHours),
  specialDays: createSetting('special_days', specialDaysSchema, formatSpecialDays, errors.specialDays),
  doorPaymentLimitCents: createSetting('door_payment_limit', optionalAmountSchema, formatMoneyInput, errors.money),
  isDoorPaymentKnownOnly: createSetting('door_payment_known_only', knownOnlySchema, formatFlag, () => errors.flag),
  safetyStock: createSetting('safety_stock', safetyStockSchema, String, refusals['offer.safety']),
}
type Settings = typeof settings

const settingEntries = Object.entries(settings)
export const settingColumns = Object.fromEntries(settingEntries.map(([, { column, schema }]) => [column, schema])) as {
  [Key in keyof Settings as Settings[Key]['column']]: Settings[Key]['schema']
}

/** The settings as a form has them. */
export const BranchSettings = z.object(
  Object.fromEntries(settingEntries.map(([key, { input }]) => [key, input])) as {
    [Key in keyof Settings]: Settings[Key]['input']
  },
)
export type BranchSettings = z.output<typeof BranchSettings>

/** Those that a row of the file has. */
export function readSettings(row: { [Column in keyof typeof settingColumns]?: unknown }): Partial<BranchSettings> {
  return Object.fromEntries(settingEntries.map(([key, { column }]) => [key, row[column]]))
}

/** What of them are columns of the branch: postal codes and windows have tables of their own. */
export function toSettingColumns({
  windows: _windows,
  zipcodes: _zipcodes,
  weeklyHours,
  specialDays,
  ...columns
}: Partial<BranchSettings>): Partial<Row<'branch'>> {
  return {
    ...columns,
    ...(weeklyHours && toHoursColumns(weeklyHours)),
    ...(specialDays && { specialDays: JSON.stringify(specialDays) }),
  }
}
