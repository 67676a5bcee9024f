import type { Insertable } from 'kysely'
import { z } from 'zod'
import { type Clock, minutesAfter } from '../../clock.ts'
import type { Database, Transaction } from '../../database/connection.ts'
import type { Tables } from '../../database/schema.ts'
import { inBatches } from '../../import/batches.ts'
import { price, wholeNumber } from '../../import/cells.ts'
import { type FaultList, type ImportFile, type ImportResult, openFaultList } from '../../import/checked-rows.ts'
import { type Columns, type CsvRow, isFault } from '../../import/csv-file.ts'
import { normaliseName } from '../folding.ts'
import { reindex } from '../reindex.ts'
import { importBanners } from './banner-import.ts'
import * as rows from './imports.sql.ts'
import { ProductRow, productRecord } from './product-row.ts'

/** Rows staged by one statement: short writes, so that a running server never waits for long. */
const batch = 800

export const OfferRow = z.object({
  sku: z.string().trim().min(1, 'is empty'),
  branch_id: wholeNumber(1, 9999),
  price,
  stock: wholeNumber(0, 999_999_999),
})
export const offerColumns: Columns = { required: Object.keys(OfferRow.shape), optional: [] }

/** Makes the pictures a row names, and gives their keys; a reason where one can't be had. */
export type PictureMaker = (names: string[], sku: string) => Promise<{ keys: string[] } | { reason: string }>

/**
 * Takes the operator's files into the catalogue while the shop is open.
 *
 * Rows are checked one by one and wait in a table of their own, written in short batches. Only when the whole file is good
 * is it published, in one transaction: a crash at any moment leaves the old catalogue, and nobody sees half of a new one.
 */
export function openCatalogueImports(database: Pick<Database, 'engine' | 'query' | 'transact'>, clock: Clock) {
  const { query, transact } = database
  return { importProducts, importOffers, importBanners: (file: ImportFile) => importBanners(transact, file) }

  /**
   * Adds and changes products by their SKU.
   * @param replace what the file does not name leaves the shop
   */
  async function importProducts(
    file: ImportFile,
    { replace = false, makePictures }: { replace?: boolean; makePictures?: PictureMaker } = {},
  ): Promise<ImportResult> {
    const importId = await begin()
    const faults = openFaultList()
    const unique = { sku: new Map<string, number>(), slug: new Map<string, number>() }
    try {
      const read = await stage('staged_product', file, faults, async ({ line, values }) => {
        const twice = (['sku', 'slug'] as const).flatMap((column) => {
          const value = values[column]?.trim() ?? ''
          const first = unique[column].get(value)
          if (first === undefined) unique[column].set(value, line)
          return first === undefined ? [] : [{ line, column, reason: `"${value}" is in line ${first} too` }]
        })
        for (const fault of twice) faults.add(fault)
        const parsed = ProductRow.safeParse(values)
        if (!parsed.success) return faults.refuse(line, parsed.error, values)
        if (twice.length > 0) return null
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
      })
      const taken = faults.count === 0 ? await rows.selectTakenSlugs(query, importId) : []
      for (const { line, sku } of taken) {
        faults.add({ line, column: 'slug', reason: `belongs to the product ${sku}, which the file does not name` })
      }
      if (faults.count > 0) return faults.result()

      return await transact(async (tx) => {
        await insertPlaces(tx, importId)
        await rows.freeSlugs(tx, importId)
        const changed = await rows.updateProducts(tx, importId)
        const added = await rows.insertProducts(tx, importId)
        await rows.offerNewProducts(tx, importId)
        await writePictures(tx, importId)
        const withdrawn = replace ? await rows.withdrawOthers(tx, importId) : 0
        await reindex(tx, unique.sku)
        return { read, changed, added, withdrawn }
      })
    } finally {
      await clear('staged_product', importId)
    }

    async function picturesOf(row: z.output<typeof ProductRow>, line: number): Promise<string | null | undefined> {
      if (!row.show_image || row.pictures === '' || !makePictures) return null
      const made = await makePictures(
        row.pictures.split('|').map((name) => name.trim()),
        row.sku,
      )
      if ('keys' in made) return JSON.stringify(made.keys)
      faults.add({ line, column: 'pictures', reason: made.reason })
      return undefined
    }
  }

  /** Sets price and stock of products in branches. Prices above a product's legal ceiling are refused. */
  async function importOffers(file: ImportFile): Promise<ImportResult> {
    const importId = await begin()
    const faults = openFaultList()
    const seen = new Map<string, number>()
    try {
      const read = await stage('staged_offer', file, faults, async ({ line, values }) => {
        const parsed = OfferRow.safeParse(values)
        if (!parsed.success) return faults.refuse(line, parsed.error, values)
        const { sku, branch_id, price: price_cents, stock } = parsed.data
        const key = `${branch_id} ${sku}`
        const first = seen.get(key)
        if (first !== undefined)
          return faults.add({ line, column: 'sku', reason: `is in line ${first} too, for this branch` })
        seen.set(key, line)
        return { import_id: importId, line, branch_id, sku, price_cents, stock }
      })
      for (const { line, product_id, branch_id, ceiling_price_cents } of await rows.selectWrongOffers(
        query,
        importId,
      )) {
        if (product_id === null) faults.add({ line, column: 'sku', reason: 'is no product of the shop' })
        else if (branch_id === null) faults.add({ line, column: 'branch_id', reason: 'is no branch of the shop' })
        else {
          const ceiling = ((ceiling_price_cents ?? 0) / 100).toFixed(2)
          faults.add({ line, column: 'price', reason: `is above the legal ceiling of ${ceiling} (CMED)` })
        }
      }
      if (faults.count > 0) return faults.result()

      return await transact(async (tx) => {
        const changed = await rows.updateOffers(tx, importId)
        const added = await rows.insertOffers(tx, importId)
        if (added > 0) await reindex(tx)
        return { read, changed, added, withdrawn: 0 }
      })
    } finally {
      await clear('staged_offer', importId)
    }
  }

  /** An import's id begins with the time. Rows staged before yesterday belong to a crashed import and are deleted. */
  async function begin(): Promise<string> {
    const yesterday = minutesAfter(clock.now(), -24 * 60).toISOString()
    await query.deleteFrom('staged_product').where('import_id', '<', yesterday).execute()
    await query.deleteFrom('staged_offer').where('import_id', '<', yesterday).execute()
    return `${clock.now().toISOString()} ${crypto.randomUUID()}`
  }

  /** Stages the rows that are valid by themselves, to be checked against the shop afterwards. @returns how many */
  async function stage<Table extends 'staged_product' | 'staged_offer'>(
    table: Table,
    file: ImportFile,
    faults: FaultList,
    toRecord: (row: CsvRow) => Promise<Insertable<Tables[Table]> | null>,
  ): Promise<number> {
    let waiting: Insertable<Tables[Table]>[] = []
    let read = 0
    let written = Promise.resolve()
    /** While the database writes some, the next ones are checked. */
    const write = async () => {
      const records = waiting
      waiting = []
      await written
      written = rows.insertStaged(database, table, records)
      // Prevents an unhandled rejection: whoever awaits the promise still gets the error.
      written.catch(() => {})
    }
    for await (const row of file) {
      if (isFault(row)) {
        faults.add(row)
        continue
      }
      const record = await toRecord(row)
      if (record === null) continue
      read += 1
      waiting.push(record)
      if (waiting.length >= batch) await write()
    }
    if (waiting.length > 0) await write()
    await written
    return read
  }

  async function clear(table: 'staged_product' | 'staged_offer', importId: string): Promise<void> {
    await query.deleteFrom(table).where('import_id', '=', importId).execute()
  }
}

/** Categories the shop does not have yet come after those it has, in the file's order. */
async function insertPlaces(tx: Transaction, importId: string): Promise<void> {
  const categories = await tx.selectFrom('category').selectAll().execute()
  const subcategories = await tx.selectFrom('subcategory').selectAll().execute()
  for (const place of await rows.selectStagedPlaces(tx, importId)) {
    let category = categories.find(({ name }) => name === place.category)
    if (!category) {
      category = { ...next(categories, 1), name: place.category, slug: normaliseName(place.category) }
      await tx.insertInto('category').values(category).execute()
      categories.push(category)
    }
    const { id: category_id } = category
    if (subcategories.some((other) => other.category_id === category_id && other.name === place.subcategory)) continue
    const child = {
      ...next(subcategories, firstSubcategoryId),
      category_id,
      name: place.subcategory,
      slug: normaliseName(place.subcategory),
    }
    await tx.insertInto('subcategory').values(child).execute()
    subcategories.push(child)
  }
}

/** Calls show categories and subcategories in one list, told apart by id. */
const firstSubcategoryId = 101

function next(rows: { id: number; position: number }[], firstId: number): { id: number; position: number } {
  return {
    id: Math.max(firstId - 1, ...rows.map(({ id }) => id)) + 1,
    position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
  }
}

/**
 * A file that says nothing of pictures leaves them, but where the law forbids one it goes (RDC 44/2009, art. 54).
 */
async function writePictures(tx: Transaction, importId: string): Promise<void> {
  const named = await tx
    .selectFrom('staged_product')
    .innerJoin('product', 'product.sku', 'staged_product.sku')
    .where('staged_product.import_id', '=', importId)
    .where('staged_product.pictures', 'is not', null)
    .select(['product.id', 'product.name', 'staged_product.pictures'])
    .execute()
  for (const some of inBatches(named)) {
    const records = some.flatMap(({ id, name, pictures }): Tables['product_picture'][] =>
      (JSON.parse(pictures ?? '[]') as string[]).map((picture_key, index) => ({
        product_id: id,
        position: index + 1,
        picture_key,
        alt: index === 0 ? name : `${name}, ${index + 1}`,
      })),
    )
    const ids = some.map(({ id }) => id)
    await tx.deleteFrom('product_picture').where('product_id', 'in', ids).execute()
    for (const pictures of inBatches(records)) await tx.insertInto('product_picture').values(pictures).execute()
  }
  await rows.removeForbiddenPictures(tx, importId)
}
