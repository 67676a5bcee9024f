import type { z } from 'zod'
import type { BareContext } from '../../context.ts'
import { toShopDay } from '../../platform/calendar.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import {
  type CheckedRow,
  checkRows,
  createFaultList,
  type FaultList,
  type ImportResult,
  type ImportRowStream,
} from '../../platform/csv/checked-rows.ts'
import { ShopError, type ShopErrorCode } from '../../platform/errors.ts'
import { chooseBySku, findProductByKey, matchesSku } from '../product-keys.ts'
import { parsePromotionPeriod } from '../promotion-period.ts'
import { findBagPromotionRefusal } from '../promotion-rules.ts'
import { BagPromotionRow } from './bag-promotion-row.ts'
import { addBagPromotion, listBagPromotions } from './bag-promotions.ts'
import { readPromotionRule } from './promotion-kinds.ts'

/** Why a row is refused, by the form's own refusals. */
const reasonByCode: Partial<Record<ShopErrorCode, { column: string; reason: string }>> = {
  'promotion.unreadable': { column: 'rule', reason: 'is no promotion: write such as leve 3 pague 2' },
  'promotion.noSaving': { column: 'rule', reason: 'saves nothing at the prices of today' },
  'promotion.exists': { column: 'rule', reason: 'is there already, for these products and days' },
  'promotion.none': { column: 'products', reason: 'is empty' },
  'promotion.days': { column: 'last_day', reason: 'must be a day such as 31/12/2026, not before the first' },
  'promotion.over': { column: 'last_day', reason: 'is over' },
}

/** Rolls back what was added before the row that is refused. */
class RefusedFile extends Error {}

/** Adds promotions that the shop has not yet; those that it has, by rule, days and products, stay as they are. */
export async function importBagPromotions(ctx: BareContext, file: ImportRowStream): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, BagPromotionRow, faults)
  try {
    return await addRows(ctx, rows, faults)
  } catch (error) {
    if (error instanceof RefusedFile) return faults.toResult()
    throw error
  }
}

function addRows(
  ctx: BareContext,
  rows: CheckedRow<typeof BagPromotionRow>[],
  faults: FaultList,
): Promise<ImportResult> {
  return ctx.transact(async (ctx) => {
    const existingKeys = new Set((await listPlannedPromotions(ctx)).flatMap(toKeys))
    let addedCount = 0
    for (const checkedRow of rows) {
      const productIds = await findProductIds(ctx, checkedRow, faults)
      const key = productIds && toKey({ ...toPlan(checkedRow.row), productIds })
      if (key === null || existingKeys.has(key)) continue
      existingKeys.add(key)
      const fault = await addRow(ctx, checkedRow.row, productIds ?? [])
      if (fault) faults.add({ line: checkedRow.line, ...fault })
      else addedCount += 1
    }
    if (faults.count > 0) throw new RefusedFile()
    return { read: rows.length, added: addedCount, changed: 0, withdrawn: 0 }
  })
}

/** @returns why it is refused; null where it was added */
async function addRow(ctx: BareContext, row: z.output<typeof BagPromotionRow>, productIds: number[]) {
  try {
    const period = parsePromotionPeriod(ctx.clock.now(), row.first_day, row.last_day)
    await addBagPromotion(ctx, { rule: row.rule, productIds, ...period })
    return null
  } catch (error) {
    const fault = error instanceof ShopError ? reasonByCode[error.code as ShopErrorCode] : undefined
    if (!fault) throw error
    return fault
  }
}

/** Null where one of them is no product, or may have no promotion. */
async function findProductIds(
  ctx: BareContext,
  { line, row }: CheckedRow<typeof BagPromotionRow>,
  faults: FaultList,
): Promise<number[] | null> {
  const faultCount = faults.count
  const products = []
  for (const batch of splitIntoBatches(row.products))
    products.push(...(await ctx.db.selectFrom('product').selectAll().where(matchesSku(batch)).execute()))
  const productIds = []
  for (const key of row.products) {
    const named = chooseBySku(products, key) ?? (await findByEan(ctx, key))
    const refusal = named && findBagPromotionRefusal(named)
    if (!named) faults.add({ line, column: 'products', reason: `"${key}" is no product of the shop` })
    else if (refusal === 'promotion.medicine')
      faults.add({ line, column: 'products', reason: `"${key}" is a medicine, which has no promotion (RDC 96/2008)` })
    else if (refusal) faults.add({ line, column: 'products', reason: `"${key}" may have no promotion` })
    else productIds.push(named.id)
  }
  return faults.count > faultCount ? null : productIds
}

async function findByEan(ctx: BareContext, ean: string) {
  const product = /^\d{8,14}$/.test(ean) ? await findProductByKey(ctx, { ean }) : undefined
  return product && ctx.db.selectFrom('product').selectAll().where('id', '=', product.id).executeTakeFirst()
}

/** As files name it: days yyyy-MM-dd, both included. */
interface PlannedPromotion {
  title: string
  firstDay: string
  lastDay: string
  productIds: number[]
}

const toPlan = (row: z.output<typeof BagPromotionRow>) => ({
  title: readPromotionRule(row.rule)?.title ?? row.rule,
  firstDay: row.first_day,
  lastDay: row.last_day,
})

const toKey = ({ title, firstDay, lastDay, productIds }: PlannedPromotion) =>
  JSON.stringify([title, firstDay, lastDay, productIds.toSorted((a, b) => a - b)])

/** What runs is also named without its first day. */
const toKeys = ({ isRunning, ...promotion }: PlannedPromotion & { isRunning: boolean }) => [
  toKey(promotion),
  ...(isRunning ? [toKey({ ...promotion, firstDay: '' })] : []),
]

async function listPlannedPromotions(ctx: BareContext) {
  const promotions = await listBagPromotions(ctx)
  const rows = await ctx.db.selectFrom('bagPromotionProduct').selectAll().execute()
  return promotions.map(({ id, rule, startsAt, endsAt }) => ({
    title: rule.title,
    firstDay: toShopDay(startsAt),
    lastDay: endsAt === null ? '' : toShopDay(new Date(endsAt.getTime() - 1)),
    isRunning: startsAt <= ctx.clock.now(),
    productIds: rows.filter(({ promotionId }) => promotionId === id).map(({ productId }) => productId),
  }))
}

/** A row of the file, by its columns. */
export interface BagPromotionFileRow {
  rule: string
  products: string
  first_day: string
  last_day: string
}

/** Those that are not over, as `importBagPromotions` reads them. */
export async function exportBagPromotions(ctx: BareContext): Promise<BagPromotionFileRow[]> {
  const promotions = (await listPlannedPromotions(ctx)).reverse()
  const skuById = new Map<number, string>()
  for (const batch of splitIntoBatches([...new Set(promotions.flatMap(({ productIds }) => productIds))]))
    for (const { id, sku } of await ctx.db
      .selectFrom('product')
      .select(['id', 'sku'])
      .where('id', 'in', batch)
      .execute())
      skuById.set(id, sku)
  return promotions.map(({ title, productIds, firstDay, lastDay }) => ({
    rule: title.replaceAll('\u00a0', ' '),
    products: productIds
      .flatMap((id) => skuById.get(id) ?? [])
      .sort()
      .join(' | '),
    first_day: firstDay,
    last_day: lastDay,
  }))
}
