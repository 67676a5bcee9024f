import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '../../database/connection.ts'
import type { Tables } from '../../database/schema.ts'
import { inBatches } from '../../platform/csv/batches.ts'
import { createFaultList, type ImportFile, type ImportResult, usualMaxFaults } from '../../platform/csv/checked-rows.ts'
import type { CsvRow } from '../../platform/csv/table.ts'
import { completeDetails } from '../product-details.ts'
import { reindex } from '../reindex.ts'
import { normaliseName } from '../search/folding.ts'
import * as rows from './imports.sql.ts'
import { planProducts } from './planned-changes.ts'
import { ProductRow, productRecord } from './product-row.ts'
import type { CatalogueImportOptions, ImportDatabase, Staging } from './staging.ts'
import { TooManyWithdrawn } from './too-many-withdrawn.ts'

/** Makes the pictures that a row names, and returns their keys, or the reason why one cannot be made. */
export type PictureMaker = (names: string[], sku: string) => Promise<{ keys: string[] } | { reason: string }>

export interface ProductImport {
  /** Withdraws products that the file does not name; more than a tenth of those on sale only with `mayWithdrawMany`. */
  replace?: boolean
  mayWithdrawMany?: boolean
  makePictures?: PictureMaker
}

/** A file that was cut off must not empty the shop: withdrawing more than one product in ten has to be meant. */
const withdrawnShareMax = 0.1

/**
 * Adds and changes products by their SKU. Withdrawn ones are back on sale, with their prices and stock.
 * @throws TooManyWithdrawn
 */
export async function importProducts(
  { db, transact, engine }: ImportDatabase,
  staging: Staging,
  file: ImportFile,
  options: ProductImport & CatalogueImportOptions = {},
): Promise<ImportResult> {
  const { replace = false, mayWithdrawMany = false, makePictures } = options
  const { maxFaults = usualMaxFaults, maxChanges = 0, alsoWrite = async () => {} } = options
  const importId = await staging.begin()
  const faults = createFaultList(maxFaults)
  const unique = { sku: new Map<string, number>(), slug: new Map<string, number>() }
  try {
    const toRecord = async ({ line, values }: CsvRow) => {
      const duplicates = (['sku', 'slug'] as const).flatMap((column) => {
        const value = values[column]?.trim() ?? ''
        const first = unique[column].get(value)
        if (first === undefined) unique[column].set(value, line)
        return first === undefined ? [] : [{ line, column, reason: `"${value}" is in line ${first} too` }]
      })
      for (const fault of duplicates) faults.add(fault)
      const parsed = ProductRow.safeParse(values)
      if (!parsed.success) return faults.refuse(line, parsed.error, values)
      if (duplicates.length > 0) return null
      const row = parsed.data
      const pictures = await picturesOf(row, line)
      if (pictures === undefined) return null
      return {
        ...productRecord(row),
        import_id: importId,
        line,
        category: row.category,
        subcategory: row.subcategory,
        pictures,
      }
    }
    const read = await staging.stage('staged_product', file, faults, toRecord, (records) =>
      completeDetails(db, records),
    )
    const slugConflicts = faults.count === 0 ? await rows.selectTakenSlugs(db, importId, maxFaults) : []
    for (const { line, sku } of slugConflicts) {
      faults.add({ line, column: 'slug', reason: `belongs to the product ${sku}, which the file does not name` })
    }
    if (faults.count > 0) return faults.result()

    return await transact(async (tx) => {
      // Of 200,000 products some sorts and joins take more than the usual 4 MB, and went through files.
      if (engine === 'postgres') await sql`set local work_mem = '64MB'`.execute(tx)
      await insertPlaces(tx, importId)
      await rows.suspendPromotions(tx, importId)
      const changes = maxChanges > 0 ? await planProducts(tx, importId, { replace, limit: maxChanges }) : undefined
      await rows.rememberSlugs(tx, importId)
      await rows.forgetSlugsInUse(tx, importId)
      await rows.freeSlugs(tx, importId)
      const changed = await rows.updateProducts(tx, importId)
      await rows.resumePromotions(tx, importId)
      const returned = await rows.relistProducts(tx, importId)
      await rows.lowerToCeilings(tx, importId)
      const added = await rows.insertProducts(tx, importId)
      await rows.offerNewProducts(tx, importId)
      await writePictures(tx, importId)
      const withdrawn = replace ? await withdrawOthers(tx, importId, mayWithdrawMany) : 0
      await reindex(tx, unique.sku)
      const imported = { read, changed, added, returned, withdrawn, ...(changes && { changes }) }
      await alsoWrite(tx, imported)
      return imported
    })
  } finally {
    await staging.clear('staged_product', importId)
  }

  async function picturesOf(row: z.output<typeof ProductRow>, line: number): Promise<string | null | undefined> {
    if (!row.show_image || row.pictures === '' || !makePictures) return null
    const pictures = await makePictures(
      row.pictures.split('|').map((name) => name.trim()),
      row.sku,
    )
    if ('keys' in pictures) return JSON.stringify(pictures.keys)
    faults.add({ line, column: 'pictures', reason: pictures.reason })
    return undefined
  }
}

async function withdrawOthers(tx: Transaction, importId: string, mayWithdrawMany: boolean): Promise<number> {
  const { listedCount, notInFile } = await rows.countListed(tx, importId)
  if (notInFile > listedCount * withdrawnShareMax && !mayWithdrawMany)
    throw new TooManyWithdrawn(notInFile, listedCount)
  if (notInFile > 0) await rows.delistMissingProducts(tx, importId)
  return notInFile
}

/**
 * Categories the shop does not have yet come after those it has, in the file's order. `MEDICAMENTOS` is the category
 * `Medicamentos`: links name both alike.
 */
async function insertPlaces(tx: Transaction, importId: string): Promise<void> {
  const categories = await tx.selectFrom('category').selectAll().execute()
  const subcategories = await tx.selectFrom('subcategory').selectAll().execute()
  for (const place of await rows.selectStagedCategories(tx, importId)) {
    const isNamed = (name: string) => (other: { slug: string }) => other.slug === normaliseName(name)
    let category = categories.find(isNamed(place.category))
    if (!category) {
      category = { ...next(categories, 1), name: place.category, slug: normaliseName(place.category), icon: null }
      await tx.insertInto('category').values(category).execute()
      categories.push(category)
    }
    const { id: category_id } = category
    let child = subcategories.filter((other) => other.category_id === category_id).find(isNamed(place.subcategory))
    if (!child) {
      const subcategory = { category_id, name: place.subcategory, slug: normaliseName(place.subcategory) }
      child = { ...next(subcategories, firstSubcategoryId), ...subcategory }
      await tx.insertInto('subcategory').values(child).execute()
      subcategories.push(child)
    }
    await rows.renameStagedCategory(tx, importId, place, { category: category.name, subcategory: child.name })
  }
}

/** Calls show categories and subcategories in one list, so their ids must differ. */
const firstSubcategoryId = 101

function next(rows: { id: number; position: number }[], firstId: number): { id: number; position: number } {
  return {
    id: Math.max(firstId - 1, ...rows.map(({ id }) => id)) + 1,
    position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
  }
}

/** Products whose row names no pictures keep theirs, except where the law forbids them (RDC 44/2009, art. 54). */
async function writePictures(tx: Transaction, importId: string): Promise<void> {
  const importedRows = await tx
    .selectFrom('staged_product')
    .innerJoin('product', 'product.sku', 'staged_product.sku')
    .where('staged_product.import_id', '=', importId)
    .where('staged_product.pictures', 'is not', null)
    .select(['product.id', 'product.name', 'staged_product.pictures'])
    .execute()
  for (const batch of inBatches(importedRows)) {
    const records = batch.flatMap(({ id, name, pictures }): Tables['product_picture'][] =>
      (JSON.parse(pictures ?? '[]') as string[]).map((picture_key, index) => ({
        product_id: id,
        position: index + 1,
        picture_key,
        alt: index === 0 ? name : `${name}, ${index + 1}`,
      })),
    )
    const ids = batch.map(({ id }) => id)
    await tx.deleteFrom('product_picture').where('product_id', 'in', ids).execute()
    for (const pictures of inBatches(records)) await tx.insertInto('product_picture').values(pictures).execute()
  }
  await rows.removeForbiddenPictures(tx, importId)
}
