import { loadProductRecords } from '../catalogue/products.ts'
import type { Context, TransactionContext } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds, forEachIsolated } from '../platform/for-each-isolated.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { endPictureRequests } from './picture-requests.ts'
import { erasePrescriptionFile } from './prescription-file-store.ts'
import { selectOpenPrescriptions, selectPrescribedProducts, selectUnusedPrescriptions } from './prescriptions.sql.ts'
import { listUnusableRepeatPartIds, lockRepeatedParts } from './repeats.ts'
import { assertWithinValidity } from './validity.ts'

/** Minutes after which an upload that no order uses is erased. */
const unusedRetentionMinutes = retentionMinutesOf('unusedPrescriptions')
const quoteRetentionMinutes = retentionMinutesOf('quotes')
/** Prescriptions erased per round. */
const batchSize = 50

const createUnusedRounds = () => createFairRounds(batchSize)

/**
 * Claims a prescription for an order, once: it must cover every product, and be valid today.
 * @throws ShopError "prescription.required", "prescription.unknown", "prescription.expired"; the transaction must then be
 *   rolled back
 */
export async function claimForOrder(
  ctx: TransactionContext,
  claimInput: { id: number | undefined; customerId: number; orderId: number; productIds: number[] },
): Promise<void> {
  if (claimInput.id === undefined) throw new ShopError('prescription.required')
  const { numUpdatedRows } = await ctx.db
    .updateTable('prescription')
    .set({ orderId: claimInput.orderId })
    .where('id', '=', claimInput.id)
    .where('customerId', '=', claimInput.customerId)
    .where('orderId', 'is', null)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('prescription.unknown')
  await lockRepeatedParts(ctx, claimInput.id)
  const unusableRepeatPartIds = await listUnusableRepeatPartIds(ctx, claimInput.id)
  const coveredProducts = (await selectPrescribedProducts(ctx, claimInput.id)).filter(
    ({ partId }) => !unusableRepeatPartIds.includes(partId),
  )
  if (!claimInput.productIds.every((id) => coveredProducts.some(({ productId }) => productId === id))) {
    throw new ShopError('prescription.required')
  }
  const records = await loadProductRecords(ctx, claimInput.productIds)
  for (const { productId, issuedOn, isProlonged } of coveredProducts) {
    const record = records.get(productId)
    if (issuedOn !== null && record)
      assertWithinValidity(issuedOn, [record.prescriptionClass], ctx.clock.now(), { isProlonged })
  }
}

/** @throws ShopError "prescription.unknown" for one that is not the customer's, or is used by an order already */
export async function assertOpenPrescription(ctx: Context, prescriptionId: number, customerId: number): Promise<void> {
  const openPrescription = await selectOpenPrescriptions(ctx, customerId)
    .where('id', '=', prescriptionId)
    .executeTakeFirst()
  if (!openPrescription) throw new ShopError('prescription.unknown')
}

/**
 * Releases the prescription of an order that failed or was cancelled, so that another can claim it; one that was approved
 * stays with its order, and did not serve.
 */
export async function releaseFromOrder(ctx: TransactionContext, orderId: number): Promise<void> {
  const freePrescriptions = await ctx.db
    .updateTable('prescription')
    .set({ orderId: null })
    .where('orderId', '=', orderId)
    .where('status', '=', 'sent')
    .returning('id')
    .execute()
  for (const { id } of freePrescriptions) await endPictureRequests(ctx, id, 'over')
  await ctx.db
    .updateTable('prescription')
    .set({ releasedAt: ctx.clock.now() })
    .where('orderId', '=', orderId)
    .where('status', '=', 'approved')
    .execute()
}

/** What came in place of a product that an order's prescription covers is covered by the same part. */
export async function coverReplacement(
  ctx: TransactionContext,
  orderId: number,
  productId: number,
  replacementId: number,
): Promise<void> {
  const parts = await ctx.db
    .selectFrom('prescriptionProduct')
    .innerJoin('prescriptionPart', 'prescriptionPart.id', 'prescriptionProduct.partId')
    .innerJoin('prescription', 'prescription.id', 'prescriptionPart.prescriptionId')
    .select('prescriptionProduct.partId')
    .where('prescription.orderId', '=', orderId)
    .where('prescriptionProduct.productId', '=', productId)
    .execute()
  for (const { partId } of parts)
    await ctx.db
      .insertInto('prescriptionProduct')
      .values({ partId, productId: replacementId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Erases uploads that no order has used for 48 hours, of quotes for 21 days. Called periodically. */
export async function eraseUnused(ctx: Context): Promise<void> {
  const computeCutoff = (minutes: number) => addMinutes(ctx.clock.now(), -minutes)
  const unusedPrescriptions = await selectUnusedPrescriptions(
    ctx,
    computeCutoff(unusedRetentionMinutes),
    computeCutoff(quoteRetentionMinutes),
  )
  await ctx.memory(createUnusedRounds)(
    unusedPrescriptions,
    ({ id }) => `prescription ${id}`,
    ({ id }) => erasePrescription(ctx, id, null),
  )
}

/**
 * Erases a prescription with its files; does nothing if an order other than `orderId` (null: any order) has claimed it
 * since. It serves for no order from the beginning on, so that one of its files may be gone while another cannot be erased: then
 * the next call goes on. A file stays that another prescription has, too.
 */
export async function erasePrescription(ctx: Context, prescriptionId: number, orderId: number | null): Promise<void> {
  const fileKeys = await ctx.transact((ctx) => withdrawParts(ctx, prescriptionId, orderId))
  if (fileKeys === null) return
  await forEachIsolated(
    fileKeys,
    (key) => `file ${key}`,
    async (key) => {
      if (!(await selectStoredPartsWithFile(ctx, key).executeTakeFirst())) await erasePrescriptionFile(ctx, key)
    },
  )
  await ctx.db.deleteFrom('prescription').where('id', '=', prescriptionId).execute()
}

/** @returns the keys of its files; null where another order has it */
async function withdrawParts(
  ctx: TransactionContext,
  prescriptionId: number,
  orderId: number | null,
): Promise<string[] | null> {
  // Changes nothing, but holds the row until the transaction ends.
  const { numUpdatedRows } = await ctx.db
    .updateTable('prescription')
    .set((eb) => ({ orderId: eb.ref('orderId') }))
    .where('id', '=', prescriptionId)
    .where('orderId', orderId === null ? 'is' : '=', orderId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return null
  const parts = await ctx.db
    .updateTable('prescriptionPart')
    .set({ isStored: false })
    .where('prescriptionId', '=', prescriptionId)
    .returning('fileKey')
    .execute()
  return [...new Set(parts.flatMap(({ fileKey }) => fileKey ?? []))]
}

function selectStoredPartsWithFile(ctx: Context, fileKey: string) {
  return ctx.db.selectFrom('prescriptionPart').select('id').where('fileKey', '=', fileKey).where('isStored', '=', true)
}
