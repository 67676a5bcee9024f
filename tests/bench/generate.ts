import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { importProducts } from '../../server/catalogue/import/product-import.ts'
import { productColumns } from '../../server/catalogue/import/product-row.ts'
import type { Database } from '../../server/database/connection.ts'
import { readTable } from '../../server/platform/csv/table-file.ts'
import { contextOn } from '../support/context.ts'
import { seeded } from '../support/seeded.ts'

const strengths = '5mg 10mg 20mg 25mg 50mg 100mg 250mg 500mg 750mg 1g 40mg/ml 100ml'.split(' ')
const forms = ['Comprimidos', 'Cápsulas', 'Gotas', 'Xarope', 'Creme', 'Pomada', 'Solução Oral', 'Sachês']
const syllables =
  'ba be bi bo ca ce da di do fa fi ga le li lo ma me mi na ne pa pi pra pre ra ri ro sa si ta ti tra va vi za'.split(
    ' ',
  )
const endings = ['pina', 'zol', 'tina', 'mida', 'cilina', 'prazol', 'sartana', 'olol', 'xina', 'micina']
const kinds = ['generico', 'similar', 'referencia', 'nao_medicamento'] as const
const batch = 1000

/**
 * Adds products to the demo's, imported from a catalogue file like an operator's, then sets their stock and sales. Random
 * from a fixed seed: the same in every run.
 * @returns how many milliseconds the import took
 */
export async function generateProducts(database: Database, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-catalogue-'))
  try {
    const file = join(folder, 'catalogue.csv')
    await writeCatalogue(database, file, count)
    const started = performance.now()
    const result = await importProducts(contextOn(database), readTable(file, productColumns))
    const took = performance.now() - started
    if (!('added' in result) || result.added !== count)
      throw new Error(`not imported: ${JSON.stringify(result).slice(0, 200)}`)
    await stockAndSell(database)
    return took
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeCatalogue(database: Database, file: string, count: number): Promise<void> {
  const places = await database.db
    .selectFrom('subcategory')
    .innerJoin('category', 'category.id', 'subcategory.categoryId')
    .select(['category.name as category', 'subcategory.name as subcategory'])
    .orderBy('subcategory.id')
    .execute()
  await pipeline(Readable.from(catalogueLines(count, places)), createWriteStream(file))
}

/** What the law says of a medicine, in the file's columns. */
const free = { prescription_class: 'MIP', hold_prescription: 0, promo_allowed: 1, show_image: 1 }
const prescribed = { prescription_class: 'RX', hold_prescription: 1, promo_allowed: 0, show_image: 0 }

function* catalogueLines(count: number, places: { category: string; subcategory: string }[]): Generator<string> {
  const random = seeded(20_260_310)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const word = () => `${pick(syllables)}${pick(syllables)}${random() < 0.5 ? pick(syllables) : ''}${pick(endings)}`
  const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1)
  const ingredients = Array.from({ length: 800 }, () => capital(word()))
  const lines = Array.from({ length: 20_000 }, () => capital(`${word()}${pick(syllables)}`))
  const makers = Array.from({ length: 150 }, () => capital(word().slice(0, 7)))

  yield `${productColumns.required.join(',')}\n`
  for (let from = 1; from <= count; from += batch) {
    let text = ''
    for (let number = from; number < from + batch && number <= count; number += 1) {
      const ingredient = pick(ingredients)
      const maker = pick(makers)
      const presentation = `${pick(strengths)} ${10 * (1 + Math.floor(random() * 6))} ${pick(forms)}`
      const isFree = random() < 0.65
      const isOnOffer = isFree && random() < 0.3
      const values: Record<string, string | number> = {
        ...pick(places),
        sku: `G${number}`,
        slug: `g-${number}`,
        name: `${pick(lines)} ${ingredient} ${presentation} ${maker}`,
        active_ingredient: ingredient,
        presentation,
        manufacturer: maker,
        brand: maker,
        kind: pick(kinds),
        price_typical: (3 + random() ** 2 * 300).toFixed(2),
        discount_type: isOnOffer ? 'percent' : '',
        discount: isOnOffer ? 5 + Math.floor(random() * 40) : '',
        ...(isFree ? free : prescribed),
        is_pbm: 0,
        is_medical: 1,
        sellable_online: 1,
      }
      text += `${productColumns.required.map((column) => `"${values[column] ?? ''}"`).join(',')}\n`
    }
    yield text
  }
}

/** One product in eight has sales, mostly few; one offer in seven is out of stock. */
async function stockAndSell({ db, transact }: Database): Promise<void> {
  await transact(async (tx) => {
    await sql`update product set units_sold = 5000 / (1 + id * 7919 % 997) where sku like 'G%' and id % 8 = 0`.execute(
      tx,
    )
    await sql`update offer set stock = (product_id * 31 + branch_id * 17) % 7 * 9
      where product_id in (select id from product where sku like 'G%')`.execute(tx)
  })
  await sql`analyze`.execute(db)
}
