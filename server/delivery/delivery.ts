import { sql } from 'kysely'
import type { Database, InTransaction, Transaction } from '../database/connection.ts'
import { rehearsing } from '../database/rehearsal.ts'
import type { Row } from '../database/schema.ts'
import { shopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import type { ImportFile, ImportOptions } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { readCode } from '../platform/typed.ts'
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
  /** Its own sentence above every page while it is open; null: the usual one. */
  notice: string | null
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
  notice: null,
}

export type Delivery = ReturnType<typeof createDelivery>

/** Branches and the postal codes each of them serves. */
export function createDelivery(database: Database, clock: Clock) {
  const { query } = database
  return {
    findBranch,
    assertBranchExists,
    listBranches,
    setNotice,
    listNotices,
    branchIdFor,
    servedZipcode,
    resolveZipcode,
    importBranches: (file: ImportFile, { dryRun }: ImportOptions = {}) =>
      importBranches(dryRun ? rehearsing(database) : database, file),
  }

  /** @returns the branch, or the default one for an id that is unknown or 0; while there is none, `notYetOpen` */
  async function findBranch(id: number): Promise<Branch> {
    const { rows } = await sql<Row<'branch'>>`select * from branch where id in (${id}, ${defaultBranchId})`.execute(
      query,
    )
    const row = rows.find((candidate) => candidate.id === id) ?? rows.find(({ id }) => id === defaultBranchId)
    return row ? branch(row) : notYetOpen
  }

  /** Id 0 is where no branch delivers. @throws ShopError "branch.unknown" */
  async function assertBranchExists(id: number): Promise<void> {
    if (id === uncoveredBranchId || (await findBranch(id)).id === id) return
    throw new ShopError('branch.unknown', { input: 'branch' })
  }

  /** All branches, by id. */
  async function listBranches(): Promise<Branch[]> {
    return (await query.selectFrom('branch').selectAll().orderBy('id').execute()).map(branch)
  }

  /** @param until yyyy-MM-dd, included; null: until it is changed. A null sentence brings the usual one back. */
  async function setNotice(
    branchId: number | null,
    sentence: string | null,
    until: string | null,
    alsoWrite: InTransaction,
  ): Promise<void> {
    await database.transact(async (tx) => {
      await tx
        .updateTable('branch')
        .set({ notice: sentence, notice_until: sentence === null ? null : until })
        .$if(branchId !== null, (one) => one.where('id', '=', branchId as number))
        .execute()
      await alsoWrite(tx)
    })
  }

  /** As they are set, over ones too. */
  async function listNotices() {
    return query.selectFrom('branch').select(['id', 'name', 'notice', 'notice_until as until']).orderBy('id').execute()
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

  /** @returns a postal code of 8 digits that some branch serves, the same as long as the branches are; null while none does */
  async function servedZipcode(): Promise<string | null> {
    const row = await query
      .selectFrom('branch_zipcodes')
      .select('first_zipcode')
      .orderBy('first_zipcode')
      .executeTakeFirst()
    return row ? String(row.first_zipcode).padStart(8, '0') : null
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
      notice: row.notice !== null && (row.notice_until ?? '9') >= shopDay(now) ? row.notice : null,
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
  const digits = readCode(typed)
  if (!/^\d{8}$/.test(digits)) throw new ShopError('zipcode.invalid', { input: 'zipcode' })
  return digits
}
