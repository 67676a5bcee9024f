import { z } from 'zod'
import { formatZipcode } from '../../app/texts/format.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { isValidDay } from '../platform/calendar.ts'
import { splitIntoBatches } from '../platform/csv/batches.ts'
import {
  amountSchema,
  createSingleLineSchema,
  createWholeNumberSchema,
  flagSchema,
} from '../platform/csv/cell-schemas.ts'
import {
  checkRows,
  createFaultList,
  type FaultList,
  type ImportResult,
  type ImportRowStream,
} from '../platform/csv/checked-rows.ts'
import type { TableColumns } from '../platform/csv/table.ts'

const timeOfDaySchema = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:00')

/** "01000-000-01599-999", several joined by `|`; empty for a branch that delivers nowhere. */
const zipcodeRangesSchema = z
  .string()
  .trim()
  .transform((text, { addIssue }) =>
    (text === '' ? [] : text.split('|')).flatMap((range) => {
      const [, firstText, lastText] = /^(\d{5}-?\d{3})[-–](\d{5}-?\d{3})$/.exec(range.replace(/\s/g, '')) ?? []
      const [firstCode, lastCode] = [firstText, lastText].map((code) => Number(code?.replace('-', '')))
      if (firstCode !== undefined && lastCode !== undefined && firstCode <= lastCode)
        return [{ firstZipcode: firstCode, lastZipcode: lastCode }]
      addIssue({ code: 'custom', message: 'must be postal codes from and to, such as 01000-000-01599-999' })
      return []
    }),
  )

const createOptionalTextSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .transform((text) => text || null)
const createOptionalDigitsSchema = (digitCount: number, example: string) =>
  z
    .string()
    .transform((text) => text.replace(/\D/g, ''))
    .refine((text) => text === '' || text.length === digitCount, `must have ${digitCount} digits, such as ${example}`)
    .transform((text) => text || null)

const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** "mon-fri 08:00-10:00 x20 -30": weekdays, hours, orders, and minutes before the start until which it may be chosen; several joined by `|`. */
const deliveryWindowsSchema = z
  .string()
  .trim()
  .transform((text, { addIssue }) =>
    (text === '' ? [] : text.split('|')).flatMap((windowText) => {
      const match = /^([a-z]{3})(?:-([a-z]{3}))? (\d\d:\d\d)-(\d\d:\d\d) x(\d{1,4})(?: -(\d{1,4}))?$/.exec(
        windowText.trim().toLowerCase(),
      )
      const [, firstWeekday = '', lastWeekday = firstWeekday, startTime = '', endTime = '', capacity, cutoffMinutes] =
        match ?? []
      const [firstWeekdayIndex, lastWeekdayIndex] = [firstWeekday, lastWeekday].map((day) =>
        weekdayNames.indexOf(day),
      ) as [number, number]
      if (
        firstWeekdayIndex >= 0 &&
        lastWeekdayIndex >= firstWeekdayIndex &&
        isTimeOfDay(startTime) &&
        isTimeOfDay(endTime) &&
        startTime < endTime
      )
        return Array.from({ length: lastWeekdayIndex - firstWeekdayIndex + 1 }, (_, index) => ({
          weekday: firstWeekdayIndex + index,
          start_time: startTime,
          end_time: endTime,
          capacity: Number(capacity),
          last_order_minutes: Number(cutoffMinutes ?? 30),
        }))
      addIssue({ code: 'custom', message: 'must be windows such as mon-fri 08:00-10:00 x20 -30, joined by |' })
      return []
    }),
  )

/** "2026-12-25 closed|2026-12-24 07:00-14:00" */
const specialDaysSchema = z
  .string()
  .trim()
  .transform((text, { addIssue }) =>
    Object.fromEntries(
      (text === '' ? [] : text.split('|')).map((dayText) => {
        const [day = '', hours = ''] = dayText.trim().split(' ')
        const openingTimes = hours.split('-')
        if (isValidDay(day) && hours === 'closed') return [day, null]
        if (isValidDay(day) && openingTimes.length === 2 && openingTimes.every(isTimeOfDay)) return [day, openingTimes]
        addIssue({
          code: 'custom',
          message: 'must be days such as 2026-12-25 closed or 2026-12-24 07:00-14:00, joined by |',
        })
        return [day, null]
      }),
    ),
  )

function isTimeOfDay(text: string): boolean {
  return timeOfDaySchema.safeParse(text).success
}

/** Cents; empty for none. */
const optionalAmountSchema = z.union([z.literal('').transform(() => null), amountSchema])

/** The settings that the back office may change, too, each in the format of a file. */
export const branchSettingSchemas = {
  delivery_fee: amountSchema,
  free_delivery_from: optionalAmountSchema,
  pickup_minutes: z.union([z.literal('').transform(() => null), createWholeNumberSchema(1, 10_080)]),
  delivery_windows: deliveryWindowsSchema,
  special_days: specialDaysSchema,
}

/** May be missing from a file: then they stay as they are. */
const optionalFieldSchemas = {
  delivery_fee: branchSettingSchemas.delivery_fee.optional(),
  free_delivery_from: branchSettingSchemas.free_delivery_from.optional(),
  delivery_windows: branchSettingSchemas.delivery_windows.optional(),
  pickup_minutes: branchSettingSchemas.pickup_minutes.optional(),
  pickup_days: createWholeNumberSchema(1, 30).optional(),
  special_days: branchSettingSchemas.special_days.optional(),
  zipcode: createOptionalDigitsSchema(8, '01310-100').optional(),
  street: createOptionalTextSchema(120).optional(),
  number: createOptionalTextSchema(20).optional(),
  neighborhood: createOptionalTextSchema(80).optional(),
  city: createOptionalTextSchema(80).optional(),
  state: createOptionalTextSchema(2).optional(),
  phone: createOptionalTextSchema(30).optional(),
  cnpj: createOptionalDigitsSchema(14, '00.000.000/0001-91').optional(),
  licence: createOptionalTextSchema(80).optional(),
  afe: createOptionalTextSchema(80).optional(),
  pharmacist_name: createOptionalTextSchema(80).optional(),
  pharmacist_crf: createOptionalTextSchema(30).optional(),
}

const BranchRowSchema = z.object({
  id: createWholeNumberSchema(1, 9999),
  name: createSingleLineSchema(80),
  zipcodes: zipcodeRangesSchema,
  open_time: timeOfDaySchema,
  close_time: timeOfDaySchema,
  whatsapp: z
    .string()
    .trim()
    .regex(/^55\d{10,11}$/, 'must be 55, area code and number in digits, such as 5511999990000'),
  shipping_estimate: createWholeNumberSchema(1, 10_080),
  shipping_later: flagSchema,
  ...optionalFieldSchemas,
})
const optionalColumns = Object.keys(optionalFieldSchemas)
export const branchColumns: TableColumns = {
  required: Object.keys(BranchRowSchema.shape).filter((column) => !optionalColumns.includes(column)),
  optional: optionalColumns,
}

interface ZipcodeRange {
  branchId: number
  firstZipcode: number
  lastZipcode: number
}

/** Adds and changes branches by their id, with the postal codes each serves; those the file does not name stay. */
export async function importBranches({ transact }: Database, file: ImportRowStream): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, BranchRowSchema, faults)
  const lineByBranchId = indexLinesAndAddRepeatedFaults(rows, faults)
  return transact(async (tx) => {
    const existingBranches = await tx.selectFrom('branch').selectAll().execute()
    const existingRangeRows = await tx.selectFrom('branch_zipcodes').selectAll().orderBy('first_zipcode').execute()
    const unchangedRanges = existingRangeRows
      .filter(({ branch_id }) => !lineByBranchId.has(branch_id))
      .map(toZipcodeRange)
    const importedRanges = rows.flatMap(({ row }) => row.zipcodes.map((range) => ({ branchId: row.id, ...range })))
    addOverlapFaults([...unchangedRanges, ...importedRanges], lineByBranchId, faults)
    if (faults.count > 0) return faults.toResult()

    const slots = await tx.selectFrom('delivery_slot').selectAll().execute()
    const changes = rows.flatMap(({ row }) => {
      const existingBranch = existingBranches.find(({ id }) => id === row.id)
      const branch = toBranch(row, existingBranch)
      const servedRanges = existingRangeRows.filter(({ branch_id }) => branch_id === branch.id).map(toZipcodeRange)
      const isUnchanged =
        existingBranch &&
        hasSameColumnValues(branch, existingBranch) &&
        servesExactly(branch.id, row.zipcodes, servedRanges) &&
        hasSameSlots(
          slots.filter(({ branch_id }) => branch_id === branch.id),
          row.delivery_windows,
        )
      return isUnchanged ? [] : [{ branch, isNew: !existingBranch }]
    })
    const changedBranches = changes.map(({ branch }) => branch)
    for (const batch of splitIntoBatches(changedBranches)) await upsertBranches(tx, batch)
    // All old ranges are deleted before new ones are inserted, since a file may swap them between branches.
    for (const ids of splitIntoBatches([...lineByBranchId.keys()])) {
      await tx.deleteFrom('branch_zipcodes').where('branch_id', 'in', ids).execute()
    }
    const zipcodeRows = importedRanges.map(({ branchId, firstZipcode, lastZipcode }) => ({
      branch_id: branchId,
      first_zipcode: firstZipcode,
      last_zipcode: lastZipcode,
    }))
    for (const batch of splitIntoBatches(zipcodeRows)) await tx.insertInto('branch_zipcodes').values(batch).execute()
    for (const { row } of rows) if (row.delivery_windows) await replaceDeliverySlots(tx, row.id, row.delivery_windows)
    const addedCount = changes.filter(({ isNew }) => isNew).length
    return { read: rows.length, changed: changes.length - addedCount, added: addedCount, withdrawn: 0 }
  })
}

/** @returns the line of each branch */
function indexLinesAndAddRepeatedFaults(
  rows: { line: number; row: { id: number } }[],
  faults: FaultList,
): Map<number, number> {
  const lineByBranchId = new Map<number, number>()
  for (const { line, row } of rows) {
    const firstLine = lineByBranchId.get(row.id)
    if (firstLine === undefined) lineByBranchId.set(row.id, line)
    else faults.add({ line, column: 'id', reason: `"${row.id}" is in line ${firstLine} too` })
  }
  return lineByBranchId
}

/** Whether a branch serves these postal codes already, and no others. */
function servesExactly(
  branchId: number,
  zipcodeRanges: Omit<ZipcodeRange, 'branchId'>[],
  servedRanges: ZipcodeRange[],
): boolean {
  const ranges = zipcodeRanges.map((range) => ({ branchId, ...range })).sort((a, b) => a.firstZipcode - b.firstZipcode)
  return JSON.stringify(ranges) === JSON.stringify(servedRanges)
}

/** Each postal code belongs to one branch at most. */
function addOverlapFaults(ranges: ZipcodeRange[], lineByBranchId: Map<number, number>, faults: FaultList): void {
  let furthestRange: ZipcodeRange | undefined
  for (const range of ranges.sort((a, b) => a.firstZipcode - b.firstZipcode)) {
    if (furthestRange && range.firstZipcode <= furthestRange.lastZipcode) {
      const [importedRange, otherRange] = lineByBranchId.has(range.branchId)
        ? [range, furthestRange]
        : [furthestRange, range]
      const reason = `${formatRange(importedRange)} overlaps ${formatRange(otherRange)} of branch ${otherRange.branchId}`
      faults.add({ line: lineByBranchId.get(importedRange.branchId) ?? 1, column: 'zipcodes', reason })
    }
    if (!furthestRange || range.lastZipcode > furthestRange.lastZipcode) furthestRange = range
  }
}

/** The columns of a branch that a file may set: not its notice. */
type ImportedBranch = Omit<Row<'branch'>, 'notice' | 'notice_until'>

/** What a branch has of the columns that a file may leave out. */
const branchDefaults = {
  delivery_fee_cents: 0,
  free_delivery_from_cents: null,
  pickup_minutes: null,
  pickup_days: 3,
  special_days: '{}',
  ...{ zipcode: null, street: null, number: null, neighborhood: null, city: null, state: null, phone: null },
  ...{ cnpj: null, licence: null, afe: null, pharmacist_name: null, pharmacist_crf: null },
}

/** What the file leaves out stays as it was. */
function toBranch(row: z.output<typeof BranchRowSchema>, existingBranch: Row<'branch'> | undefined): ImportedBranch {
  const { notice, notice_until, ...existingValues } = existingBranch ?? ({} as Partial<Row<'branch'>>)
  const { zipcodes, shipping_estimate, delivery_fee, free_delivery_from, delivery_windows, special_days, ...rest } = row
  const fileValues = {
    ...rest,
    delivery_fee_cents: delivery_fee,
    free_delivery_from_cents: free_delivery_from,
    special_days: special_days && JSON.stringify(special_days),
  }
  const definedValues = Object.fromEntries(Object.entries(fileValues).filter(([, value]) => value !== undefined))
  return {
    ...branchDefaults,
    ...existingValues,
    ...definedValues,
    shipping_estimate_minutes: shipping_estimate,
  } as ImportedBranch
}

async function upsertBranches(tx: Transaction, branches: ImportedBranch[]): Promise<void> {
  const columns = Object.keys(branches[0] ?? {}).filter((column) => column !== 'id') as (keyof ImportedBranch)[]
  await tx
    .insertInto('branch')
    .values(branches)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute()
}

type NewSlot = Omit<Row<'delivery_slot'>, 'id' | 'branch_id'>

const toSlotKey = ({ weekday, start_time, end_time }: NewSlot) => `${weekday} ${start_time} ${end_time}`

function hasSameSlots(existingSlots: Row<'delivery_slot'>[], newSlots: NewSlot[] | undefined): boolean {
  if (!newSlots) return true
  const serializeSlots = (slots: NewSlot[]) =>
    slots
      .map((slot) => `${toSlotKey(slot)} ${slot.capacity} ${slot.last_order_minutes}`)
      .sort()
      .join()
  return serializeSlots(existingSlots) === serializeSlots(newSlots)
}

/** A branch's windows as a file has them: consecutive days with the same windows are joined. */
export function formatDeliveryWindows(slots: Row<'delivery_slot'>[]): string {
  const weekdaysByHours = new Map<string, number[]>()
  for (const slot of slots.sort((a, b) => a.start_time.localeCompare(b.start_time) || a.weekday - b.weekday)) {
    const hours = `${slot.start_time}-${slot.end_time} x${slot.capacity} -${slot.last_order_minutes}`
    weekdaysByHours.set(hours, [...(weekdaysByHours.get(hours) ?? []), slot.weekday])
  }
  return [...weekdaysByHours]
    .flatMap(([hours, days]) => formatWeekdayRanges(days).map((row) => `${row} ${hours}`))
    .join(' | ')
}

/** `[1, 2, 3, 6]` as `mon-wed` and `sat`. */
function formatWeekdayRanges(days: number[]): string[] {
  const runs: number[][] = []
  for (const day of days) {
    const currentRun = runs.at(-1)
    if (currentRun && currentRun.at(-1) === day - 1) currentRun.push(day)
    else runs.push([day])
  }
  return runs.map((run) => [...new Set([run[0] ?? 0, run.at(-1) ?? 0])].map((day) => weekdayNames[day]).join('-'))
}

/** A branch's days with other hours as a file has them. */
export function formatSpecialDays(days: Record<string, [string, string] | null>): string {
  return Object.entries(days)
    .map(([day, hours]) => `${day} ${hours ? hours.join('-') : 'closed'}`)
    .join(' | ')
}

/** A slot of the same hours keeps its id, and with it the bookings of its windows. */
export async function replaceDeliverySlots(tx: Transaction, branchId: number, slots: NewSlot[]): Promise<void> {
  const existingSlots = await tx.selectFrom('delivery_slot').selectAll().where('branch_id', '=', branchId).execute()
  const slotByKey = new Map(slots.map((slot) => [toSlotKey(slot), slot]))
  const obsoleteIds = existingSlots.filter((slot) => !slotByKey.has(toSlotKey(slot))).map(({ id }) => id)
  if (obsoleteIds.length > 0) await tx.deleteFrom('delivery_slot').where('id', 'in', obsoleteIds).execute()
  if (slotByKey.size === 0) return
  await tx
    .insertInto('delivery_slot')
    .values([...slotByKey.values()].map((slot) => ({ ...slot, branch_id: branchId })))
    .onConflict((conflict) =>
      conflict.columns(['branch_id', 'weekday', 'start_time', 'end_time']).doUpdateSet(({ ref }) => ({
        capacity: ref('excluded.capacity'),
        last_order_minutes: ref('excluded.last_order_minutes'),
      })),
    )
    .execute()
}

function hasSameColumnValues(branch: ImportedBranch, existingBranch: Row<'branch'>): boolean {
  return (Object.keys(branch) as (keyof ImportedBranch)[]).every((column) => branch[column] === existingBranch[column])
}

function toZipcodeRange({ branch_id, first_zipcode, last_zipcode }: Row<'branch_zipcodes'>): ZipcodeRange {
  return { branchId: branch_id, firstZipcode: first_zipcode, lastZipcode: last_zipcode }
}

function formatRange({ firstZipcode, lastZipcode }: ZipcodeRange): string {
  return [firstZipcode, lastZipcode].map((code) => formatZipcode(String(code).padStart(8, '0'))).join('-')
}
