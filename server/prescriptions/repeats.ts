import type { ExpressionBuilder } from 'kysely'
import { addDays } from '../../app/texts/days.ts'
import { normalizeDay } from '../../app/texts/normalize-day.ts'
import { loadProductRecords } from '../catalogue/products.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Tables } from '../database/schema.ts'
import { isValidDay, toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { decryptDetails, encryptDetails } from './details.ts'
import { copyHashes } from './fingerprints.ts'
import { findOrCreateOpenPrescription, selectPrescribedProducts } from './prescriptions.sql.ts'
import { lockSeenParts } from './seen-parts.ts'
import { requiresRetention } from './validity.ts'

/** What a pharmacist typed of a part: how often it serves again, and until when; without times, or with 0, it serves once. */
export interface RepeatInput {
  partId: number
  times: string
  /** A day, as people type it. */
  until: string
}

/** How often a part serves again. */
export interface Repeat {
  /** Of the prescription that was sent with a file. */
  partId: number
  prescriptionId: number
  maxUses: number
  /** Of those, by orders that did not end before anything left the shop. */
  useCount: number
  /** The last day, yyyy-MM-dd. */
  lastDay: string
}

/** What a customer may use again. */
export interface RepeatablePart extends Repeat {
  patient: string
  issuedAt: string | null
  products: { id: number; name: string }[]
}

const maxRepeatUses = 12
const maxRepeatDays = 366

export async function recordRepeats(
  ctx: TransactionContext,
  prescriptionId: number,
  rules: RepeatInput[],
): Promise<void> {
  for (const { partId, ...rule } of rules) {
    const { times: maxUses, until: lastDay } = parseRepeatRule(ctx, rule)
    if (maxUses !== null && (await isPartRetained(ctx, prescriptionId, partId))) throw createRepeatError()
    await ctx.db
      .updateTable('prescriptionPart')
      .set({ repeatTimes: maxUses, repeatUntil: lastDay })
      .where('id', '=', partId)
      .where('prescriptionId', '=', prescriptionId)
      .where('repeatsPartId', 'is', null)
      .execute()
  }
}

/**
 * After the approval.
 * @param seenHash `toSeenParts`
 */
export function setRepeats(
  ctx: Context,
  prescriptionId: number,
  rules: RepeatInput[],
  seenHash: string,
): Promise<void> {
  return ctx.transact(async (ctx) => {
    await lockSeenParts(ctx, prescriptionId, 'repeats', seenHash)
    await recordRepeats(ctx, prescriptionId, rules)
  })
}

function parseRepeatRule(ctx: Context, { times, until }: Omit<RepeatInput, 'partId'>) {
  if (/^0*$/.test(times.trim())) return { times: null, until: null }
  const maxUses = Number(/^\d{1,2}$/.exec(times.trim())?.[0])
  const lastDay = normalizeDay(until)
  const maxLastDay = addDays(getToday(ctx), maxRepeatDays)
  const isValid =
    maxUses >= 1 && maxUses <= maxRepeatUses && isValidDay(lastDay) && lastDay >= getToday(ctx) && lastDay <= maxLastDay
  if (!isValid) throw createRepeatError()
  return { times: maxUses, until: lastDay }
}

async function isPartRetained(ctx: TransactionContext, prescriptionId: number, partId: number): Promise<boolean> {
  const products = await selectPrescribedProducts(ctx, prescriptionId)
  const productIds = products.flatMap((product) => (product.partId === partId ? [product.productId] : []))
  const records = await loadProductRecords(ctx, productIds)
  return productIds.some((productId) => requiresRetention(records.get(productId)?.prescriptionClass))
}

/** Of these parts, those that serve again, by id. */
export async function listRepeats(ctx: Context, partIds: number[]): Promise<Map<number, Repeat>> {
  if (partIds.length === 0) return new Map()
  const rows = await selectRepeats(ctx).where('prescriptionPart.id', 'in', partIds).execute()
  return new Map(rows.map((row) => [row.partId, row]))
}

/** What the customer may use again today, newest first. */
export async function listRepeatableParts(ctx: Context, customerId: number): Promise<RepeatablePart[]> {
  const rows = await selectUsableRepeats(ctx, customerId).orderBy('prescriptionPart.id', 'desc').execute()
  if (rows.length === 0) return []
  const products = await selectPrescribedProducts(ctx, ...new Set(rows.map(({ prescriptionId }) => prescriptionId)))
  const records = await loadProductRecords(
    ctx,
    products.map(({ productId }) => productId),
  )
  return rows.flatMap(({ detailsEncrypted, issuedOn: issuedAt, ...repeat }) => {
    const productIds = products.flatMap(({ partId, productId }) => (partId === repeat.partId ? [productId] : []))
    // What it is for may be retained since.
    if (productIds.some((id) => requiresRetention(records.get(id)?.prescriptionClass))) return []
    const { patient } = decryptDetails(ctx, repeat.prescriptionId, detailsEncrypted)
    return [
      { ...repeat, patient, issuedAt, products: productIds.map((id) => ({ id, name: records.get(id)?.name ?? '' })) },
    ]
  })
}

/**
 * Uses a part again, without a file: added to the customer's open prescription, once.
 * @param openPrescriptionId that one; left out, a new one
 */
export async function reusePart(
  ctx: Context,
  customerId: number,
  partId: number,
  openPrescriptionId?: number,
): Promise<void> {
  const repeatableParts = await listRepeatableParts(ctx, customerId)
  if (!repeatableParts.some((part) => part.partId === partId)) throw new ShopError('prescription.repeatEnded')
  await ctx.transact(async (ctx) => {
    await lockPart(ctx, partId)
    if (!(await selectUsableRepeats(ctx, customerId).where('prescriptionPart.id', '=', partId).executeTakeFirst()))
      throw new ShopError('prescription.repeatEnded')
    const id = await findOrCreateOpenPrescription(ctx, customerId, openPrescriptionId, ctx.clock.now())
    const existingCopyQuery = ctx.db
      .selectFrom('prescriptionPart')
      .select('id')
      .where('prescriptionId', '=', id)
      .where('repeatsPartId', '=', partId)
    if (!(await existingCopyQuery.executeTakeFirst())) await copyPart(ctx, partId, id)
  })
}

async function copyPart(ctx: TransactionContext, partId: number, toPrescriptionId: number): Promise<void> {
  const { id, prescriptionId, detailsEncrypted, repeatTimes, repeatUntil, ...copiedColumns } = await ctx.db
    .selectFrom('prescriptionPart')
    .selectAll()
    .where('id', '=', partId)
    .executeTakeFirstOrThrow()
  const details = decryptDetails(ctx, prescriptionId, detailsEncrypted)
  const copiedPart = await ctx.db
    .insertInto('prescriptionPart')
    .values({
      ...copiedColumns,
      prescriptionId: toPrescriptionId,
      repeatsPartId: id,
      detailsEncrypted: encryptDetails(ctx, toPrescriptionId, details),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('prescriptionProduct')
    .columns(['partId', 'productId'])
    .expression(
      ctx.db
        .selectFrom('prescriptionProduct')
        .select((eb) => [eb.val(copiedPart.id).as('partId'), 'productId'])
        .where('partId', '=', id),
    )
    .execute()
  await copyHashes(ctx, id, copiedPart.id)
}

/** Until the transaction ends no other order uses up what a prescription repeats. */
export async function lockRepeatedParts(ctx: TransactionContext, prescriptionId: number): Promise<void> {
  const parts = await ctx.db
    .selectFrom('prescriptionPart')
    .select('repeatsPartId')
    .where('prescriptionId', '=', prescriptionId)
    .where('repeatsPartId', 'is not', null)
    .$narrowType<{ repeatsPartId: number }>()
    .orderBy('repeatsPartId')
    .execute()
  for (const { repeatsPartId } of parts) await lockPart(ctx, repeatsPartId)
}

/** SQLite's transactions follow each other anyway. */
async function lockPart(ctx: TransactionContext, id: number): Promise<void> {
  if (ctx.engine !== 'postgres') return
  await ctx.db.selectFrom('prescriptionPart').select('id').where('id', '=', id).forUpdate().execute()
}

/** The parts of a prescription that repeat what serves no more. */
export async function listUnusableRepeatPartIds(ctx: Context, prescriptionId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('prescriptionPart')
    .select(['id', 'repeatsPartId'])
    .where('prescriptionId', '=', prescriptionId)
    .where('repeatsPartId', 'is not', null)
    .$narrowType<{ repeatsPartId: number }>()
    .execute()
  if (rows.length === 0) return []
  const usableRepeats = await selectUsableRepeats(ctx, null, prescriptionId)
    .where(
      'prescriptionPart.id',
      'in',
      rows.map(({ repeatsPartId }) => repeatsPartId),
    )
    .execute()
  return rows.flatMap(({ id, repeatsPartId }) =>
    usableRepeats.some(({ partId }) => partId === repeatsPartId) ? [] : [id],
  )
}

/** @param excludedPrescriptionId a prescription whose own use does not count */
function selectUsableRepeats(ctx: Context, customerId: number | null, excludedPrescriptionId = 0) {
  return selectRepeats(ctx, excludedPrescriptionId)
    .select('prescriptionPart.detailsEncrypted')
    .select('prescriptionPart.issuedOn')
    .where('prescription.status', '=', 'approved')
    .where('repeatUntil', '>=', getToday(ctx))
    .where((eb) => eb('repeatTimes', '>', selectUseCount(eb, excludedPrescriptionId)))
    .$if(customerId !== null, (qb) => qb.where('prescription.customerId', '=', customerId as number))
}

function getToday(ctx: Context): string {
  return toShopDay(ctx.clock.now())
}

function selectRepeats(ctx: Context, excludedPrescriptionId = 0) {
  return ctx.db
    .selectFrom('prescriptionPart')
    .innerJoin('prescription', 'prescription.id', 'prescriptionPart.prescriptionId')
    .select(['prescriptionPart.id as partId', 'prescriptionId'])
    .select(['repeatTimes as maxUses', 'repeatUntil as lastDay'])
    .select((eb) => selectUseCount(eb, excludedPrescriptionId).as('useCount'))
    .where('repeatTimes', 'is not', null)
    .$narrowType<{ maxUses: number; lastDay: string; useCount: number }>()
}

function selectUseCount(
  { selectFrom, fn }: ExpressionBuilder<Tables, 'prescriptionPart'>,
  excludedPrescriptionId: number,
) {
  return selectFrom('prescriptionPart as use')
    .innerJoin('prescription as later', 'later.id', 'use.prescriptionId')
    .select(fn.countAll<number>().as('count'))
    .whereRef('use.repeatsPartId', '=', 'prescriptionPart.id')
    .where('later.id', '<>', excludedPrescriptionId)
    .where('later.orderId', 'is not', null)
    .where('later.releasedAt', 'is', null)
    .where('later.status', '<>', 'rejected')
}

function createRepeatError() {
  return new ShopError('prescription.repeats', { input: 'repeats' })
}
