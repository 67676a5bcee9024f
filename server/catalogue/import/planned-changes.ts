import { sql } from 'kysely'
import type { Transaction } from '../../database/connection.ts'
import type { PlannedChange } from '../../platform/csv/checked-rows.ts'
import { type DetailKey, readDetails } from '../product-details.ts'
import { comparedColumns, isInFile, isListed, stagedWithCategoryIds } from './imports.sql.ts'

type Cell = string | number | null

/**
 * What staged products would change, the first of each kind: read within the import's transaction, before it writes.
 * @param most changes of each kind
 */
export async function planProducts(
  tx: Transaction,
  importId: string,
  { replace, limit }: { replace: boolean; limit: number },
): Promise<PlannedChange[]> {
  const isInShop = sql`exists (select 1 from product where product.sku = s.sku)`
  const beforeAfterColumns = sql.join(
    comparedColumns.flatMap((name) => [
      sql`${sql.ref(`product.${name}`)} as ${sql.ref(`before_${name}`)}`,
      sql`${sql.ref(`s.${name}`)} as ${sql.ref(`after_${name}`)}`,
    ]),
  )
  const comparedValues = (table: string) =>
    sql.join([...comparedColumns, 'category_id', 'subcategory_id'].map((name) => sql.ref(`${table}.${name}`)))
  const addedResult = await sql<NamedProduct>`
    select s.sku, s.name from ${stagedWithCategoryIds(importId)} as s where not ${isInShop} order by s.line limit ${sql.lit(limit)}
  `.execute(tx)
  const changedResult = await sql<NamedProduct & Record<string, Cell>>`
    select s.sku, s.name, product.category_id as before_category, s.category_id as after_category, ${beforeAfterColumns}
    from ${stagedWithCategoryIds(importId)} as s join product on product.sku = s.sku
    where (${comparedValues('product')}) is distinct from (${comparedValues('s')})
    order by s.line limit ${sql.lit(limit)}`.execute(tx)
  const relistedResult = await sql<NamedProduct>`
    select sku, name from product where ${isInFile(importId)}
      and exists (select 1 from withdrawn_offer where withdrawn_offer.product_id = product.id)
    order by id limit ${sql.lit(limit)}`.execute(tx)
  const withdrawnResult = await sql<NamedProduct>`
    select sku, name from product where not ${isInFile(importId)} and ${isListed}
    order by id limit ${sql.lit(replace ? limit : 0)}`.execute(tx)
  return [
    ...withdrawnResult.rows.map((row) => toChange('withdrawn', row)),
    ...relistedResult.rows.map((row) => toChange('returned', row)),
    ...addedResult.rows.map((row) => toChange('added', row)),
    ...changedResult.rows.map((row) => ({
      ...toChange('changed', row),
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

/** What staged offers would change, the first of them, in the file's order. */
export async function planOffers(tx: Transaction, importId: string, limit: number): Promise<PlannedChange[]> {
  const currentValue = (column: 'price_cents' | 'stock') =>
    sql<number | null>`coalesce(${sql.ref(`offer.${column}`)}, ${sql.ref(`withdrawn.${column}`)})`
  const price = sql<number | null>`coalesce(s.price_cents, ${currentValue('price_cents')})`
  const stock = sql<number>`coalesce(s.stock, ${currentValue('stock')}, 0)`
  const { rows } = await sql<
    NamedProduct & Record<'at' | 'price' | 'stock', number> & Record<'was' | 'held', number | null>
  >`
    select product.sku, product.name, s.branch_id as at, ${currentValue('price_cents')} as was, ${price} as price,
      ${currentValue('stock')} as held, ${stock} as stock
    from staged_offer as s
    join product on product.id = s.product_id
    left join offer on offer.product_id = s.product_id and offer.branch_id = s.branch_id
    left join withdrawn_offer as withdrawn on withdrawn.product_id = s.product_id and withdrawn.branch_id = s.branch_id
    where s.import_id = ${importId}
      and (${currentValue('price_cents')} is null or ${price} <> ${currentValue('price_cents')} or ${stock} <> ${currentValue('stock')})
    order by s.line limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => ({
    ...toChange(row.was === null ? 'added' : 'changed', row),
    branchId: row.at,
    fields: [
      { column: 'price_cents', before: row.was, after: row.price },
      { column: 'stock', before: row.held, after: row.stock },
    ].filter(({ before, after }) => before !== after),
  }))
}

function listDetailChanges(beforeJson: string, afterJson: string) {
  const [before, after] = [readDetails(beforeJson), readDetails(afterJson)]
  const keys = Object.keys({ ...before, ...after }) as DetailKey[]
  return keys.map((column) => ({ column, before: before[column] ?? null, after: after[column] ?? null }))
}

type NamedProduct = { sku: string; name: string }

function toChange(kind: PlannedChange['kind'], { sku, name }: NamedProduct): PlannedChange {
  return { kind, sku, name, branchId: null, fields: [] }
}
