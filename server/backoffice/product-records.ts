import { z } from 'zod'
import { recordTexts } from '../../app/texts/backoffice/records.ts'
import { formatImportError } from '../../app/texts/import-errors.ts'
import { parseMoney } from '../../app/texts/money.ts'
import type { WordRule } from '../catalogue/assembly/default-words.ts'
import type { RowColumns } from '../catalogue/assembly/medicine-row.ts'
import { toClassColumns } from '../catalogue/assembly/medicine-row.ts'
import * as pendingProducts from '../catalogue/assembly/pending-products.ts'
import { toProductRow } from '../catalogue/assembly/plan-assembly.ts'
import { toRuleWords } from '../catalogue/assembly/product-words.ts'
import { listWordRules, lockWordRules, replaceWordRules } from '../catalogue/assembly/word-rules.ts'
import { listCategories } from '../catalogue/categories.ts'
import { importOffers } from '../catalogue/import/offer-import.ts'
import { importProducts, type ProductImportOptions } from '../catalogue/import/product-import.ts'
import { findProductId, findProductRecord, listSlugs, type ProductRecord } from '../catalogue/import/product-record.ts'
import { type ProductColumn, ProductRowSchema } from '../catalogue/import/product-row.ts'
import { findProductByKey } from '../catalogue/product-keys.ts'
import { lockProduct } from '../catalogue/staff-products.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { PrescriptionClass } from '../database/schema.ts'
import { buildReservedUnitsQuery } from '../orders/reserved-units.ts'
import type { ImportResult } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'

// Products one at a time, as people type them: a form is a row of a catalogue's file, whose schema and import it shares.

const text = z.string().trim().default('')
const required = text.meta({ isRequired: true })

/** The file's columns that the form has; the class decides on the others (`toClassColumns`). */
const inputs = {
  name: required,
  brand: required,
  manufacturer: text,
  prescription_class: required,
  kind: required,
  /** `Medicamentos > Antibióticos`. */
  category: required,
  active_ingredient: text,
  presentation: text,
  ean: text,
  anvisa_registro: text,
  max_units: text,
  description: text,
} satisfies { [Column in ProductColumn]?: z.ZodType }
type ProductInput = z.output<z.ZodObject<typeof inputs>>
const inputNames = Object.keys(inputs) as (keyof ProductInput)[]

const ProductForm = z.object(inputs).superRefine(reportRowFaults)

const NewProductForm = z.object({ ...inputs, sku: text, price: required }).superRefine((input, issues) => {
  reportRowFaults(input, issues)
  reportUnreadablePrice(input, issues)
})

/** `price` where the till has none; `ruleWords` to keep its category as a rule. */
const PendingProductForm = z.object({ ...inputs, price: text, ruleWords: text }).superRefine((input, issues) => {
  reportRowFaults(input, issues)
  if (input.price !== '') reportUnreadablePrice(input, issues)
})

const WordRulesForm = z.object({ rules: text })

export const recordForms = { ProductForm, NewProductForm, PendingProductForm, WordRulesForm, toFormValues }

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

/** All that the catalogue's own schema refuses, each at its field. */
function reportRowFaults(input: ProductInput, { addIssue }: Issues): void {
  const row = toProductRow(toColumns(input, {}), 'x', 100, new Set())
  for (const { path, message } of ProductRowSchema.safeParse(row).error?.issues ?? []) {
    const column = path[0] === 'subcategory' ? 'category' : String(path[0])
    if (column in inputs)
      addIssue({ code: 'custom', path: [column], message: recordTexts.fault(formatImportError(message)) })
  }
  if ((input.kind === 'nao_medicamento') !== (input.prescription_class === 'NA'))
    addIssue({ code: 'custom', path: ['kind'], message: recordTexts.kindMismatch })
}

function reportUnreadablePrice({ price }: { price: string }, { addIssue }: Issues): void {
  if (!parseMoney(price, ',')) addIssue({ code: 'custom', path: ['price'], message: recordTexts.unreadablePrice })
}

/** The row of what was typed; what the form does not have stays as it is. */
function toColumns(input: ProductInput, record: RowColumns): RowColumns {
  const [category = '', subcategory = category] = input.category.split('>').map((part) => part.trim())
  const { prescription_class: prescriptionClass, manufacturer, brand } = input
  const isOtherClass = record.prescription_class !== prescriptionClass
  return {
    ...record,
    ...Object.fromEntries(inputNames.map((name) => [name, input[name]])),
    ...(isOtherClass && toClassColumns(prescriptionClass as PrescriptionClass)),
    ...{ category, subcategory, manufacturer: manufacturer || brand },
  }
}

function toFormValues(columns: RowColumns): ProductInput {
  const values = Object.fromEntries(inputNames.map((name) => [name, columns[name] ?? ''])) as ProductInput
  const { category = '', subcategory = '' } = columns
  return { ...values, category: category && `${category} > ${subcategory}` }
}

/** The categories as the form takes them. @throws ShopError "staff.forbidden" */
export async function listCategoryPaths(ctx: Context, actor: Actor): Promise<string[]> {
  requirePermission(actor, 'products.describe')
  const categories = await listCategories(ctx)
  return categories.flatMap(({ name, subcategories }) =>
    subcategories.map((subcategory) => `${name} > ${subcategory.name}`),
  )
}

/** @throws ShopError "staff.forbidden", "product.unknown" */
export async function getProductRecord(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<{ record: ProductRecord; seenHash: string }> {
  requirePermission(actor, 'products.describe')
  const record = await findProductRecord(ctx, id)
  if (!record) throw new ShopError('product.unknown')
  return { record, seenHash: toSeenHash(record) }
}

/** @throws ShopError "staff.forbidden", "product.unknown", "page.outdated", "product.row" */
export const changeProduct = staffCommand({
  permission: 'products.describe',
  action: 'products.describe',
  async run(ctx, _, id: number, input: z.output<typeof ProductForm>, seenHash: string) {
    await lockProduct(ctx, id)
    const record = await findProductRecord(ctx, id)
    if (!record) throw new ShopError('product.unknown')
    assertSeen(record, seenHash)
    await takeIn(ctx, { ...record, ...toColumns(input, record) }, { keepsWithdrawn: true })
    return record
  },
  audit: ({ sku }) => ({ type: 'product', id: sku }),
})

/**
 * Adds a product at one price in all branches, without stock.
 * @throws ShopError "staff.forbidden", "product.skuTaken", "product.row"
 */
export const addProduct = staffCommand({
  permission: 'products.describe',
  action: 'products.add',
  async run(ctx, _, input: z.output<typeof NewProductForm>) {
    const sku = input.sku || input.ean
    if (sku === '') throw new ShopError('product.codeMissing', { input: 'ean' })
    if (await findProductId(ctx, sku)) throw new ShopError('product.skuTaken', { input: input.sku ? 'sku' : 'ean' })
    await assertEanIsFree(ctx, input.ean)
    const priceCents = parseMoney(input.price, ',') ?? 0
    return { sku, id: await addRow(ctx, toColumns(input, {}), sku, priceCents) }
  },
  audit: ({ sku }) => ({ type: 'product', id: sku }),
})

/** In whichever spelling. @throws ShopError "product.skuTaken" */
async function assertEanIsFree(ctx: TransactionContext, ean: string): Promise<void> {
  if (ean !== '' && (await findProductByKey(ctx, { ean }))) throw new ShopError('product.skuTaken', { input: 'ean' })
}

/** @returns the new product's id */
async function addRow(ctx: TransactionContext, columns: RowColumns, sku: string, priceCents: number): Promise<number> {
  await takeIn(ctx, { ...toProductRow(columns, sku, priceCents, await listSlugs(ctx)), ean: columns.ean ?? '' })
  return (await findProductId(ctx, sku)) ?? 0
}

/** @throws ShopError "product.row" */
async function takeIn(ctx: TransactionContext, columns: RowColumns, options?: ProductImportOptions): Promise<void> {
  assertTaken(await importProducts(ctx, [{ line: 1, values: columns as Record<string, string> }], options))
}

function assertTaken(result: ImportResult): void {
  if (!('faults' in result)) return
  const [{ column = '', reason = '' } = {}] = result.faults
  throw new ShopError('product.row', { input: column in inputs ? column : 'name', reason: formatImportError(reason) })
}

/** The first that waits, by the worth of its stock; null for none. @throws ShopError "staff.forbidden" */
export async function findFirstPending(ctx: Context, actor: Actor): Promise<number | null> {
  requirePermission(actor, 'products.describe')
  return (await pendingProducts.listPendingIds(ctx))[0] ?? null
}

/** @throws ShopError "staff.forbidden" */
export async function countPending(ctx: Context, actor: Actor) {
  requirePermission(actor, 'products.describe')
  return pendingProducts.countPending(ctx)
}

/** @throws ShopError "staff.forbidden", "pending.gone" for one that waits no more */
export async function getPending(ctx: Context, actor: Actor, id: number) {
  requirePermission(actor, 'products.describe')
  const place = await pendingProducts.findPending(ctx, id)
  if (!place) throw new ShopError('pending.gone')
  return { ...place, seenHash: toSeenHash(place.product) }
}

/**
 * Puts a product that waited on sale, with the till's price and stock in each branch.
 * @throws ShopError "staff.forbidden", "pending.gone", "page.outdated", "product.skuTaken", "product.row", "product.priceMissing"
 */
export const completePending = staffCommand({
  permission: 'products.describe',
  action: 'products.complete',
  async run(ctx, _, id: number, input: z.output<typeof PendingProductForm>, seenHash: string) {
    const product = await lockSeenPending(ctx, id, seenHash)
    const typedCents = parseMoney(input.price, ',')
    const offers = product.offers.map((offer) => ({ ...offer, priceCents: offer.priceCents ?? typedCents }))
    const highestCents = Math.max(...offers.map(({ priceCents }) => priceCents ?? 0), typedCents ?? 0)
    if (highestCents === 0) throw new ShopError('product.priceMissing', { input: 'price' })
    const sku = input.ean || toSku(product)
    if (await findProductId(ctx, sku)) throw new ShopError('product.skuTaken', { input: 'ean' })
    await assertEanIsFree(ctx, input.ean)
    const productId = await addRow(ctx, { ...product.suggestion, ...toColumns(input, {}) }, sku, highestCents)
    const rows = offers.map(({ branchId, priceCents, stock }) => ({
      line: 1,
      values: {
        sku,
        branch_id: String(branchId),
        price: priceCents === null ? '' : (priceCents / 100).toFixed(2),
        stock: String(stock),
      },
    }))
    assertTaken(await importOffers(ctx, buildReservedUnitsQuery, rows))
    await pendingProducts.markCompleted(ctx, id, productId)
    if (input.ruleWords !== '') await keepRule(ctx, input)
    return { sku, id: productId }
  },
  audit: ({ sku }) => ({ type: 'product', id: sku }),
})

/** Of one without a bar code: the till's own code, else a number of the shop's. */
function toSku({ id, code }: pendingProducts.PendingProduct): string {
  return /^[\w.-]{1,40}$/.test(code) ? code : `B${id}`
}

async function keepRule(ctx: TransactionContext, input: z.output<typeof PendingProductForm>): Promise<void> {
  const { category = '', subcategory = '' } = toColumns(input, {})
  const words = toRuleWords(input.ruleWords).join(' ')
  const isMedicine = input.kind !== 'nao_medicamento'
  const otherRules = (await lockWordRules(ctx)).filter((rule) => rule.words !== words)
  await replaceWordRules(ctx, [...otherRules, { words, name: '', category, subcategory, isMedicine }])
}

/** The shop does not sell it: the till's next file does not ask again. @throws ShopError "pending.gone", "page.outdated" */
export const leavePendingOut = staffCommand({
  permission: 'products.describe',
  action: 'products.leaveOut',
  async run(ctx, _, id: number, seenHash: string) {
    const product = await lockSeenPending(ctx, id, seenHash)
    await pendingProducts.leavePendingOut(ctx, id)
    return product
  },
  audit: ({ code }) => ({ type: 'product', id: code }),
})

/** @throws ShopError "pending.gone", "page.outdated" */
async function lockSeenPending(ctx: TransactionContext, id: number, seenHash: string) {
  const place = await pendingProducts.lockPending(ctx, id)
  if (!place) throw new ShopError('pending.gone')
  assertSeen(place.product, seenHash)
  return place.product
}

/** The table of words, a rule a line: `prot solar; Protetor Solar; Beleza > Protetor Solar`, `dipirona; remédio; Medicamentos > …`. */
export async function getWordRules(ctx: Context, actor: Actor): Promise<{ text: string; seenHash: string }> {
  requirePermission(actor, 'products.describe')
  const rules = await listWordRules(ctx)
  return { text: rules.map(formatRule).join('\n'), seenHash: toSeenHash(rules) }
}

function formatRule({ words, name, category, subcategory, isMedicine }: WordRule): string {
  return [words, isMedicine ? recordTexts.medicineMark : name, `${category} > ${subcategory}`].join('; ')
}

/** @throws ShopError "staff.forbidden", "page.outdated", "rule.line" */
export const changeWordRules = staffCommand({
  permission: 'products.describe',
  action: 'products.words',
  async run(ctx, _, rulesText: string, seenHash: string) {
    assertSeen(await lockWordRules(ctx), seenHash)
    const rules = rulesText
      .split(/\r?\n/)
      .flatMap((line, index) => (line.trim() === '' ? [] : [parseRule(line, index + 1)]))
    await replaceWordRules(ctx, [...new Map(rules.map((rule) => [rule.words, rule])).values()])
    return rules
  },
  audit: (rules) => ({ type: 'words', id: 'all', detail: `${rules.length} rules` }),
})

/** Letters of a line of the table. */
const maxRuleLength = 200

function parseRule(line: string, lineNumber: number): WordRule {
  const [wordsText = '', name = '', path = '', ...rest] = line.split(';').map((part) => part.trim())
  const [category = '', subcategory = ''] = path.split('>').map((part) => part.trim())
  const words = toRuleWords(wordsText).join(' ')
  const isWhole = words !== '' && category !== '' && subcategory !== '' && rest.length === 0
  if (!isWhole || line.length > maxRuleLength)
    throw new ShopError('rule.line', { input: 'rules', line: lineNumber, word: line.trim().slice(0, 80) })
  const isMedicine = name.toLowerCase() === recordTexts.medicineMark
  return { words, name: isMedicine ? '' : name, category, subcategory, isMedicine }
}
