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

/** @throws ShopError "prescription.repeats" */
export async function recordRepeats(
  ctx: TransactionContext,
  prescriptionId: number,
  rules: RepeatInput[],
): Promise<void> {
  for (const { partId, ...rule } of rules) {
    const { times: maxUses, until: lastDay } = parseRepeatRule(ctx, rule)
    if (maxUses !== null && (await isPartRetained(ctx, prescriptionId, partId))) throw createRepeatError()
    await ctx.db
      .updateTable('prescription_part')
      .set({ repeat_times: maxUses, repeat_until: lastDay })
      .where('id', '=', partId)
      .where('prescription_id', '=', prescriptionId)
      .where('repeats_part_id', 'is', null)
      .execute()
  }
}

/**
 * After the approval.
 * @param seenHash `toSeenParts`
 * @throws ShopError "page.outdated", "prescription.repeats"
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
  const productIds = products.flatMap(({ part_id, product_id }) => (part_id === partId ? [product_id] : []))
  const records = await loadProductRecords(ctx, productIds)
  return productIds.some((productId) => requiresRetention(records.get(productId)?.prescriptionClass))
}

/** Of these parts, those that serve again, by id. */
export async function listRepeats(ctx: Context, partIds: number[]): Promise<Map<number, Repeat>> {
  if (partIds.length === 0) return new Map()
  const rows = await selectRepeats(ctx).where('prescription_part.id', 'in', partIds).execute()
  return new Map(rows.map((row) => [row.partId, row]))
}

/** What the customer may use again today, newest first. */
export async function listRepeatableParts(ctx: Context, customerId: number): Promise<RepeatablePart[]> {
  const rows = await selectUsableRepeats(ctx, customerId).orderBy('prescription_part.id', 'desc').execute()
  if (rows.length === 0) return []
  const products = await selectPrescribedProducts(ctx, ...new Set(rows.map(({ prescriptionId }) => prescriptionId)))
  const records = await loadProductRecords(
    ctx,
    products.map(({ product_id }) => product_id),
  )
  return rows.flatMap(({ details_encrypted, issuedAt, ...repeat }) => {
    const productIds = products.flatMap(({ part_id, product_id }) => (part_id === repeat.partId ? [product_id] : []))
    // What it is for may be retained since.
    if (productIds.some((id) => requiresRetention(records.get(id)?.prescriptionClass))) return []
    const { patient } = decryptDetails(ctx, repeat.prescriptionId, details_encrypted)
    return [
      { ...repeat, patient, issuedAt, products: productIds.map((id) => ({ id, name: records.get(id)?.name ?? '' })) },
    ]
  })
}

/**
 * Uses a part again, without a file: added to the customer's open prescription, once.
 * @param openPrescriptionId that one; left out, a new one
 * @throws ShopError "prescription.repeatEnded", "prescription.unknown"
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
    if (!(await selectUsableRepeats(ctx, customerId).where('prescription_part.id', '=', partId).executeTakeFirst()))
      throw new ShopError('prescription.repeatEnded')
    const id = await findOrCreateOpenPrescription(ctx, customerId, openPrescriptionId, ctx.clock.now())
    const existingCopyQuery = ctx.db
      .selectFrom('prescription_part')
      .select('id')
      .where('prescription_id', '=', id)
      .where('repeats_part_id', '=', partId)
    if (!(await existingCopyQuery.executeTakeFirst())) await copyPart(ctx, partId, id)
  })
}

async function copyPart(ctx: TransactionContext, partId: number, toPrescriptionId: number): Promise<void> {
  const { id, prescription_id, details_encrypted, repeat_times, repeat_until, ...copiedColumns } = await ctx.db
    .selectFrom('prescription_part')
    .selectAll()
    .where('id', '=', partId)
    .executeTakeFirstOrThrow()
  const details = decryptDetails(ctx, prescription_id, details_encrypted)
  const copiedPart = await ctx.db
    .insertInto('prescription_part')
    .values({
      ...copiedColumns,
      prescription_id: toPrescriptionId,
      repeats_part_id: id,
      details_encrypted: encryptDetails(ctx, toPrescriptionId, details),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('prescription_product')
    .columns(['part_id', 'product_id'])
    .expression(
      ctx.db
        .selectFrom('prescription_product')
        .select((eb) => [eb.val(copiedPart.id).as('part_id'), 'product_id'])
        .where('part_id', '=', id),
    )
    .execute()
  await copyHashes(ctx, id, copiedPart.id)
}

/** Until the transaction ends no other order uses up what a prescription repeats. */
export async function lockRepeatedParts(ctx: TransactionContext, prescriptionId: number): Promise<void> {
  const parts = await ctx.db
    .selectFrom('prescription_part')
    .select('repeats_part_id')
    .where('prescription_id', '=', prescriptionId)
    .where('repeats_part_id', 'is not', null)
    .$narrowType<{ repeats_part_id: number }>()
    .orderBy('repeats_part_id')
    .execute()
  for (const { repeats_part_id } of parts) await lockPart(ctx, repeats_part_id)
}

/** SQLite's transactions follow each other anyway. */
async function lockPart(ctx: TransactionContext, id: number): Promise<void> {
  if (ctx.engine !== 'postgres') return
  await ctx.db.selectFrom('prescription_part').select('id').where('id', '=', id).forUpdate().execute()
}

/** The parts of a prescription that repeat what serves no more. */
export async function listUnusableRepeatPartIds(ctx: Context, prescriptionId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('prescription_part')
    .select(['id', 'repeats_part_id'])
    .where('prescription_id', '=', prescriptionId)
    .where('repeats_part_id', 'is not', null)
    .$narrowType<{ repeats_part_id: number }>()
    .execute()
  if (rows.length === 0) return []
  const usableRepeats = await selectUsableRepeats(ctx, null, prescriptionId)
    .where(
      'prescription_part.id',
      'in',
      rows.map(({ repeats_part_id }) => repeats_part_id),
    )
    .execute()
  return rows.flatMap(({ id, repeats_part_id }) =>
    usableRepeats.some(({ partId }) => partId === repeats_part_id) ? [] : [id],
  )
}

/** @param excludedPrescriptionId a prescription whose own use does not count */
function selectUsableRepeats(ctx: Context, customerId: number | null, excludedPrescriptionId = 0) {
  return selectRepeats(ctx, excludedPrescriptionId)
    .select('prescription_part.details_encrypted')
    .select('prescription_part.issued_at as issuedAt')
    .where('prescription.status', '=', 'approved')
    .where('repeat_until', '>=', getToday(ctx))
    .where((eb) => eb('repeat_times', '>', selectUseCount(eb, excludedPrescriptionId)))
    .$if(customerId !== null, (qb) => qb.where('prescription.customer_id', '=', customerId as number))
}

function getToday(ctx: Context): string {
  return toShopDay(ctx.clock.now())
}

function selectRepeats(ctx: Context, excludedPrescriptionId = 0) {
  return ctx.db
    .selectFrom('prescription_part')
    .innerJoin('prescription', 'prescription.id', 'prescription_part.prescription_id')
    .select(['prescription_part.id as partId', 'prescription_id as prescriptionId'])
    .select(['repeat_times as maxUses', 'repeat_until as lastDay'])
    .select((eb) => selectUseCount(eb, excludedPrescriptionId).as('useCount'))
    .where('repeat_times', 'is not', null)
    .$narrowType<{ maxUses: number; lastDay: string; useCount: number }>()
}

function selectUseCount(
  { selectFrom, fn }: ExpressionBuilder<Tables, 'prescription_part'>,
  excludedPrescriptionId: number,
) {
  return selectFrom('prescription_part as use')
    .innerJoin('prescription as later', 'later.id', 'use.prescription_id')
    .select(fn.countAll<number>().as('count'))
    .whereRef('use.repeats_part_id', '=', 'prescription_part.id')
    .where('later.id', '<>', excludedPrescriptionId)
    .where('later.order_id', 'is not', null)
    .where('later.released_at', 'is', null)
    .where('later.status', '<>', 'rejected')
}

function createRepeatError() {
  return new ShopError('prescription.repeats', { input: 'repeats' })
}
