import { sql } from 'kysely'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import { createDryRunDatabase } from '../database/dry-run.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { Clock } from '../platform/clock.ts'
import type { ImportOptions, ImportRowStream } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeCode } from '../platform/user-input.ts'
import type { Branch, StoreAddress } from './branch.ts'
import { importBranches } from './branch-import.ts'
import { BranchNoticeInputSchema } from './branch-notice.ts'
import { createBranchSettingsService } from './branch-settings.ts'
import {
  calculateFee,
  calculatePickupReadyAt,
  type DeliveryChoice,
  type DeliveryOption,
  isSameDeliveryChoice,
  type PickupStore,
  quoteDelivery,
} from './delivery-quote.ts'
import { bookWindow, listWindows, releaseWindow } from './delivery-windows.ts'
import { calculatePromisedAt, findNextOpeningChange, isOpenAt, opensLaterToday } from './opening-hours.ts'

/** The delivery of an order as it was booked. */
export interface BookedDelivery {
  branch: Branch
  feeCents: number
  windowId: number | null
  /** Null where it is promised only once it is paid. */
  deliveryPromise: { from: Date | null; to: Date } | null
}

/** The parts of a bag that decide how it can be delivered. */
interface Goods {
  lines: { productId: number; name: string; quantity: number }[]
  itemsCents: number
}

/** Stock and price of a product in a store. */
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
const placeholderBranch: Branch = {
  id: defaultBranchId,
  name: '',
  openTime: '00:00',
  closeTime: '00:00',
  whatsapp: '',
  shippingEstimateMinutes: 0,
  shipsByAppointment: false,
  isOpen: false,
  opensLaterToday: false,
  notice: null,
  deliveryFeeCents: 0,
  freeDeliveryFromCents: null,
  pickupMinutes: null,
  pickupDays: 0,
  specialDays: {},
  address: null,
  phone: null,
  legalData: { cnpj: null, licence: null, afe: null, pharmacistName: null, pharmacistCrf: null },
}

export type DeliveryService = ReturnType<typeof createDeliveryService>

/** Branches, the postal codes each of them serves, and the methods by which orders reach their customers. */
export function createDeliveryService(database: Database, clock: Clock) {
  const { db } = database
  return {
    getBranchOrDefault,
    assertBranchExists,
    listBranches,
    BranchNoticeInputSchema,
    setBranchNotice,
    listBranchNotices,
    findBranchId,
    findAnyServedZipcode,
    resolveZipcode,
    listPickupStores,
    getPickupStore,
    findNextOpeningChange: (store: Branch) => findNextOpeningChange(clock.now(), store),
    listDeliveryOptions,
    bookDelivery,
    releaseWindow,
    calculateFeeCents: (branch: Branch, itemsCents: number) => calculateFee(branch, itemsCents).feeCents,
    getPromisedAt,
    ...createBranchSettingsService(database),
    importBranches: (file: ImportRowStream, { dryRun }: ImportOptions = {}) =>
      importBranches(dryRun ? createDryRunDatabase(database) : database, file),
  }

  /** @returns the branch, or the default one for an id that is unknown or 0; while there is none, `placeholderBranch` */
  async function getBranchOrDefault(id: number, tx: Transaction = db): Promise<Branch> {
    const { rows } = await sql<Row<'branch'>>`select * from branch where id in (${id}, ${defaultBranchId})`.execute(tx)
    const row = rows.find((candidate) => candidate.id === id) ?? rows.find(({ id }) => id === defaultBranchId)
    return row ? toBranch(row) : placeholderBranch
  }

  /** Id 0 is where no branch delivers. @throws ShopError "branch.unknown" */
  async function assertBranchExists(id: number): Promise<void> {
    if (id === uncoveredBranchId || (await getBranchOrDefault(id)).id === id) return
    throw new ShopError('branch.unknown', { input: 'branch' })
  }

  /** All branches, by id. */
  async function listBranches(): Promise<Branch[]> {
    return (await db.selectFrom('branch').selectAll().orderBy('id').execute()).map(toBranch)
  }

  /**
   * @param text null: the usual message is shown again
   * @param lastDay yyyy-MM-dd, included; null: until the notice is changed
   * @throws ShopError "notice.past" for a last day that is over: nobody would see it
   */
  async function setBranchNotice(
    branchId: number | null,
    text: string | null,
    lastDay: string | null,
    transactionHook: TransactionHook,
  ): Promise<void> {
    if (text !== null && lastDay !== null && lastDay < toShopDay(clock.now()))
      throw new ShopError('notice.past', { input: 'lastDay' })
    await database.transact(async (tx) => {
      await tx
        .updateTable('branch')
        .set({ notice: text, notice_until: text === null ? null : lastDay })
        .$if(branchId !== null, (qb) => qb.where('id', '=', branchId as number))
        .execute()
      await transactionHook(tx)
    })
  }

  /** The notices as they are set, expired ones too. */
  async function listBranchNotices() {
    return db.selectFrom('branch').select(['id', 'name', 'notice', 'notice_until as lastDay']).orderBy('id').execute()
  }

  /** @returns the id of the branch that serves an 8-digit postal code, 0 where none does */
  async function findBranchId(zipcode: string): Promise<number> {
    const numericZipcode = Number(zipcode)
    const row = await db
      .selectFrom('branch_zipcodes')
      .select('branch_id')
      .where('first_zipcode', '<=', numericZipcode)
      .where('last_zipcode', '>=', numericZipcode)
      .executeTakeFirst()
    return row?.branch_id ?? uncoveredBranchId
  }

  /** @returns a postal code of 8 digits that some branch serves, the same as long as the branches are; null while none does */
  async function findAnyServedZipcode(): Promise<string | null> {
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
    return { zipcode, branchId: await findBranchId(zipcode) }
  }

  /** Where orders may be picked up, the nearest to a postal code first; without one, by id. */
  async function listPickupStores(zipcode?: string): Promise<Branch[]> {
    const stores = (await listBranches()).filter(isPickupStore)
    if (!zipcode) return stores
    // Near numbers are near places.
    const calculateDistance = ({ address }: Branch) => Math.abs(Number(address?.zipcode) - Number(zipcode))
    return stores.sort((a, b) => calculateDistance(a) - calculateDistance(b))
  }

  /** @throws ShopError "branch.unknown" also for a branch in which nobody may pick up */
  async function getPickupStore(id: number, tx: Transaction = db): Promise<Branch> {
    const store = await getBranchOrDefault(id, tx)
    if (store.id !== id || !isPickupStore(store)) throw new ShopError('branch.unknown')
    return store
  }

  /**
   * The delivery methods that an order of these goods may choose.
   * @param branchId the branch that delivers; 0 where none does
   * @param offers what the stores have of the goods
   */
  async function listDeliveryOptions(
    branchId: number,
    zipcode: string | undefined,
    { lines, itemsCents }: Goods,
    offers: StoreOffer[],
  ): Promise<DeliveryOption[]> {
    const now = clock.now()
    const branch = branchId === uncoveredBranchId ? null : await getBranchOrDefault(branchId)
    const windows = branch ? await listWindows(db, branch.id, branch, now) : []
    const stores = (await listPickupStores(zipcode)).map((store) => toPickupStore(store, lines, offers))
    return quoteDelivery({ branch, itemsCents, windows, stores, requestedAt: now })
  }

  /**
   * Books the chosen method, and a place in its window, in the order's transaction.
   * @param choice null: now, or where the branch delivers by appointment only, its first window with a place
   * @param itemsCents what the goods come to
   * @throws ShopError "delivery.changed", "delivery.full"
   */
  async function bookDelivery(
    tx: Transaction,
    { branchId, choice, itemsCents }: { branchId: number; choice: DeliveryChoice | null; itemsCents: number },
  ): Promise<BookedDelivery> {
    const now = clock.now()
    const branch = await getBranchOrDefault(branchId, tx)
    const windows = await listWindows(tx, branchId, branch, now)
    // Its lines are taken from the store's stock in the same transaction, so here it lacks nothing.
    const stores = isPickupStore(branch) ? [{ branch, itemsCents, missingProductNames: [] }] : []
    const options = quoteDelivery({ branch, itemsCents, windows, stores, requestedAt: now })
    const chosenOption = requireChosenOption(options, choice)
    const { feeCents, deliveryPromise, isPromiseFixed } = chosenOption
    const bookedWindow = windows.find(
      ({ id }) => chosenOption.choice.method === 'window' && id === chosenOption.choice.windowId,
    )
    if (bookedWindow) await bookWindow(tx, bookedWindow)
    return {
      branch,
      feeCents,
      windowId: bookedWindow?.id ?? null,
      deliveryPromise: isPromiseFixed ? deliveryPromise : null,
    }
  }

  /** What is promised to an order without a window that is paid at that instant. */
  async function getPromisedAt(
    tx: Transaction,
    { branchId, orderType, paidAt }: { branchId: number; orderType: 'delivery' | 'pickup'; paidAt: Date },
  ): Promise<Date> {
    const branch = await getBranchOrDefault(branchId, tx)
    return orderType === 'pickup'
      ? calculatePickupReadyAt(branch, paidAt)
      : calculatePromisedAt(paidAt, branch, branch.shippingEstimateMinutes)
  }

  function toBranch(row: Row<'branch'>): Branch {
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
      shipsByAppointment: row.shipping_later === 1,
      isOpen: isOpenAt(now, hours),
      opensLaterToday: opensLaterToday(now, hours),
      notice: row.notice !== null && (row.notice_until ?? '9') >= toShopDay(now) ? row.notice : null,
      deliveryFeeCents: row.delivery_fee_cents,
      freeDeliveryFromCents: row.free_delivery_from_cents,
      pickupMinutes: row.pickup_minutes,
      pickupDays: row.pickup_days,
      specialDays,
      address: toStoreAddress(row),
      phone: row.phone,
      legalData: {
        cnpj: row.cnpj,
        licence: row.licence,
        afe: row.afe,
        pharmacistName: row.pharmacist_name,
        pharmacistCrf: row.pharmacist_crf,
      },
    }
  }
}

function toStoreAddress({ zipcode, street, number, neighborhood, city, state }: Row<'branch'>): StoreAddress | null {
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

function requireChosenOption(options: DeliveryOption[], choice: DeliveryChoice | null): DeliveryOption {
  const option = choice
    ? options.find((candidate) => isSameDeliveryChoice(candidate.choice, choice))
    : options.find(isDefaultOption)
  if (!option) throw new ShopError(choice ? 'delivery.changed' : 'delivery.full')
  if (option.obstacle === 'full') throw new ShopError('delivery.full')
  return option
}

/** Whether an order without a chosen method gets this option. */
function isDefaultOption({ choice, obstacle }: DeliveryOption): boolean {
  return choice.method !== 'pickup' && obstacle === null
}

function isPickupStore({ address, pickupMinutes }: Branch): boolean {
  return address !== null && pickupMinutes !== null
}

/** Checks which of the goods a store lacks, and what they cost there. */
function toPickupStore(branch: Branch, lines: Goods['lines'], offers: StoreOffer[]): PickupStore {
  const offerByProductId = new Map(
    offers.filter(({ branchId }) => branchId === branch.id).map((offer) => [offer.productId, offer]),
  )
  const missingLines = lines.filter(
    ({ productId, quantity }) => (offerByProductId.get(productId)?.stock ?? 0) < quantity,
  )
  const itemsCents = lines.reduce(
    (sum, { productId, quantity }) => sum + (offerByProductId.get(productId)?.priceCents ?? 0) * quantity,
    0,
  )
  return { branch, itemsCents, missingProductNames: missingLines.map(({ name }) => name) }
}

/** Of all branches, in order. */
export async function listBranchIds(db: Transaction): Promise<number[]> {
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
