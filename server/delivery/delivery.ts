import type { Database, Transaction } from '../database/connection.ts'
import { rehearsing } from '../database/rehearsal.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import type { ImportFile, ImportOptions } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { importBranches } from './branch-import.ts'
import { isOpenAt, opensLaterToday } from './opening-hours.ts'

export interface Branch {
  id: number
  name: string
  /** HH:MM in São Paulo. */
  openTime: string
  closeTime: string
  whatsapp: string
  shippingEstimateMinutes: number
  /** Delivers by appointment, not at once. */
  shippingLater: boolean
  isOpen: boolean
  /** The opening time is still to come today; while closed, else it opens tomorrow. */
  opensToday: boolean
}

/** Before a postal code is known, prices, hours and stock are this branch's. */
const defaultBranchId = 1
/** Means "outside coverage" wherever a branch id is stored. */
export const uncoveredBranchId = 0

/** In place of a branch until a live shop has one, so that its legal pages and empty listings work from the first start. */
const notYetOpen: Branch = {
  id: defaultBranchId,
  name: '',
  openTime: '00:00',
  closeTime: '00:00',
  whatsapp: '',
  shippingEstimateMinutes: 0,
  shippingLater: false,
  isOpen: false,
  opensToday: false,
}

export type Delivery = ReturnType<typeof openDelivery>

/** Branches and the postal codes each of them serves. */
export function openDelivery(database: Database, clock: Clock) {
  const { query } = database
  return {
    findBranch,
    listBranches,
    branchIdFor,
    resolveZipcode,
    importBranches: (file: ImportFile, { dryRun }: ImportOptions = {}) =>
      importBranches(dryRun ? rehearsing(database) : database, file),
  }

  /** @returns the branch, or the default one for an id that is unknown or 0; while there is none, `notYetOpen` */
  async function findBranch(id: number): Promise<Branch> {
    const rows = await query.selectFrom('branch').selectAll().where('id', 'in', [id, defaultBranchId]).execute()
    const row = rows.find((candidate) => candidate.id === id) ?? rows.find(({ id }) => id === defaultBranchId)
    return row ? branch(row) : notYetOpen
  }

  /** All branches, by id. */
  async function listBranches(): Promise<Branch[]> {
    return (await query.selectFrom('branch').selectAll().orderBy('id').execute()).map(branch)
  }

  /** @returns the id of the branch that serves an 8-digit postal code, 0 where none does */
  async function branchIdFor(zipcode: string): Promise<number> {
    const code = Number(zipcode)
    const row = await query
      .selectFrom('branch_zipcodes')
      .select('branch_id')
      .where('first_zipcode', '<=', code)
      .where('last_zipcode', '>=', code)
      .executeTakeFirst()
    return row?.branch_id ?? uncoveredBranchId
  }

  /**
   * Reads a postal code as typed and finds its branch.
   * @returns branch id 0 outside coverage
   * @throws ShopError "zipcode.invalid"
   */
  async function resolveZipcode(typed: string): Promise<{ zipcode: string; branchId: number }> {
    const zipcode = parseZipcode(typed)
    return { zipcode, branchId: await branchIdFor(zipcode) }
  }

  function branch(row: Row<'branch'>): Branch {
    const now = clock.now()
    return {
      id: row.id,
      name: row.name,
      openTime: row.open_time,
      closeTime: row.close_time,
      whatsapp: row.whatsapp,
      shippingEstimateMinutes: row.shipping_estimate_minutes,
      shippingLater: row.shipping_later === 1,
      isOpen: isOpenAt(now, row.open_time, row.close_time),
      opensToday: opensLaterToday(now, row.open_time),
    }
  }
}

/** Of all branches, in order. */
export async function branchIds(query: Transaction): Promise<number[]> {
  return (await query.selectFrom('branch').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/**
 * The eight digits of a postal code as typed: dashes, dots and spaces are dropped.
 * @throws ShopError "zipcode.invalid" for anything but eight digits
 */
export function parseZipcode(typed: string): string {
  const digits = typed.replace(/[\s.-]/g, '')
  if (!/^\d{8}$/.test(digits)) throw new ShopError('zipcode.invalid', { field: 'zipcode' })
  return digits
}
