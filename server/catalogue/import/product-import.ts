import { sql } from 'kysely'
import type { z } from 'zod'
import type { BareContext } from '../../context.ts'
import type { Tables } from '../../database/schema.ts'
import { listBranchIds } from '../../delivery/delivery.ts'
import { splitIntoBatches } from '../../platform/csv/batches.ts'
import {
  createFaultList,
  defaultMaxFaults,
  type ImportOptions,
  type ImportResult,
  type ImportRowStream,
} from '../../platform/csv/checked-rows.ts'
import type { ImportRow, RowFault } from '../../platform/csv/table.ts'
import { findStoredCeilingList, loadCeilings } from '../ceilings.ts'
import { mergeStoredColumns } from '../product-details.ts'
import { reindex } from '../reindex.ts'
import { toSlug } from '../search/slug.ts'
import * as queries from './imports.sql.ts'
import { planProductChanges } from './planned-changes.ts'
import { ProductRowSchema, toStagedProduct } from './product-row.ts'
import { beginImport, deleteStagedRows, stageRows } from './staging.ts'
import { TooManyWithdrawnError } from './too-many-withdrawn.ts'

/** Converts the pictures that a row names, and returns their keys, or the reason why one cannot be converted. */
export type PictureProcessor = (names: string[], sku: string) => Promise<{ keys: string[] } | { reason: string }>

export interface ProductImportOptions extends ImportOptions {
  /** Withdraws products that the file does not name. */
  isFullCatalogue?: boolean
  /** How many of them at most; without it a tenth of those on sale. */
  maxWithdrawals?: number | undefined
  processPictures?: PictureProcessor
  /** Withdrawn products stay so: only what is told of them changes. */
  keepsWithdrawn?: boolean
}

/** A file that was cut off must not empty the shop: withdrawing more than one product in ten has to be meant. */
const maxWithdrawnShare = 0.1

/**
 * Adds and changes products by their SKU, while the shop is open: rows are validated one by one and staged in short batches.
 * Only when the whole file is valid is it published, in one transaction: a crash at any moment leaves the old catalogue, and
 * nobody sees half of a new one.
 *
 * Withdrawn ones are back on sale, with their prices and stock.
 * @throws TooManyWithdrawnError
 */
export async function importProducts(
  ctx: BareContext,
  file: ImportRowStream,
  options: ProductImportOptions = {},
): Promise<ImportResult> {
  const { isFullCatalogue = false, keepsWithdrawn = false, maxWithdrawals, processPictures } = options
  const { maxFaults = defaultMaxFaults, maxChanges = 0 } = options
  const importId = await beginImport(ctx)
  const faults = createFaultList(maxFaults)
  const firstLinesByColumn = { sku: new Map<string, number>(), slug: new Map<string, number>() }
  try {
    const toStagedRow = async ({ line, values }: ImportRow) => {
      const duplicateFaults = (['sku', 'slug'] as const).flatMap((column) => {
        const value = values[column]?.trim() ?? ''
        const firstLine = firstLinesByColumn[column].get(value)
        if (firstLine === undefined) firstLinesByColumn[column].set(value, line)
        return firstLine === undefined ? [] : [{ line, column, reason: `"${value}" is in line ${firstLine} too` }]
      })
      for (const fault of duplicateFaults) faults.add(fault)
      const parseResult = ProductRowSchema.safeParse(values)
      if (!parseResult.success) return faults.addIssues(line, parseResult.error, values)
      if (duplicateFaults.length > 0) return null
      const row = parseResult.data
      const pictures = await buildPictureKeysJson(row, line)
      if (pictures === undefined) return null
      return {
        ...toStagedProduct(row),
        importId,
        line,
        category: row.category,
        subcategory: row.subcategory,
        pictures,
      }
    }
    const readCount = await stageRows(ctx, 'stagedProduct', file, faults, toStagedRow, (records) =>
      mergeStoredColumns(ctx, records),
    )
    const slugConflicts = faults.count === 0 ? await queries.selectTakenSlugs(ctx, importId, maxFaults) : []
    for (const { line, sku } of slugConflicts) {
      faults.add({ line, column: 'slug', reason: `belongs to the product ${sku}, which the file does not name` })
    }
    if (faults.count > 0) return faults.toResult()

    return await ctx.transact(async (ctx) => {
      // Of 200,000 products some sorts and joins take more than the usual 4 MB, and went through files.
      if (ctx.engine === 'postgres') await sql`set local work_mem = '64MB'`.execute(ctx.db)
      await insertMissingCategories(ctx, importId)
      await queries.suspendPromotions(ctx, importId)
      const changes =
        maxChanges > 0 ? await planProductChanges(ctx, importId, { isFullCatalogue, maxChanges }) : undefined
      await queries.saveOldSlugs(ctx, importId)
      await queries.deleteReusedSlugs(ctx, importId)
      await queries.freeReassignedSlugs(ctx, importId)
      const changedCount = await queries.updateProducts(ctx, importId)
      await queries.resumePromotions(ctx, importId)
      const restoredCount = keepsWithdrawn ? 0 : await queries.restoreWithdrawnProducts(ctx, importId)
      await queries.lowerPricesToCeilings(ctx, importId)
      const lastProductId = await queries.findLastProductId(ctx)
      const addedCount = await queries.insertProducts(ctx, importId)
      await queries.insertOffersOfNewProducts(ctx, importId)
      if (addedCount > 0) await lowerFirstPricesToCeilings(ctx, importId, lastProductId)
      await writePictures(ctx, importId)
      const withdrawnCount = isFullCatalogue ? await checkAndWithdrawMissingProducts(ctx, importId, maxWithdrawals) : 0
      await reindex(ctx, firstLinesByColumn.sku)
      const notes = await listSharedCodeNotes(ctx, importId, maxFaults)
      return {
        read: readCount,
        changed: changedCount,
        added: addedCount,
        returned: restoredCount,
        withdrawn: withdrawnCount,
        ...(notes.length > 0 && { notes }),
        ...(changes && { changes }),
      }
    })
  } finally {
    await deleteStagedRows(ctx, 'stagedProduct', importId)
  }

  async function buildPictureKeysJson(
    row: z.output<typeof ProductRowSchema>,
    line: number,
  ): Promise<string | null | undefined> {
    if (!row.show_image || row.pictures === '' || !processPictures) return null
    const pictures = await processPictures(
      row.pictures.split('|').map((name) => name.trim()),
      row.sku,
    )
    if ('keys' in pictures) return JSON.stringify(pictures.keys)
    faults.add({ line, column: 'pictures', reason: pictures.reason })
    return undefined
  }
}

/** Products read at a time. */
const productsPageSize = 2000

/** A new product's first price is at most its ceiling in each branch. */
async function lowerFirstPricesToCeilings(ctx: BareContext, importId: string, lastProductId: number): Promise<void> {
  if (!(await findStoredCeilingList(ctx))) return
  const branchIds = await listBranchIds(ctx)
  let lastId = lastProductId
  for (;;) {
    const products = await queries.selectAddedProducts(ctx, importId, lastId, productsPageSize)
    const findCeiling = await loadCeilings(ctx, products)
    for (const product of products) {
      for (const branchId of branchIds) {
        const cents = findCeiling(product, branchId)?.cents ?? product.priceCents
        if (cents < product.priceCents) await queries.lowerPrice(ctx, { branchId, productId: product.id, cents })
      }
    }
    if (products.length < productsPageSize) return
    lastId = products.at(-1)?.id ?? 0
  }
}

/** A code of two products is no mistake of the file's alone: both are taken, and a person is told. */
async function listSharedCodeNotes(ctx: BareContext, importId: string, maxNotes: number): Promise<RowFault[]> {
  const notes: RowFault[] = []
  for (const column of queries.packCodeColumns) {
    const rows = await queries.selectSharedCodes(ctx, importId, column, maxNotes)
    const fileColumn = column === 'anvisa_registration' ? 'anvisa_registro' : column
    notes.push(
      ...rows.map(({ line, code, otherSku }) => ({
        line,
        column: fileColumn,
        reason: `"${code}" is also that of the product ${otherSku}`,
      })),
    )
  }
  return notes.sort((a, b) => a.line - b.line).slice(0, maxNotes)
}

async function checkAndWithdrawMissingProducts(
  ctx: BareContext,
  importId: string,
  maxWithdrawals: number | undefined,
): Promise<number> {
  const { listedCount, missingCount } = await queries.countListedProducts(ctx, importId)
  if (missingCount > (maxWithdrawals ?? listedCount * maxWithdrawnShare))
    throw new TooManyWithdrawnError(missingCount, listedCount)
  if (missingCount > 0) await queries.withdrawMissingProducts(ctx, importId)
  return missingCount
}

/**
 * Categories the shop does not have yet come after those it has, in the file's order. `MEDICAMENTOS` is the category
 * `Medicamentos`: links name both alike.
 */
async function insertMissingCategories(ctx: BareContext, importId: string): Promise<void> {
  const categories = await ctx.db.selectFrom('category').selectAll().execute()
  const subcategories = await ctx.db.selectFrom('subcategory').selectAll().execute()
  for (const stagedCategory of await queries.selectStagedCategories(ctx, importId)) {
    const createSlugMatcher = (name: string) => (candidate: { slug: string }) => candidate.slug === toSlug(name)
    let category = categories.find(createSlugMatcher(stagedCategory.category))
    if (!category) {
      category = {
        ...buildNextIdAndPosition(categories, 1),
        name: stagedCategory.category,
        slug: toSlug(stagedCategory.category),
        icon: null,
      }
      await ctx.db.insertInto('category').values(category).execute()
      categories.push(category)
    }
    let subcategory = subcategories
      .filter((candidate) => candidate.categoryId === category.id)
      .find(createSlugMatcher(stagedCategory.subcategory))
    if (!subcategory) {
      const newSubcategory = {
        categoryId: category.id,
        name: stagedCategory.subcategory,
        slug: toSlug(stagedCategory.subcategory),
      }
      subcategory = { ...buildNextIdAndPosition(subcategories, firstSubcategoryId), ...newSubcategory }
      await ctx.db.insertInto('subcategory').values(subcategory).execute()
      subcategories.push(subcategory)
    }
    await queries.renameStagedCategory(ctx, importId, stagedCategory, {
      category: category.name,
      subcategory: subcategory.name,
    })
  }
}

/** Calls show categories and subcategories in one list, so their ids must differ. */
const firstSubcategoryId = 101

function buildNextIdAndPosition(
  rows: { id: number; position: number }[],
  firstId: number,
): { id: number; position: number } {
  return {
    id: Math.max(firstId - 1, ...rows.map(({ id }) => id)) + 1,
    position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
  }
}

/** Products whose row names no pictures keep theirs, except where the law forbids them (RDC 44/2009, art. 54). */
async function writePictures(ctx: BareContext, importId: string): Promise<void> {
  const importedRows = await ctx.db
    .selectFrom('stagedProduct')
    .innerJoin('product', 'product.sku', 'stagedProduct.sku')
    .where('stagedProduct.importId', '=', importId)
    .where('stagedProduct.pictures', 'is not', null)
    .select(['product.id', 'product.name', 'stagedProduct.pictures'])
    .execute()
  for (const batch of splitIntoBatches(importedRows)) {
    const records = batch.flatMap(({ id, name, pictures }): Tables['productPicture'][] =>
      (JSON.parse(pictures ?? '[]') as string[]).map((pictureKey, index) => ({
        productId: id,
        position: index + 1,
        pictureKey,
        alt: index === 0 ? name : `${name}, ${index + 1}`,
      })),
    )
    const ids = batch.map(({ id }) => id)
    await ctx.db.deleteFrom('productPicture').where('productId', 'in', ids).execute()
    for (const pictures of splitIntoBatches(records))
      await ctx.db.insertInto('productPicture').values(pictures).execute()
  }
  await queries.removeForbiddenPictures(ctx, importId)
}
