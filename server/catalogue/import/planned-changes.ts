import { sql } from 'kysely'
import type { BareContext } from '../../context.ts'
import type { PlannedChange } from '../../platform/csv/checked-rows.ts'
import { type DetailKey, readDetails } from '../product-details.ts'
import type { ReservedUnitsQueryBuilder } from '../stock.ts'
import { buildStagedProductsSource, comparedColumns, isInFile, isListed } from './imports.sql.ts'

type CellValue = string | number | null

/**
 * What staged products would change, the first of each kind: read within the import's transaction, before it writes.
 * @param maxChanges how many changes of each kind are returned
 */
export async function planProductChanges(
  ctx: BareContext,
  importId: string,
  { isFullCatalogue, maxChanges }: { isFullCatalogue: boolean; maxChanges: number },
): Promise<PlannedChange[]> {
  const isInShop = sql`exists (select 1 from product where product.sku = s.sku)`
  const beforeAfterColumns = sql.join(
    comparedColumns.flatMap((name) => [
      sql`${sql.ref(`product.${name}`)} as ${sql.ref(`before_${name}`)}`,
      sql`${sql.ref(`s.${name}`)} as ${sql.ref(`after_${name}`)}`,
    ]),
  )
  const buildComparedValues = (table: string) =>
    sql.join([...comparedColumns, 'category_id', 'subcategory_id'].map((name) => sql.ref(`${table}.${name}`)))
  const addedResult = await sql<NamedProduct>`
    select s.sku, s.name from ${buildStagedProductsSource(importId)} as s where not ${isInShop} order by s.line limit ${sql.lit(maxChanges)}
  `.execute(ctx.db)
  const changedResult = await sql<NamedProduct & Record<string, CellValue>>`
    select s.sku, s.name, product.category_id as before_category, s.category_id as after_category, ${beforeAfterColumns}
    from ${buildStagedProductsSource(importId)} as s join product on product.sku = s.sku
    where (${buildComparedValues('product')}) is distinct from (${buildComparedValues('s')})
    order by s.line limit ${sql.lit(maxChanges)}`.execute(ctx.db.withoutPlugins())
  const restoredResult = await sql<NamedProduct>`
    select sku, name from product where ${isInFile(importId)}
      and exists (select 1 from withdrawn_offer where withdrawn_offer.product_id = product.id)
    order by id limit ${sql.lit(maxChanges)}`.execute(ctx.db)
  const withdrawnResult = await sql<NamedProduct>`
    select sku, name from product where not ${isInFile(importId)} and ${isListed}
    order by id limit ${sql.lit(isFullCatalogue ? maxChanges : 0)}`.execute(ctx.db)
  return [
    ...withdrawnResult.rows.map((row) => toPlannedChange('withdrawn', row)),
    ...restoredResult.rows.map((row) => toPlannedChange('returned', row)),
    ...addedResult.rows.map((row) => toPlannedChange('added', row)),
    ...changedResult.rows.map((row) => ({
      ...toPlannedChange('changed', row),
      fields: [
        ...['category', ...comparedColumns]
          .filter((column) => column !== 'details')
          .map((column) => ({
            column,
            before: row[`before_${column}`] ?? null,
            after: row[`after_${column}`] ?? null,
          })),
        ...listDetailChanges(String(row.before_details), String(row.after_details)),
      ].filter(({ before, after }) => before !== after),
    })),
  ]
}

/** What staged offers would change, the first of them, in the file's order. Stock is what lies on the shelf. */
export async function planOfferChanges(
  ctx: BareContext,
  importId: string,
  buildReservedUnitsQuery: ReservedUnitsQueryBuilder,
  limit: number,
): Promise<PlannedChange[]> {
  const oldPrice = sql<number | null>`coalesce(offer.price_cents, withdrawn.price_cents)`
  const oldStock = sql<number | null>`(coalesce(offer.stock - offer.oversold, withdrawn.stock - withdrawn.oversold)
    + coalesce(reserved.units, 0))`
  const price = sql<number | null>`coalesce(s.price_cents, ${oldPrice})`
  const stock = sql<number>`coalesce(s.stock, ${oldStock}, 0)`
  const { rows } = await sql<
    NamedProduct &
      Record<'branch_id' | 'new_price' | 'new_stock', number> &
      Record<'old_price' | 'old_stock', number | null>
  >`
    select product.sku, product.name, s.branch_id as branch_id, ${oldPrice} as old_price, ${price} as new_price,
      ${oldStock} as old_stock, ${stock} as new_stock
    from staged_offer as s
    join product on product.id = s.product_id
    left join offer on offer.product_id = s.product_id and offer.branch_id = s.branch_id
    left join withdrawn_offer as withdrawn on withdrawn.product_id = s.product_id and withdrawn.branch_id = s.branch_id
    left join ${buildReservedUnitsQuery({})} as reserved
      on reserved.product_id = s.product_id and reserved.branch_id = s.branch_id
    where s.import_id = ${importId}
      and (${oldPrice} is null or ${price} <> ${oldPrice} or ${stock} <> ${oldStock})
    order by s.line limit ${sql.lit(limit)}`.execute(ctx.db.withoutPlugins())
  return rows.map((row) => ({
    ...toPlannedChange(row.old_price === null ? 'added' : 'changed', row),
    branchId: row.branch_id,
    fields: [
      { column: 'price_cents', before: row.old_price, after: row.new_price },
      { column: 'stock', before: row.old_stock, after: row.new_stock },
    ].filter(({ before, after }) => before !== after),
  }))
}

function listDetailChanges(beforeJson: string, afterJson: string) {
  const [oldDetails, newDetails] = [readDetails(beforeJson), readDetails(afterJson)]
  const keys = Object.keys({ ...oldDetails, ...newDetails }) as DetailKey[]
  return keys.map((column) => ({ column, before: oldDetails[column] ?? null, after: newDetails[column] ?? null }))
}

type NamedProduct = { sku: string; name: string }

function toPlannedChange(kind: PlannedChange['kind'], { sku, name }: NamedProduct): PlannedChange {
  return { kind, sku, name, branchId: null, fields: [] }
}
