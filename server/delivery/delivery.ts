import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { weekdayOf } from '../../app/texts/days.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { remember } from '../platform/remember.ts'
import { normalizeLabelledCode } from '../platform/user-input.ts'
import type { Branch } from './branch.ts'
import { branchDefaults } from './branch-row.ts'
import {
  calculateFee,
  calculatePickupReadyAt,
  calculatePromisedAt,
  type DeliveryChoice,
  type DeliveryOption,
  isSameDeliveryChoice,
  type PickupStore,
  quoteDelivery,
} from './delivery-quote.ts'
import { bookWindow, listWindows } from './delivery-windows.ts'
import {
  type DayHours,
  isOpenAt,
  nextChangeAt,
  nextOpeningAt,
  resolveYearlyDays,
  toDailyWeek,
  toOpeningHours,
  type WeekHours,
} from './opening-hours.ts'

/** The delivery of an order as it was booked. */
export interface BookedDelivery {
  branch: Branch
  feeCents: number
  windowId: number | null
  /** When it arrives, or is ready in the store, if it is paid at once. */
  expectedArrivalAt: Date
  /** Null where it is promised only once it is paid. */
  deliveryPromise: { from: Date | null; to: Date } | null
}

interface DeliveryRequest {
  branchId: number
  /** Of the customer's address; null where the order is picked up. */
  zipcode: string | null
  choice: DeliveryChoice | null
  itemsCents: number
  minutesToPay: number
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

/** A branch with the notice above every page; null without one of its own. */
interface BranchNotice {
  id: number
  name: string
  notice: string | null
  /** yyyy-MM-dd, included. */
  lastDay: string | null
}

/** Before a postal code is known, prices, hours and stock are this branch's. */
const defaultBranchId = 1
/** Means "outside coverage" wherever a branch id is stored. */
export const uncoveredBranchId = 0

/** In place of a branch until a live shop has one, so that its legal pages and empty listings work from the first start. */
const placeholderBranch: Branch = {
  ...branchDefaults,
  ...{ id: defaultBranchId, name: '', openTime: '00:00', closeTime: '00:00', whatsapp: '' },
  shippingEstimateMinutes: 0,
  shipsByAppointment: false,
  ...{ isOpen: false, opensAt: null, promisesBy: null, notice: null },
  ...{ weeklyHours: [], specialDays: {}, plannedDays: {}, hours: { week: [], specialDays: {} } },
  address: null,
  legalData: { cnpj: null, licence: null, afe: null, pharmacistName: null, pharmacistCrf: null },
}

export function findNextOpeningChange(ctx: Context, store: Branch) {
  return nextChangeAt(ctx.clock.now(), store.hours)
}
export function calculateFeeCents(branch: Branch, itemsCents: number) {
  return calculateFee(branch, itemsCents).feeCents
}
/**
 * @param zipcode of the place that it delivers to: then what it asks there counts
 * @returns the branch, or the default one for an id that is unknown or 0; while there is none, `placeholderBranch`
 */
export async function getBranchOrDefault(ctx: Context, id: number, zipcode?: string | null): Promise<Branch> {
  const numericZipcode = Number(zipcode ?? -1)
  const { rows } = await sql<Row<'branch'>>`
    select branch.*, coalesce(zone.delivery_fee_cents, branch.delivery_fee_cents) as delivery_fee_cents,
      coalesce(zone.free_delivery_from_cents, branch.free_delivery_from_cents) as free_delivery_from_cents,
      coalesce(zone.minimum_order_cents, branch.minimum_order_cents) as minimum_order_cents,
      coalesce(zone.shipping_estimate_minutes, branch.shipping_estimate_minutes) as shipping_estimate_minutes
    from branch
    left join branch_zipcodes as zone on zone.branch_id = branch.id
      and zone.first_zipcode <= ${numericZipcode} and zone.last_zipcode >= ${numericZipcode}
    where branch.id in (${id}, ${defaultBranchId})`.execute(ctx.db)
  const row = rows.find((candidate) => candidate.id === id) ?? rows.find(({ id }) => id === defaultBranchId)
  return row ? toBranch(ctx, row) : placeholderBranch
}

/** Id 0 is where no branch delivers. @throws ShopError "branch.unknown" */
export async function assertBranchExists(ctx: Context, id: number): Promise<void> {
  if (id === uncoveredBranchId || (await getBranchOrDefault(ctx, id)).id === id) return
  throw new ShopError('branch.unknown', { input: 'branch' })
}

/** All branches, by id. */
export async function listBranches(ctx: Context): Promise<Branch[]> {
  return (await ctx.db.selectFrom('branch').selectAll().orderBy('id').execute()).map((row) => toBranch(ctx, row))
}

/**
 * @param text null: the usual message is shown again
 * @param lastDay yyyy-MM-dd, included; null: until the notice is changed
 * @throws ShopError "notice.past" for a last day that is over: nobody would see it
 */
export async function setBranchNotice(
  ctx: Context,
  branchId: number | null,
  text: string | null,
  lastDay: string | null,
): Promise<void> {
  if (text !== null && lastDay !== null && lastDay < toShopDay(ctx.clock.now()))
    throw new ShopError('notice.past', { input: 'lastDay' })
  await ctx.db
    .updateTable('branch')
    .set({ notice: text, noticeUntil: text === null ? null : lastDay })
    .$if(branchId !== null, (qb) => qb.where('id', '=', branchId as number))
    .execute()
}

/** The notices of all branches, their rows locked until the transaction ends. */
export async function lockBranchNotices(ctx: TransactionContext): Promise<BranchNotice[]> {
  await ctx.db
    .updateTable('branch')
    .set((eb) => ({ notice: eb.ref('notice') }))
    .execute()
  return listBranchNotices(ctx)
}

/** The notices as they are set, expired ones too. */
export async function listBranchNotices(ctx: Context): Promise<BranchNotice[]> {
  return ctx.db.selectFrom('branch').select(['id', 'name', 'notice', 'noticeUntil as lastDay']).orderBy('id').execute()
}

/** @returns the id of the branch that serves an 8-digit postal code, 0 where none does */
export async function findBranchId(ctx: Context, zipcode: string): Promise<number> {
  const numericZipcode = Number(zipcode)
  const row = await ctx.db
    .selectFrom('branchZipcodes')
    .select('branchId')
    .where('firstZipcode', '<=', numericZipcode)
    .where('lastZipcode', '>=', numericZipcode)
    .executeTakeFirst()
  return row?.branchId ?? uncoveredBranchId
}

/** @returns a postal code of 8 digits that some branch serves, the same as long as the branches are; null while none does */
export async function findAnyServedZipcode(ctx: Context): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('branchZipcodes')
    .select('firstZipcode')
    .orderBy('firstZipcode')
    .executeTakeFirst()
  return row ? String(row.firstZipcode).padStart(8, '0') : null
}

/**
 * Reads a postal code as typed and finds its branch.
 * @returns branch id 0 outside coverage
 * @throws ShopError "zipcode.invalid"
 */
export async function resolveZipcode(ctx: Context, text: string): Promise<{ zipcode: string; branchId: number }> {
  const zipcode = parseZipcode(text)
  return { zipcode, branchId: await findBranchId(ctx, zipcode) }
}

/** Where orders may be picked up, the nearest to a postal code first; without one, by id. */
export async function listPickupStores(ctx: Context, zipcode?: string): Promise<Branch[]> {
  const stores = (await listBranches(ctx)).filter(isPickupStore)
  if (!zipcode) return stores
  // Near numbers are near places.
  const calculateDistance = ({ address }: Branch) => Math.abs(Number(address?.zipcode) - Number(zipcode))
  return stores.sort((a, b) => calculateDistance(a) - calculateDistance(b))
}

/** @throws ShopError "branch.unknown" also for a branch in which nobody may pick up */
export async function getPickupStore(ctx: Context, id: number): Promise<Branch> {
  const store = await getBranchOrDefault(ctx, id)
  if (store.id !== id || !isPickupStore(store)) throw new ShopError('branch.unknown')
  return store
}

/** Whether an order that is paid now can be picked up on the same day. */
export function isPickupReadyToday(ctx: Context, store: Branch): boolean {
  const now = ctx.clock.now()
  const readyAt = calculatePickupReadyAt(store, now)
  return readyAt !== null && toShopDay(readyAt) === toShopDay(now)
}

/**
 * The delivery methods that an order of these goods may choose.
 * @param branchId the branch that delivers; 0 where none does
 * @param offers what the stores have of the goods
 * @param minutesToPay how long the order may wait for its payment; 0 where it is paid
 */
export async function listDeliveryOptions(
  ctx: Context,
  branchId: number,
  zipcode: string | undefined,
  { lines, itemsCents }: Goods,
  offers: StoreOffer[],
  minutesToPay: number,
): Promise<DeliveryOption[]> {
  const now = ctx.clock.now()
  const branch = branchId === uncoveredBranchId ? null : await getBranchOrDefault(ctx, branchId, zipcode)
  const paidBy = addMinutes(now, minutesToPay)
  const windows = branch ? await listWindows(ctx, branch.id, branch.hours, { now, paidBy }) : []
  const stores = (await listPickupStores(ctx, zipcode)).map((store) => toPickupStore(store, lines, offers))
  const missingProductNames = listMissingProductNames(branchId, lines, offers)
  const isPaid = minutesToPay === 0
  return quoteDelivery({ branch, itemsCents, missingProductNames, windows, stores, requestedAt: now, isPaid })
}

/**
 * Books the chosen method, and a place in its window, in the order's transaction.
 * @param choice null: now, or where the branch delivers by appointment only, its first window with a place
 * @param itemsCents what the goods come to
 * @param minutesToPay how long the order may wait for its payment; 0 where it is paid
 * @throws ShopError "delivery.changed", "delivery.full"
 */
export async function bookDelivery(
  ctx: TransactionContext,
  { branchId, zipcode, choice, itemsCents, minutesToPay }: DeliveryRequest,
): Promise<BookedDelivery> {
  const now = ctx.clock.now()
  const branch = await getBranchOrDefault(ctx, branchId, zipcode)
  const paidBy = addMinutes(now, minutesToPay)
  const windows = await listWindows(ctx, branchId, branch.hours, { now, paidBy })
  // Its lines are taken from the branch's stock in the same transaction, so here it lacks nothing.
  const missingProductNames: string[] = []
  const stores = isPickupStore(branch) ? [{ branch, itemsCents, missingProductNames }] : []
  const isPaid = minutesToPay === 0
  const quoteRequest = { branch, itemsCents, missingProductNames, windows, stores, requestedAt: now, isPaid }
  const options = quoteDelivery(quoteRequest)
  const chosenOption = requireChosenOption(options, choice)
  const { feeCents, deliveryPromise, isPromiseFixed } = chosenOption
  const bookedWindow = windows.find(
    ({ id }) => chosenOption.choice.method === 'window' && id === chosenOption.choice.windowId,
  )
  if (bookedWindow) await bookWindow(ctx, bookedWindow)
  return {
    branch,
    feeCents,
    expectedArrivalAt: deliveryPromise.to,
    windowId: bookedWindow?.id ?? null,
    deliveryPromise: isPromiseFixed ? deliveryPromise : null,
  }
}

/** What is promised to an order without a window that is paid at that instant; null where its branch opens no more. */
export async function getPromisedAt(
  ctx: TransactionContext,
  order: { branchId: number; zipcode: string | null; orderType: 'delivery' | 'pickup'; paidAt: Date },
): Promise<Date | null> {
  const { branchId, zipcode, orderType, paidAt } = order
  const branch = await getBranchOrDefault(ctx, branchId, zipcode)
  return orderType === 'pickup' ? calculatePickupReadyAt(branch, paidAt) : calculatePromisedAt(branch, paidAt)
}

/** By how a branch's row has them: the same hours again, of which the days' intervals are known. */
const schedules = new LRUCache<string, Pick<Branch, 'hours' | 'weeklyHours' | 'specialDays' | 'plannedDays'>>({
  max: 500,
})

function readSchedule(
  { openTime, closeTime, weeklyHours: weekJson, specialDays: specialDaysJson }: Row<'branch'>,
  today: string,
) {
  return remember(schedules, `${today} ${openTime} ${closeTime} ${weekJson} ${specialDaysJson}`, () => {
    const weeklyHours = weekJson === null ? toDailyWeek([openTime, closeTime]) : (JSON.parse(weekJson) as WeekHours)
    const plannedDays: Branch['plannedDays'] = JSON.parse(specialDaysJson)
    const specialDays = resolveYearlyDays(plannedDays, today)
    return { weeklyHours, plannedDays, specialDays, hours: toOpeningHours(weeklyHours, specialDays) }
  })
}

/** Of the day, its first opening and its last closing; of one without any, the next weekday's that has. */
function findDayHours(
  day: string,
  { weeklyHours, specialDays }: Pick<Branch, 'weeklyHours' | 'specialDays'>,
): DayHours {
  const today = weekdayOf(day)
  const nextDays = Array.from({ length: 7 }, (_, index) => weeklyHours[(today + index) % 7] ?? [])
  const special = specialDays[day]
  const ranges = special ? [special] : (nextDays.find((hours) => hours.length > 0) ?? [])
  return [ranges[0]?.[0] ?? '00:00', ranges.at(-1)?.[1] ?? '00:00']
}

function toBranch(ctx: Context, row: Row<'branch'>): Branch {
  const now = ctx.clock.now()
  const today = toShopDay(now)
  const { hours, weeklyHours, specialDays, plannedDays } = readSchedule(row, today)
  const [openTime, closeTime] = findDayHours(today, { weeklyHours, specialDays })
  const { isShippingScheduled, noticeUntil, zipcode, street, number, neighborhood, city, state, ...others } = row
  const { cnpj, licence, afe, pharmacistName, pharmacistCrf, ...columns } = others
  const isOpen = isOpenAt(now, hours)
  return {
    ...columns,
    ...{ openTime, closeTime, weeklyHours },
    shipsByAppointment: isShippingScheduled,
    isOpen,
    opensAt: isOpen ? null : nextOpeningAt(now, hours),
    promisesBy: calculatePromisedAt({ hours, shippingEstimateMinutes: row.shippingEstimateMinutes }, now),
    notice: row.notice !== null && (noticeUntil ?? '9') >= today ? row.notice : null,
    specialDays,
    plannedDays,
    hours,
    address:
      zipcode === null || street === null
        ? null
        : {
            ...{ zipcode, street, number: number ?? '', neighborhood: neighborhood ?? '' },
            ...{ city: city ?? 'São Paulo', state: state ?? 'SP' },
          },
    legalData: { cnpj, licence, afe, pharmacistName, pharmacistCrf },
  }
}

function requireChosenOption(options: DeliveryOption[], choice: DeliveryChoice | null): DeliveryOption {
  const option = choice
    ? options.find((candidate) => isSameDeliveryChoice(candidate.choice, choice))
    : (options.find(isDefaultOption) ?? options.find(({ obstacle }) => obstacle === 'minimum'))
  if (!option) throw new ShopError(choice ? 'delivery.changed' : 'delivery.full')
  if (option.obstacle === 'minimum') throw new ShopError('delivery.minimum', { cents: option.amountUntilMinimumCents })
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
  const priceByProductId = new Map(
    offers.filter(({ branchId }) => branchId === branch.id).map((offer) => [offer.productId, offer.priceCents]),
  )
  const itemsCents = lines.reduce(
    (sum, { productId, quantity }) => sum + (priceByProductId.get(productId) ?? 0) * quantity,
    0,
  )
  return { branch, itemsCents, missingProductNames: listMissingProductNames(branch.id, lines, offers) }
}

/** The goods that a branch does not sell, or has too few of. */
function listMissingProductNames(branchId: number, lines: Goods['lines'], offers: StoreOffer[]): string[] {
  const stockByProductId = new Map(
    offers.filter((offer) => offer.branchId === branchId).map(({ productId, stock }) => [productId, stock]),
  )
  return lines
    .filter(({ productId, quantity }) => (stockByProductId.get(productId) ?? 0) < quantity)
    .map(({ name }) => name)
}

/** Of all branches, in order. */
export async function listBranchIds(ctx: Pick<Context, 'db'>): Promise<number[]> {
  return (await ctx.db.selectFrom('branch').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/**
 * The eight digits of a postal code as typed: dashes, dots and spaces are dropped.
 * @throws ShopError "zipcode.invalid" for anything but eight digits
 */
export function parseZipcode(text: string): string {
  const digits = normalizeLabelledCode(text)
  if (!/^\d{8}$/.test(digits)) throw new ShopError('zipcode.invalid', { input: 'zipcode' })
  return digits
}
