import { randomUUID } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context, TransactionContext } from '../../context.ts'
import type { LaboratoryAuthorisationState, Row, Tables } from '../../database/schema.ts'
import { addMinutes } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import { forEachIsolated } from '../../platform/for-each-isolated.ts'
import { type LaboratoryProgramme, ProgrammeError, type ProgrammeOffer } from '../../ports/laboratory-programme.ts'
import { findTaxNumber, replaceOffer } from '../laboratory-discounts.ts'

export interface DiscountedLine {
  productId: number
  ean: string | null
  listPriceCents: number
  quantity: number
  discountBasisPoints: number
}

/** Identifies a submitted form of a customer. */
interface SubmissionKey {
  customerId: number
  idempotencyKey: string
}

interface Authorisation {
  productId: number
  orderId: number | null
  units: number
  discountHundredths: number | null
  state: LaboratoryAuthorisationState
}

/** Minutes after which an authorisation without an order belongs to a form that nobody waits for any more. */
const unclaimedTimeoutMinutes = 10
/** Minutes until a programme that was unavailable is notified again. */
const retryDelayMinutes = 1
const batchSize = 50

/**
 * Makes the programme authorise the discounts of an order about to be placed, outside its transaction.
 * @throws ShopError "laboratory.changed" where it authorises something else than the bag showed, which then counts for the bag;
 *   "laboratory.unavailable"
 */
export async function authorise(
  ctx: Context,
  submission: SubmissionKey,
  optInId: string,
  lines: DiscountedLine[],
): Promise<void> {
  for (const line of lines) {
    const offer = await authoriseLine(ctx, submission, optInId, line)
    if (offer.units >= line.quantity && offer.discountBasisPoints === line.discountBasisPoints) continue
    await releaseUnclaimedAuthorisations(ctx, submission)
    await replaceOffer(ctx, optInId, line.productId, offer)
    throw new ShopError('laboratory.changed', { units: offer.units })
  }
}

async function authoriseLine(
  ctx: Context,
  submission: SubmissionKey,
  optInId: string,
  line: DiscountedLine,
): Promise<ProgrammeOffer> {
  const cpf = await findTaxNumber(ctx, optInId, line.productId, submission.customerId)
  if (!ctx.providers.programme || cpf === null) throw new ShopError('laboratory.changed', { units: 0 })
  const { productId, ean, listPriceCents, quantity } = line
  const row = await upsertAuthorisation(ctx, submission, line)
  if (row.state !== 'requested') return { units: row.units, discountBasisPoints: row.discountBasisPoints ?? 0 }
  try {
    const offer = await ctx.providers.programme.authorise({
      id: row.id,
      cpf,
      productId,
      ean,
      listPriceCents,
      units: quantity,
    })
    await ctx.db
      .updateTable('laboratoryAuthorisation')
      .set({ state: 'authorised', discountBasisPoints: offer.discountBasisPoints })
      .where('id', '=', row.id)
      .where('state', '=', 'requested')
      .execute()
    return offer
  } catch (error) {
    if (!(error instanceof ProgrammeError)) throw error
    await releaseUnclaimedAuthorisations(ctx, submission)
    throw new ShopError('laboratory.unavailable', {}, { cause: error })
  }
}

/** A form sent twice gets the same authorisation, by one statement: another request may release it at any moment. */
async function upsertAuthorisation(ctx: Context, { customerId, idempotencyKey }: SubmissionKey, line: DiscountedLine) {
  return ctx.db
    .insertInto('laboratoryAuthorisation')
    .values({
      id: randomUUID(),
      customerId,
      idempotencyKey,
      productId: line.productId,
      units: line.quantity,
      state: 'requested',
      requestedAt: ctx.clock.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'idempotencyKey', 'productId'])
        .where('units', '>', sql.lit(0))
        .doUpdateSet((eb) => ({ units: eb.ref('laboratoryAuthorisation.units') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Assigns the authorisations of a form to its order, in the order's transaction.
 * @throws ShopError "laboratory.changed" unless exactly its discounted lines are authorised
 */
export async function claimForOrder(
  ctx: TransactionContext,
  submission: SubmissionKey,
  orderId: number,
  lines: DiscountedLine[],
): Promise<void> {
  for (const { productId, quantity, discountBasisPoints } of lines) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('laboratoryAuthorisation')
      .set({ orderId })
      .where('customerId', '=', submission.customerId)
      .where('idempotencyKey', '=', submission.idempotencyKey)
      .where('productId', '=', productId)
      .where('orderId', 'is', null)
      .where('state', '=', 'authorised')
      .where('units', '=', quantity)
      .where('discountBasisPoints', '=', discountBasisPoints)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('laboratory.changed', { units: 0 })
  }
}

/** Releases the authorisations of a form that became no order. */
export async function releaseUnclaimedAuthorisations(
  ctx: Context,
  { customerId, idempotencyKey }: SubmissionKey,
): Promise<void> {
  await ctx.db
    .updateTable('laboratoryAuthorisation')
    .set({ units: 0, dueAt: ctx.clock.now() })
    .where('customerId', '=', customerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .where('orderId', 'is', null)
    .where('units', '>', 0)
    .execute()
}

/** Records that the order's goods were handed over. */
export async function markDelivered(ctx: TransactionContext, orderId: number): Promise<void> {
  await ctx.db
    .updateTable('laboratoryAuthorisation')
    .set({ isDelivered: true, dueAt: ctx.clock.now() })
    .where('orderId', '=', orderId)
    .where('units', '>', 0)
    .execute()
}

/** Releases authorised units of an order: some of one product, or without a product all of them. */
export async function releaseUnits(
  ctx: TransactionContext,
  orderId: number,
  productUnits?: { productId: number; units: number },
): Promise<void> {
  await ctx.db
    .updateTable('laboratoryAuthorisation')
    .set((eb) => ({
      units: productUnits
        ? eb
            .case()
            .when('units', '>', productUnits.units)
            .then(eb('units', '-', productUnits.units))
            .else(0)
            .end()
        : 0,
      dueAt: ctx.clock.now(),
    }))
    .where('orderId', '=', orderId)
    .where('units', '>', 0)
    .$if(productUnits !== undefined, (qb) => qb.where('productId', '=', productUnits?.productId ?? 0))
    .execute()
}

/** Sends the programme the changes that it does not know yet. Called periodically, by any number of servers. */
export async function notifyDueChanges(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('laboratoryAuthorisation')
    .set({ units: 0, dueAt: ctx.clock.now() })
    .where('orderId', 'is', null)
    .where('units', '>', 0)
    .where('requestedAt', '<', addMinutes(ctx.clock.now(), -unclaimedTimeoutMinutes))
    .execute()
  const { programme } = ctx.providers
  if (!programme) return
  const dueRows = await ctx.db
    .selectFrom('laboratoryAuthorisation')
    .selectAll()
    .where('dueAt', '<=', ctx.clock.now())
    .orderBy('dueAt')
    .limit(batchSize)
    .execute()
  let isAvailable = true
  await forEachIsolated(
    dueRows,
    ({ id }) => `authorisation ${id}`,
    async (row) => {
      if (isAvailable) isAvailable = await notifyProgramme(ctx, programme, row)
    },
  )
}

/** @returns false when the programme is unavailable */
async function notifyProgramme(
  ctx: Context,
  programmeClient: LaboratoryProgramme,
  row: Row<'laboratoryAuthorisation'>,
): Promise<boolean> {
  const { id, units, isDelivered: wasDelivered } = row
  const retryAt = addMinutes(ctx.clock.now(), retryDelayMinutes)
  const buildUnchangedRowUpdate = () =>
    ctx.db.updateTable('laboratoryAuthorisation').where('id', '=', id).where('units', '=', units)
  const claimResult = await buildUnchangedRowUpdate()
    .set({ dueAt: retryAt })
    .where('dueAt', '=', row.dueAt)
    .executeTakeFirst()
  if (claimResult.numUpdatedRows !== 1n) return true
  try {
    const isDelivered = units > 0 && wasDelivered
    const result = await (isDelivered ? programmeClient.confirm(id, units) : programmeClient.cancel(id, units))
    const state = toNextState(row, result)
    if (state === 'lost') ctx.log.warn({ authorisation: id }, 'a laboratory’s programme ended what an order counts on')
    // What changed meanwhile is due again.
    await buildUnchangedRowUpdate()
      .set({ state, dueAt: null })
      .where('isDelivered', '=', wasDelivered)
      .where('dueAt', '=', retryAt)
      .execute()
    return true
  } catch (error) {
    if (!(error instanceof ProgrammeError)) throw error
    ctx.log.warn({ authorisation: id, err: error }, 'a laboratory’s programme will be told again')
    return false
  }
}

export async function listByOrder(ctx: Context, orderId: number): Promise<Authorisation[]> {
  return selectAuthorisations(ctx.db.selectFrom('laboratoryAuthorisation').where('orderId', '=', orderId))
}

export async function listByCustomer(ctx: Context, customerId: number): Promise<Authorisation[]> {
  return selectAuthorisations(ctx.db.selectFrom('laboratoryAuthorisation').where('customerId', '=', customerId))
}

/** How many authorisations changed without the programme knowing it yet. */
export async function countDueChanges(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('laboratoryAuthorisation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dueAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

function selectAuthorisations(query: Pick<SelectQueryBuilder<Tables, 'laboratoryAuthorisation', object>, 'select'>) {
  return query
    .select(['productId', 'orderId', 'units', 'state'])
    .select('discountBasisPoints as discountHundredths')
    .orderBy('requestedAt')
    .execute()
}

function toNextState(
  { units, isDelivered }: Row<'laboratoryAuthorisation'>,
  result: 'done' | 'ended',
): LaboratoryAuthorisationState {
  if (units === 0) return 'cancelled'
  if (result === 'ended') return 'lost'
  return isDelivered ? 'confirmed' : 'authorised'
}
