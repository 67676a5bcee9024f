import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { findProducts, loadProductRecords } from '../catalogue/products.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { parseCpf } from '../platform/cpf.ts'
import { ShopError } from '../platform/errors.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { type LaboratoryProgramme, ProgrammeError, type ProgrammeOffer } from '../ports/laboratory-programme.ts'
import { FormIdSchema } from '../wire/values.ts'

/** What a customer sends who wants the discount of a product's laboratory. */
export const DiscountRequestSchema = z.object({
  productId: FormIdSchema.catch(0),
  cpf: z.string().default(''),
  consent: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fieldErrors.consent),
})

interface OptIn {
  /** Eleven digits. */
  cpf: string
  productIds: number[]
  consentedAt: Date
}

/** A consent, with the CPF. */
interface OptInRequest {
  branchId: number
  productId: number
  /** As it was typed. */
  cpf: string
  /** Null for a visitor. */
  customerId?: number | null | undefined
  /** An earlier opt-in of the same bag, which this one replaces; its products stay consented to. Another customer's stays. */
  replacedOptInId?: string | undefined
}

/** @returns the id to store in the bag */
export async function optIn(
  ctx: Context,
  { branchId, productId, cpf, customerId = null, replacedOptInId }: OptInRequest,
): Promise<string> {
  const product = (await findProducts(ctx, branchId, [productId])).get(productId)
  if (!ctx.providers.programme || !product?.isPbm) throw new ShopError('product.noLaboratoryDiscount')
  const id = randomBytes(16).toString('base64url')
  const cpfDigits = parseCpf(cpf)
  const encryptedCpf = ctx.encryption.encryptText(cpfDigits, encryptionContextOf(id))
  // A CPF given anew counts for what was consented to before, too.
  const previousProductIds = (await listOptInProductIds(ctx, replacedOptInId ?? '')).filter(
    (previousId) => previousId !== productId,
  )
  const offers = await loadEligibleOffers(ctx, ctx.providers.programme, {
    cpf: cpfDigits,
    branchId,
    productIds: [productId, ...previousProductIds],
  })
  if (!offers.has(productId)) throw new ShopError('laboratory.notEligible', { input: 'cpf' })
  const now = ctx.clock.now()
  await ctx.transact(async (ctx) => {
    const existingRows = await ctx.db
      .selectFrom('laboratoryOptInProduct')
      .innerJoin('laboratoryOptIn', 'laboratoryOptIn.id', 'optInId')
      .select(['productId', 'consentedAt'])
      .where('optInId', '=', replacedOptInId ?? '')
      .where('productId', '<>', productId)
      .where(buildUsableByCustomerCondition(customerId))
      .execute()
    await ctx.db
      .insertInto('laboratoryOptIn')
      .values({ id, customerId, cpfEncrypted: encryptedCpf, createdAt: now })
      .execute()
    await ctx.db
      .insertInto('laboratoryOptInProduct')
      .values(
        [...existingRows, { productId, consentedAt: now }].map((consent) => ({
          optInId: id,
          ...consent,
          ...toOfferColumns(offers.get(consent.productId)),
        })),
      )
      .execute()
    await ctx.db
      .deleteFrom('laboratoryOptIn')
      .where('id', '=', replacedOptInId ?? '')
      .where(buildUsableByCustomerCondition(customerId))
      .execute()
  })
  return id
}

/**
 * Assigns a visitor's opt-in to the customer as whom they signed in.
 * @returns whether it is theirs now: false for another customer's, left in the bag of a browser that both use
 */
export async function assignOptInToCustomer(ctx: Context, id: string, customerId: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('laboratoryOptIn')
    .set({ customerId })
    .where('id', '=', id)
    .where(buildUsableByCustomerCondition(customerId))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes an opt-in: the CPF and its products. */
export async function deleteOptIn(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('laboratoryOptIn').where('id', '=', id).execute()
}

export async function listOptInProductIds(ctx: Context, id: string): Promise<number[]> {
  const rows = await ctx.db.selectFrom('laboratoryOptInProduct').select('productId').where('optInId', '=', id).execute()
  return rows.map(({ productId }) => productId)
}

/**
 * What the programme offered, by product id.
 * @param customerId of whom the bag is, where that is known: another customer's opt-in grants them nothing
 */
export async function loadOffersByProductId(
  ctx: Context,
  id: string,
  customerId: number | undefined,
): Promise<Map<number, ProgrammeOffer>> {
  if (!ctx.providers.programme) return new Map()
  const rows = await ctx.db
    .selectFrom('laboratoryOptInProduct')
    .innerJoin('laboratoryOptIn', 'laboratoryOptIn.id', 'optInId')
    .select(['productId', 'discountBasisPoints', 'maxUnits'])
    .where('optInId', '=', id)
    .where('discountBasisPoints', '>', 0)
    .$if(customerId !== undefined, (qb) => qb.where(buildUsableByCustomerCondition(customerId ?? null)))
    .execute()
  return new Map(
    rows.map((row) => [row.productId, { discountBasisPoints: row.discountBasisPoints ?? 0, units: row.maxUnits ?? 0 }]),
  )
}

/** Stores what the programme authorised in place of what it had offered: bags are priced by that from now on. */
export async function replaceOffer(ctx: Context, id: string, productId: number, offer: ProgrammeOffer): Promise<void> {
  await ctx.db
    .updateTable('laboratoryOptInProduct')
    .set(toOfferColumns(offer))
    .where('optInId', '=', id)
    .where('productId', '=', productId)
    .execute()
}

/** The CPF that was given for a product, with consent; null where there is none, or it is another customer's. */
export async function findTaxNumber(
  ctx: Context,
  id: string,
  productId: number,
  customerId: number,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('laboratoryOptIn')
    .innerJoin('laboratoryOptInProduct', 'laboratoryOptIn.id', 'optInId')
    .select('cpfEncrypted')
    .where('laboratoryOptIn.id', '=', id)
    .where('productId', '=', productId)
    .where(buildUsableByCustomerCondition(customerId))
    .executeTakeFirst()
  return row ? ctx.encryption.decryptText(row.cpfEncrypted, encryptionContextOf(id)) : null
}

async function loadEligibleOffers(
  ctx: Context,
  programmeClient: LaboratoryProgramme,
  { cpf, branchId, productIds }: { cpf: string; branchId: number; productIds: number[] },
): Promise<Map<number, ProgrammeOffer>> {
  const [products, records] = [await findProducts(ctx, branchId, productIds), await loadProductRecords(ctx, productIds)]
  const programmeProducts = [...products.values()].map(({ id, listPriceCents }) => ({
    productId: id,
    ean: records.get(id)?.ean ?? null,
    listPriceCents,
  }))
  return programmeClient.listEligibleOffers(cpf, programmeProducts).catch((error) => {
    if (!(error instanceof ProgrammeError)) throw error
    throw new ShopError('laboratory.unavailable', {}, { cause: error })
  })
}

export async function listOptIns(ctx: Context, customerId: number): Promise<OptIn[]> {
  const rows = await ctx.db
    .selectFrom('laboratoryOptIn')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt')
    .execute()
  return Promise.all(
    rows.map(async ({ id, cpfEncrypted, createdAt }) => ({
      cpf: ctx.encryption.decryptText(cpfEncrypted, encryptionContextOf(id)),
      productIds: await listOptInProductIds(ctx, id),
      consentedAt: createdAt,
    })),
  )
}

/** Erases opt-ins older than any bag's cookie. */
export async function eraseOldOptIns(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('laboratoryCpf'))
  await ctx.db.deleteFrom('laboratoryOptIn').where('createdAt', '<', cutoff).execute()
}

export const encryptedColumns: EncryptedColumn[] = [
  { table: 'laboratory_opt_in', column: 'cpf_encrypted', buildEncryptionContext: encryptionContextOf },
]

function toOfferColumns(offer: ProgrammeOffer | undefined) {
  return { discountBasisPoints: offer?.discountBasisPoints ?? null, maxUnits: offer?.units ?? null }
}

/** A visitor's opt-in belongs to whoever has the bag; a customer's to them alone, also in a browser that others use. */
function buildUsableByCustomerCondition(customerId: number | null) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'laboratoryOptIn'>) =>
    or([eb('customerId', 'is', null), eb('customerId', '=', customerId)])
}

function encryptionContextOf(id: string): string {
  return `laboratory-opt-in ${id}`
}
