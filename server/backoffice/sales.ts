import { countDaysBetween } from '../../app/texts/days.ts'
import type { PaymentMethodDetails } from '../../app/texts/payment-methods.ts'
import { listByDays } from '../catalogue/empty-searches.ts'
import { findPricesAboveCeiling } from '../catalogue/import/price-check.ts'
import { listLowStock } from '../catalogue/low-stock.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import { listBranches } from '../delivery/delivery.ts'
import { createFigures, listSales, type Sale, type SalesFigures, type SalesSums, sumSales } from '../orders/sales.ts'
import { computePercentile, type TimeRange } from '../orders/sales-figures.ts'
import { buildSoldUnitsQuery } from '../orders/sold-units.ts'
import { addShopDays, isValidDay, startOfShopDay, toShopDay } from '../platform/calendar.ts'
import { normalizeCnpj } from '../platform/cnpj.ts'
import { ShopError } from '../platform/errors.ts'
import { listMinutesToAnswer } from '../problems/answer-times.ts'
import { countOpenProblems } from '../problems/problems.ts'
import { findPaymentMethods } from '../receipts/order-payments.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import {
  type DayRange,
  findComparedDays,
  findDaysBefore,
  findNextPeriod,
  findPeriod,
  findPreviousPeriod,
  listDays,
  pickEarlierDay,
  type SalesPeriod,
} from './sales-periods.ts'

export const maxFileDays = 366

/** No shop sold here before; earlier years are slips of the pen. */
const earliestDay = '2000-01-01'
/** Rows of a table on the page; its file has `maxFileRows`. */
const maxPageRows = 20
const maxFileRows = 10_000
const lowStock = { soldDays: 30, withinDays: 7 }

export type SalesReport = Awaited<ReturnType<typeof buildSalesReport>>

/** What is asked of the sales: anything that cannot be read is left out. */
interface SalesQuery {
  period: SalesPeriod
  /** The last day that counts, yyyy-MM-dd in São Paulo; anything else, or a day to come, is today. */
  requestedDay: string | null
  /** In place of the period's first day; null, or anything that is no day before, is the period's. */
  requestedFirstDay?: string | null
  /** Null: all. Who works in one branch reads that one's, whatever is asked. */
  requestedBranchId: number | null
  /** Tables are read whole, for their files. */
  isForFile?: boolean
}

/**
 * The sales of a day, or of a week or month up to a day, beside as many days of the period before: today up to this time, and so the
 * other. A sale counts on the day of its payment, less what went back of it by now.
 * @throws ShopError "staff.forbidden"
 */
export async function buildSalesReport(
  ctx: Context,
  actor: Actor,
  { period, requestedDay, requestedFirstDay = null, requestedBranchId, isForFile = false }: SalesQuery,
) {
  requirePermission(actor, 'figures.see')
  const maxCount = isForFile ? maxFileRows : maxPageRows
  const today = toShopDay(ctx.clock.now())
  const day = isReadableDay(requestedDay) && requestedDay <= today ? requestedDay : today
  const branchId = actor.branchId ?? requestedBranchId
  const isFirstDayChosen = isReadableRange(requestedFirstDay, day)
  const firstDay = isFirstDayChosen && requestedFirstDay ? requestedFirstDay : findPeriod(period, day).firstDay
  const days: DayRange = { firstDay, lastDay: day }
  const comparedDays = isFirstDayChosen ? findDaysBefore(days) : findComparedDays(period, day)
  const range = toTimeRange(days)
  const soldSince = addShopDays(ctx.clock.now(), -lowStock.soldDays)
  const [sums, comparedSums, branches, answerMinutes, openProblemCount, { pricesAboveCeiling }] = await Promise.all([
    sumSales(ctx, range, branchId),
    sumSales(ctx, toComparedRange(ctx, days, comparedDays), branchId),
    listVisibleBranches(ctx, actor),
    listMinutesToAnswer(ctx, range, branchId),
    countOpenProblems(ctx, branchId),
    findPricesAboveCeiling(ctx, undefined, branchId),
  ])
  return {
    period,
    days,
    isFirstDayChosen,
    comparedDays,
    /** The days are not over. */
    isToday: day === today,
    /** The last day to look at of the periods beside this one; null where that is still to come. */
    previousDay: findPreviousPeriod(period, day).lastDay,
    nextDay:
      findPeriod(period, day).lastDay < today ? pickEarlierDay(findNextPeriod(period, day).lastDay, today) : null,
    branchId,
    branches,
    sales: sums.total,
    comparedSales: comparedSums.total,
    salesByDay: compareDays(days, comparedDays, sums, comparedSums),
    salesByBranch: branches
      .filter(({ id }) => branchId === null || id === branchId)
      .map(({ id, name }) => ({
        id,
        name,
        sales: sums.byBranchId.get(id) ?? createFigures(),
        comparedSales: comparedSums.byBranchId.get(id) ?? createFigures(),
      })),
    soldProducts: await listSoldProducts(ctx, sums, maxCount),
    soldProductCount: sums.byProductId.size,
    promotions: [...sums.byPromotionTitle.values()].sort((a, b) => b.cents - a.cents),
    lowStock: await listLowStock(ctx, buildSoldUnitsQuery(soldSince, branchId), { ...lowStock, maxCount }),
    /** Of all branches: a search is counted without where it was made. */
    emptySearches: await listByDays(ctx, days.firstDay, days.lastDay, maxFileRows),
    /** Of now, by branch; without those that have none. */
    pricesAboveCeiling: branches
      .map(({ id, name }) => ({
        name,
        priceCount: pricesAboveCeiling.filter((price) => price.branchId === id).length,
      }))
      .filter(({ priceCount }) => priceCount > 0),
    problems: {
      answeredCount: answerMinutes.length,
      openCount: openProblemCount,
      /** Null where none was answered. */
      medianMinutes: computePercentile(answerMinutes, 0.5),
    },
  }
}

/** An order's row in the accountant's file; amounts in cents. */
export interface AccountantRow
  extends Pick<
    Sale,
    | 'id'
    | 'paidAt'
    | 'itemsCents'
    | 'discountCents'
    | 'couponDiscountCents'
    | 'deliveryFeeCents'
    | 'balanceCents'
    | 'fiscalKey'
    | 'promotions'
  > {
  branchName: string
  /** 14 characters: of the branch, else of the shop. */
  cnpj: string
  /** Null where balances paid all of it. */
  method: PaymentMethodDetails | null
  refundedCents: number
  netCents: number
}

/**
 * Every order paid in these days, with what went back of it by now, page by page: the net of all rows is what `buildSalesReport` calls
 * sales. In each row, gross less promotions and coupon, with the fee and less refunds, is the net.
 * The days are yyyy-MM-dd in São Paulo, both included.
 * @throws ShopError "staff.forbidden", "sales.days" for what are no days, or not one to 366 of them
 */
export async function streamAccountantRows(
  ctx: Context,
  actor: Actor,
  { firstDay, lastDay }: DayRange,
  requestedBranchId: number | null,
): Promise<AsyncGenerator<AccountantRow[]>> {
  requirePermission(actor, 'figures.see')
  if (!isReadableRange(firstDay, lastDay)) throw new ShopError('sales.days', { max: maxFileDays })
  const branches = new Map((await listBranches(ctx)).map((branch) => [branch.id, branch]))
  return readPages()

  async function* readPages() {
    const branchId = actor.branchId ?? requestedBranchId
    for await (const sales of listSales(ctx, toTimeRange({ firstDay, lastDay }), branchId)) {
      const methods = await findPaymentMethods(
        ctx,
        sales.map(({ id }) => id),
      )
      yield sales.map(({ branchId, net, isKept: _, ...sale }) => ({
        ...sale,
        branchName: branches.get(branchId)?.name ?? '',
        cnpj: normalizeCnpj(branches.get(branchId)?.legalData.cnpj ?? ctx.settings.profile.cnpj),
        method: methods.get(sale.id) ?? null,
        refundedCents: net.paidBackCents,
        netCents: net.netCents,
      }))
    }
  }
}

async function listVisibleBranches(ctx: Context, actor: Actor): Promise<{ id: number; name: string }[]> {
  const branches = await listBranches(ctx)
  return branches
    .filter(({ id }) => actor.branchId === null || id === actor.branchId)
    .map(({ id, name }) => ({ id, name }))
}

/** Each day beside the same one of the period before; null where that has none. */
function compareDays(days: DayRange, comparedDays: DayRange, sums: SalesSums, comparedSums: SalesSums) {
  const comparedDayList = listDays(comparedDays)
  return listDays(days).map((day, index) => {
    const comparedDay = comparedDayList[index] ?? null
    return {
      day,
      sales: sums.byDay.get(day) ?? createFigures(),
      /** By branch; those that sold nothing that day are left out. */
      salesByBranchId: sums.branchesByDay.get(day) ?? new Map<number, SalesFigures>(),
      comparedDay,
      comparedSales: comparedDay === null ? null : (comparedSums.byDay.get(comparedDay) ?? createFigures()),
    }
  })
}

/** Those that brought most, with their names of today. */
async function listSoldProducts(ctx: Context, { byProductId }: SalesSums, maxCount: number) {
  const products = [...byProductId.values()]
    .sort((a, b) => b.paidCents - a.paidCents || a.productId - b.productId)
    .slice(0, maxCount)
  const records = await loadProductRecords(
    ctx,
    products.map(({ productId }) => productId),
  )
  return products.map((product) => ({ ...product, name: records.get(product.productId)?.name ?? '' }))
}

function toTimeRange({ firstDay, lastDay }: DayRange): TimeRange {
  return { from: startOfShopDay(firstDay), until: startOfShopDay(lastDay, 1) }
}

/** Up to this time of its last day, where the other days are not over either. */
function toComparedRange(ctx: Context, days: DayRange, comparedDays: DayRange): TimeRange {
  const { from, until } = toTimeRange(comparedDays)
  const now = ctx.clock.now()
  const isAsLong = listDays(days).length === listDays(comparedDays).length
  if (days.lastDay !== toShopDay(now) || !isAsLong) return { from, until }
  // This very millisecond counts.
  const sameTimeMs = addShopDays(now, -countDaysBetween(comparedDays.lastDay, days.lastDay)).getTime() + 1
  return { from, until: new Date(Math.min(until.getTime(), sameTimeMs)) }
}

/** One to 366 days. */
function isReadableRange(firstDay: string | null, lastDay: string): boolean {
  if (!isReadableDay(firstDay) || !isReadableDay(lastDay)) return false
  const dayCount = countDaysBetween(firstDay, lastDay) + 1
  return dayCount >= 1 && dayCount <= maxFileDays
}

function isReadableDay(day: string | null): day is string {
  return day !== null && isValidDay(day) && day >= earliestDay
}
