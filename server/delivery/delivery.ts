import { sql } from 'kysely'
import type { Database, InTransaction, Transaction } from '../database/connection.ts'
import { rehearsing } from '../database/rehearsal.ts'
import type { Row } from '../database/schema.ts'
import { shopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import type { ImportFile, ImportOptions } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeCode } from '../platform/user-input.ts'
import type { Branch, StoreAddress } from './branch.ts'
import { importBranches } from './branch-import.ts'
import { createBranchSettings } from './branch-settings.ts'
import { NoticeInput } from './notice.ts'
import { changesAt, isOpenAt, opensLaterToday, promisedAt } from './opening-hours.ts'
import { type DeliveryChoice, type DeliveryOption, feeOf, isSameChoice, quote, readyAt, type Store } from './quote.ts'
import { listWindows, releasePlace, reservePlace } from './windows.ts'

/** What an order's delivery comes to once it is taken. */
export interface BookedDelivery {
  branch: Branch
  feeCents: number
  windowId: number | null
  /** Null where it is promised only once it is paid. */
  promise: { from: Date | null; to: Date } | null
}

/** What of a bag decides which ways it may take. */
interface Goods {
  lines: { productId: number; name: string; quantity: number }[]
  itemsCents: number
}

/** What a store has of some products. */
interface StoreOffer {
  branchId: number
  productId: number
  stock: number
  priceCents: number
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
  deliveryFeeCents: 0,
  freeDeliveryFromCents: null,
  pickupMinutes: null,
  pickupDays: 0,
  specialDays: {},
  address: null,
  phone: null,
  legal: { cnpj: null, licence: null, afe: null, pharmacistName: null, pharmacistCrf: null },
}

export type Delivery = ReturnType<typeof createDelivery>

/** Branches, the postal codes each of them serves, and the ways in which orders get to their customers. */
export function createDelivery(database: Database, clock: Clock) {
  const { db } = database
  return {
    findBranch,
    assertBranchExists,
    listBranches,
    NoticeInput,
    setNotice,
    listNotices,
    branchIdFor,
    servedZipcode,
    resolveZipcode,
    listStores,
    findStore,
    changesAt: (store: Branch) => changesAt(clock.now(), store),
    listOptions,
    book,
    releaseWindow: releasePlace,
    feeOf: (branch: Branch, itemsCents: number) => feeOf(branch, itemsCents).feeCents,
    promiseFor,
    ...createBranchSettings(database),
    importBranches: (file: ImportFile, { dryRun }: ImportOptions = {}) =>
      importBranches(dryRun ? rehearsing(database) : database, file),
  }

  /** @returns the branch, or the default one for an id that is unknown or 0; while there is none, `notYetOpen` */
  async function findBranch(id: number, tx: Transaction = db): Promise<Branch> {
    const { rows } = await sql<Row<'branch'>>`select * from branch where id in (${id}, ${defaultBranchId})`.execute(tx)
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
    return (await db.selectFrom('branch').selectAll().orderBy('id').execute()).map(branch)
  }

  /** @param until yyyy-MM-dd, included; null: until it is changed. A null sentence brings the usual one back. */
  /** @throws ShopError "notice.past" for a last day that is over: nobody would see it */
  async function setNotice(
    branchId: number | null,
    sentence: string | null,
    until: string | null,
    alsoWrite: InTransaction,
  ): Promise<void> {
    if (sentence !== null && until !== null && until < shopDay(clock.now()))
      throw new ShopError('notice.past', { input: 'until' })
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
    return db.selectFrom('branch').select(['id', 'name', 'notice', 'notice_until as until']).orderBy('id').execute()
  }

  /** @returns the id of the branch that serves an 8-digit postal code, 0 where none does */
  async function branchIdFor(zipcode: string): Promise<number> {
    const code = Number(zipcode)
    const row = await db
      .selectFrom('branch_zipcodes')
      .select('branch_id')
      .where('first_zipcode', '<=', code)
      .where('last_zipcode', '>=', code)
      .executeTakeFirst()
    return row?.branch_id ?? uncoveredBranchId
  }

  /** @returns a postal code of 8 digits that some branch serves, the same as long as the branches are; null while none does */
  async function servedZipcode(): Promise<string | null> {
    const row = await db
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
  async function resolveZipcode(text: string): Promise<{ zipcode: string; branchId: number }> {
    const zipcode = parseZipcode(text)
    return { zipcode, branchId: await branchIdFor(zipcode) }
  }

  /** Where orders may be picked up, the nearest to a postal code first; without one, by id. */
  async function listStores(zipcode?: string): Promise<Branch[]> {
    const stores = (await listBranches()).filter(isStore)
    if (!zipcode) return stores
    // Near numbers are near places.
    const distance = ({ address }: Branch) => Math.abs(Number(address?.zipcode) - Number(zipcode))
    return stores.sort((a, b) => distance(a) - distance(b))
  }

  /** @throws ShopError "branch.unknown" also for a branch in which nobody may pick up */
  async function findStore(id: number, tx: Transaction = db): Promise<Branch> {
    const store = await findBranch(id, tx)
    if (store.id !== id || !isStore(store)) throw new ShopError('branch.unknown')
    return store
  }

  /**
   * The ways that an order of these goods may take.
   * @param branchId the branch that delivers; 0 where none does
   * @param offers what the stores have of the goods
   */
  async function listOptions(
    branchId: number,
    zipcode: string | undefined,
    { lines, itemsCents }: Goods,
    offers: StoreOffer[],
  ): Promise<DeliveryOption[]> {
    const at = clock.now()
    const branch = branchId === uncoveredBranchId ? null : await findBranch(branchId)
    const windows = branch ? await listWindows(db, branch.id, branch, at) : []
    const stores = (await listStores(zipcode)).map((store) => withStock(store, lines, offers))
    return quote({ branch, itemsCents, windows, stores, at })
  }

  /**
   * Takes the chosen way, and its place in a window, in the order's transaction.
   * @param choice null: now, or where the branch delivers by appointment only, its first window with a place
   * @param itemsCents what the goods come to
   * @throws ShopError "delivery.changed", "delivery.full"
   */
  async function book(
    tx: Transaction,
    { branchId, choice, itemsCents }: { branchId: number; choice: DeliveryChoice | null; itemsCents: number },
  ): Promise<BookedDelivery> {
    const at = clock.now()
    const branch = await findBranch(branchId, tx)
    const windows = await listWindows(tx, branchId, branch, at)
    // Its lines are taken from the store's stock in the same transaction, so here it lacks nothing.
    const stores = isStore(branch) ? [{ branch, itemsCents, lacks: [] }] : []
    const options = quote({ branch, itemsCents, windows, stores, at })
    const option = pick(options, choice)
    const { feeCents, promise, isPromiseFixed } = option
    const window = windows.find(({ id }) => option.choice.way === 'window' && id === option.choice.windowId)
    if (window) await reservePlace(tx, window)
    return { branch, feeCents, windowId: window?.id ?? null, promise: isPromiseFixed ? promise : null }
  }

  /** What is promised to an order without a window that is paid at that instant. */
  async function promiseFor(
    tx: Transaction,
    { branchId, type, paidAt }: { branchId: number; type: 'delivery' | 'pickup'; paidAt: Date },
  ): Promise<Date> {
    const branch = await findBranch(branchId, tx)
    return type === 'pickup' ? readyAt(branch, paidAt) : promisedAt(paidAt, branch, branch.shippingEstimateMinutes)
  }

  function branch(row: Row<'branch'>): Branch {
    const now = clock.now()
    const specialDays: Branch['specialDays'] = row.special_days === '{}' ? {} : JSON.parse(row.special_days)
    const hours = { openTime: row.open_time, closeTime: row.close_time, specialDays }
    return {
      id: row.id,
      name: row.name,
      openTime: row.open_time,
      closeTime: row.close_time,
      whatsapp: row.whatsapp,
      shippingEstimateMinutes: row.shipping_estimate_minutes,
      shippingLater: row.shipping_later === 1,
      isOpen: isOpenAt(now, hours),
      opensToday: opensLaterToday(now, hours),
      notice: row.notice !== null && (row.notice_until ?? '9') >= shopDay(now) ? row.notice : null,
      deliveryFeeCents: row.delivery_fee_cents,
      freeDeliveryFromCents: row.free_delivery_from_cents,
      pickupMinutes: row.pickup_minutes,
      pickupDays: row.pickup_days,
      specialDays,
      address: addressOf(row),
      phone: row.phone,
      legal: {
        cnpj: row.cnpj,
        licence: row.licence,
        afe: row.afe,
        pharmacistName: row.pharmacist_name,
        pharmacistCrf: row.pharmacist_crf,
      },
    }
  }
}

function addressOf({ zipcode, street, number, neighborhood, city, state }: Row<'branch'>): StoreAddress | null {
  if (zipcode === null || street === null) return null
  return {
    zipcode,
    street,
    number: number ?? '',
    neighborhood: neighborhood ?? '',
    city: city ?? 'São Paulo',
    state: state ?? 'SP',
  }
}

function pick(options: DeliveryOption[], choice: DeliveryChoice | null): DeliveryOption {
  const option = choice ? options.find((each) => isSameChoice(each.choice, choice)) : options.find(isFreeDelivery)
  if (!option) throw new ShopError(choice ? 'delivery.changed' : 'delivery.full')
  if (option.obstacle === 'full') throw new ShopError('delivery.full')
  return option
}

/** One that an order takes of which nobody chose the way. */
function isFreeDelivery({ choice, obstacle }: DeliveryOption): boolean {
  return choice.way !== 'pickup' && obstacle === null
}

function isStore({ address, pickupMinutes }: Branch): boolean {
  return address !== null && pickupMinutes !== null
}

/** What a store has of some goods, and what they cost there. */
function withStock(branch: Branch, lines: Goods['lines'], offers: StoreOffer[]): Store {
  const storeOffers = new Map(
    offers.filter(({ branchId }) => branchId === branch.id).map((offer) => [offer.productId, offer]),
  )
  const lacks = lines.filter(({ productId, quantity }) => (storeOffers.get(productId)?.stock ?? 0) < quantity)
  const itemsCents = lines.reduce(
    (sum, { productId, quantity }) => sum + (storeOffers.get(productId)?.priceCents ?? 0) * quantity,
    0,
  )
  return { branch, itemsCents, lacks: lacks.map(({ name }) => name) }
}

/** Of all branches, in order. */
export async function branchIds(db: Transaction): Promise<number[]> {
  return (await db.selectFrom('branch').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/**
 * The eight digits of a postal code as typed: dashes, dots and spaces are dropped.
 * @throws ShopError "zipcode.invalid" for anything but eight digits
 */
export function parseZipcode(text: string): string {
  const digits = normalizeCode(text)
  if (!/^\d{8}$/.test(digits)) throw new ShopError('zipcode.invalid', { input: 'zipcode' })
  return digits
}
