import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { toShopDay } from '../platform/calendar.ts'
import type { LinePromotion, OrderNet } from './order-net.ts'
import { attachNets } from './order-net-loader.ts'
import { selectPaidOrders, sumPromotions } from './orders.sql.ts'
import type { TimeRange } from './sales-figures.ts'
import { isInPhase } from './statuses.ts'

/** Orders read at once, with their lines and what went back: memory holds no more of them, however long the range. */
const pageSize = 500

/** An order that was paid, also one that ended since, with what is left of it by now. */
export interface Sale
  extends Pick<
    Row<'orders'>,
    | 'id'
    | 'branchId'
    | 'itemsCents'
    | 'discountCents'
    | 'couponDiscountCents'
    | 'deliveryFeeCents'
    | 'balanceCents'
    | 'fiscalKey'
  > {
  paidAt: Date
  /** False once it ended, or all of it came back. */
  isKept: boolean
  net: OrderNet
  /** Of each promotion what it took off, as it was sold; the products' own discounts are none. */
  promotions: LinePromotion[]
}

/** What orders come to. */
export interface SalesFigures {
  /** Of which something is kept. */
  orderCount: number
  /** What was paid less what went back, in cents, also of those that ended. */
  salesCents: number
  refundedCents: number
  /** Of which something went back. */
  refundedOrderCount: number
}

export interface SoldProduct {
  productId: number
  /** Kept by their customers. */
  units: number
  /** What was paid for these units, in cents: after discount and coupon. */
  paidCents: number
}

/** As it was sold, in orders of which something is kept. */
export interface SoldPromotion extends LinePromotion {
  orderCount: number
}

/** Sales of a range, summed in the ways in which they are looked at. */
export interface SalesSums {
  total: SalesFigures
  /** By yyyy-MM-dd in São Paulo; days without an order are left out. */
  byDay: Map<string, SalesFigures>
  byBranchId: Map<number, SalesFigures>
  /** By day, then by branch. */
  branchesByDay: Map<string, Map<number, SalesFigures>>
  byProductId: Map<number, SoldProduct>
  byPromotionTitle: Map<string, SoldPromotion>
}

/** The orders paid in a range, the oldest payment first, page by page. @param branchId null: of all branches */
export async function* listSales(
  ctx: Context,
  { from, until }: TimeRange,
  branchId: number | null,
): AsyncGenerator<Sale[]> {
  let lastSale: Pick<Sale, 'paidAt' | 'id'> | undefined
  do {
    const rows = await selectPaidOrders(ctx, { from: lastSale?.paidAt ?? from, until }, lastSale?.id ?? 0)
      .limit(pageSize)
      .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
      .execute()
    const promotionsByOrderId = await sumPromotions(
      ctx,
      rows.map(({ id }) => id),
    )
    const sales = (await attachNets(ctx, rows)).map((row) => toSale(row, promotionsByOrderId.get(row.id) ?? []))
    if (sales.length > 0) yield sales
    lastSale = rows.length < pageSize ? undefined : sales.at(-1)
    // On SQLite nothing else would be answered before the last page.
    await nextTurn()
  } while (lastSale)
}

type SaleRow = Awaited<ReturnType<ReturnType<typeof selectPaidOrders>['execute']>>[number]

function toSale({ status, paidAt, ...row }: SaleRow & { net: OrderNet }, promotions: LinePromotion[]): Sale {
  return {
    ...row,
    promotions,
    paidAt: new Date(paidAt ?? 0),
    isKept: row.net.units > 0 && !isInPhase(status, 'void'),
  }
}

/** Sums what `listSales` tells, page by page. */
export async function sumSales(ctx: Context, range: TimeRange, branchId: number | null): Promise<SalesSums> {
  const sums: SalesSums = {
    total: createFigures(),
    byDay: new Map(),
    byBranchId: new Map(),
    branchesByDay: new Map(),
    byProductId: new Map(),
    byPromotionTitle: new Map(),
  }
  for await (const sales of listSales(ctx, range, branchId)) for (const sale of sales) addSale(sums, sale)
  return sums
}

function addSale(sums: SalesSums, sale: Sale): void {
  const { total, byDay, byBranchId, branchesByDay, byProductId, byPromotionTitle } = sums
  const day = toShopDay(sale.paidAt)
  for (const figures of [
    total,
    getOrInsert(byDay, day, createFigures),
    getOrInsert(byBranchId, sale.branchId, createFigures),
    getOrInsert(
      getOrInsert(branchesByDay, day, () => new Map<number, SalesFigures>()),
      sale.branchId,
      createFigures,
    ),
  ]) {
    figures.orderCount += sale.isKept ? 1 : 0
    figures.salesCents += sale.net.netCents
    figures.refundedCents += sale.net.paidBackCents
    figures.refundedOrderCount += sale.net.paidBackCents > 0 ? 1 : 0
  }
  if (!sale.isKept) return
  for (const { productId, units, paidCents } of sale.net.lines) {
    if (units === 0) continue
    const product = getOrInsert(byProductId, productId, () => ({ productId, units: 0, paidCents: 0 }))
    product.units += units
    product.paidCents += paidCents
  }
  for (const { title, units, cents } of sale.promotions) {
    const promotion = getOrInsert(byPromotionTitle, title, () => ({ title, orderCount: 0, units: 0, cents: 0 }))
    promotion.orderCount += 1
    promotion.units += units
    promotion.cents += cents
  }
}

export function createFigures(): SalesFigures {
  return { orderCount: 0, salesCents: 0, refundedCents: 0, refundedOrderCount: 0 }
}

function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
