import { randomUUID } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../database/connection.ts'
import type { LaboratoryAuthorisationState, Row, Tables } from '../../database/schema.ts'
import { addMinutes, type Clock } from '../../platform/clock.ts'
import { ShopError } from '../../platform/errors.ts'
import type { LaboratoryDiscountService } from '../laboratory-discounts.ts'
import { type LaboratoryProgramme, ProgrammeError, type ProgrammeOffer } from './programme.ts'

/** A line of a bag with a programme's discount. */
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

export interface ProgrammeLogger {
  warn(details: { authorisation: string; err?: unknown }, message: string): void
}

interface Deps {
  database: Database
  clock: Clock
  laboratory: Pick<LaboratoryDiscountService, 'findCpf' | 'replaceOffer'>
  programme: LaboratoryProgramme | null
  log: ProgrammeLogger
}

/** Minutes after which an authorisation without an order belongs to a form that nobody waits for any more. */
const unclaimedTimeoutMinutes = 10
/** Minutes until a programme that was unavailable is notified again. */
const retryDelayMinutes = 1
const batchSize = 50

export type LaboratoryAuthorisationService = ReturnType<typeof createLaboratoryAuthorisationService>

/**
 * What programmes authorised for orders. An authorisation is stored before the programme is called, and so are the changes of it
 * (delivery, return of units): a job sends them, and repeats it until the programme responds, whatever was interrupted.
 */
export function createLaboratoryAuthorisationService({
  database,
  clock,
  laboratory: laboratoryDiscounts,
  programme,
  log,
}: Deps) {
  const { db } = database
  return {
    authorise,
    claimForOrder,
    releaseUnclaimedAuthorisations,
    markDelivered,
    releaseUnits,
    notifyDueChanges,
    listByOrder,
    listByCustomer,
    countDueChanges,
  }

  /**
   * Makes the programme authorise the discounts of an order about to be placed, outside its transaction.
   * @throws ShopError "laboratory.changed" where it authorises something else than the bag showed, which then counts for the bag;
   *   "laboratory.unavailable"
   */
  async function authorise(submission: SubmissionKey, optInId: string, lines: DiscountedLine[]): Promise<void> {
    for (const line of lines) {
      const offer = await authoriseLine(submission, optInId, line)
      if (offer.units >= line.quantity && offer.discountBasisPoints === line.discountBasisPoints) continue
      await releaseUnclaimedAuthorisations(submission)
      await laboratoryDiscounts.replaceOffer(optInId, line.productId, offer)
      throw new ShopError('laboratory.changed', { units: offer.units })
    }
  }

  async function authoriseLine(
    submission: SubmissionKey,
    optInId: string,
    line: DiscountedLine,
  ): Promise<ProgrammeOffer> {
    const cpf = await laboratoryDiscounts.findCpf(optInId, line.productId, submission.customerId)
    if (!programme || cpf === null) throw new ShopError('laboratory.changed', { units: 0 })
    const { productId, ean, listPriceCents, quantity } = line
    const row = await upsertAuthorisation(submission, line)
    if (row.state !== 'requested') return { units: row.units, discountBasisPoints: row.discount_hundredths ?? 0 }
    try {
      const offer = await programme.authorise({ id: row.id, cpf, productId, ean, listPriceCents, units: quantity })
      await db
        .updateTable('laboratory_authorisation')
        .set({ state: 'authorised', discount_hundredths: offer.discountBasisPoints })
        .where('id', '=', row.id)
        .where('state', '=', 'requested')
        .execute()
      return offer
    } catch (error) {
      if (!(error instanceof ProgrammeError)) throw error
      await releaseUnclaimedAuthorisations(submission)
      throw new ShopError('laboratory.unavailable', {}, { cause: error })
    }
  }

  /** A form sent twice gets the same authorisation, by one statement: another request may release it at any moment. */
  async function upsertAuthorisation({ customerId, idempotencyKey }: SubmissionKey, line: DiscountedLine) {
    return db
      .insertInto('laboratory_authorisation')
      .values({
        id: randomUUID(),
        customer_id: customerId,
        idempotency_key: idempotencyKey,
        product_id: line.productId,
        units: line.quantity,
        state: 'requested',
        requested_at: clock.now().toISOString(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['customer_id', 'idempotency_key', 'product_id'])
          .where('units', '>', sql.lit(0))
          .doUpdateSet((eb) => ({ units: eb.ref('laboratory_authorisation.units') })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /**
   * Assigns the authorisations of a form to its order, in the order's transaction.
   * @throws ShopError "laboratory.changed" unless exactly its discounted lines are authorised
   */
  async function claimForOrder(
    tx: Transaction,
    submission: SubmissionKey,
    orderId: number,
    lines: DiscountedLine[],
  ): Promise<void> {
    for (const { productId, quantity, discountBasisPoints } of lines) {
      const { numUpdatedRows } = await tx
        .updateTable('laboratory_authorisation')
        .set({ order_id: orderId })
        .where('customer_id', '=', submission.customerId)
        .where('idempotency_key', '=', submission.idempotencyKey)
        .where('product_id', '=', productId)
        .where('order_id', 'is', null)
        .where('state', '=', 'authorised')
        .where('units', '=', quantity)
        .where('discount_hundredths', '=', discountBasisPoints)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ShopError('laboratory.changed', { units: 0 })
    }
  }

  /** Releases the authorisations of a form that became no order. */
  async function releaseUnclaimedAuthorisations({ customerId, idempotencyKey }: SubmissionKey): Promise<void> {
    await db
      .updateTable('laboratory_authorisation')
      .set({ units: 0, due_at: clock.now().toISOString() })
      .where('customer_id', '=', customerId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('order_id', 'is', null)
      .where('units', '>', 0)
      .execute()
  }

  /** Records that the order's goods were handed over. */
  async function markDelivered(tx: Transaction, orderId: number): Promise<void> {
    await tx
      .updateTable('laboratory_authorisation')
      .set({ is_delivered: 1, due_at: clock.now().toISOString() })
      .where('order_id', '=', orderId)
      .where('units', '>', 0)
      .execute()
  }

  /** Releases authorised units of an order: some of one product, or without a product all of them. */
  async function releaseUnits(
    tx: Transaction,
    orderId: number,
    productUnits?: { productId: number; units: number },
  ): Promise<void> {
    await tx
      .updateTable('laboratory_authorisation')
      .set((eb) => ({
        units: productUnits
          ? eb
              .case()
              .when('units', '>', productUnits.units)
              .then(eb('units', '-', productUnits.units))
              .else(0)
              .end()
          : 0,
        due_at: clock.now().toISOString(),
      }))
      .where('order_id', '=', orderId)
      .where('units', '>', 0)
      .$if(productUnits !== undefined, (qb) => qb.where('product_id', '=', productUnits?.productId ?? 0))
      .execute()
  }

  /** Sends the programme the changes that it does not know yet. Called periodically, by any number of servers. */
  async function notifyDueChanges(): Promise<void> {
    await db
      .updateTable('laboratory_authorisation')
      .set({ units: 0, due_at: clock.now().toISOString() })
      .where('order_id', 'is', null)
      .where('units', '>', 0)
      .where('requested_at', '<', addMinutes(clock.now(), -unclaimedTimeoutMinutes).toISOString())
      .execute()
    if (!programme) return
    const dueRows = await db
      .selectFrom('laboratory_authorisation')
      .selectAll()
      .where('due_at', '<=', clock.now().toISOString())
      .orderBy('due_at')
      .limit(batchSize)
      .execute()
    for (const row of dueRows) if (!(await notifyProgramme(programme, row))) return
  }

  /** @returns false when the programme is unavailable */
  async function notifyProgramme(
    programmeClient: LaboratoryProgramme,
    row: Row<'laboratory_authorisation'>,
  ): Promise<boolean> {
    const { id, units, is_delivered } = row
    const retryAt = addMinutes(clock.now(), retryDelayMinutes).toISOString()
    const buildUnchangedRowUpdate = () =>
      db.updateTable('laboratory_authorisation').where('id', '=', id).where('units', '=', units)
    const claimResult = await buildUnchangedRowUpdate()
      .set({ due_at: retryAt })
      .where('due_at', '=', row.due_at)
      .executeTakeFirst()
    if (claimResult.numUpdatedRows !== 1n) return true
    try {
      const isDelivered = units > 0 && is_delivered === 1
      const result = await (isDelivered ? programmeClient.confirm(id, units) : programmeClient.cancel(id, units))
      const state = toNextState(row, result)
      if (state === 'lost') log.warn({ authorisation: id }, 'a laboratory’s programme ended what an order counts on')
      // What changed meanwhile is due again.
      await buildUnchangedRowUpdate()
        .set({ state, due_at: null })
        .where('is_delivered', '=', is_delivered)
        .where('due_at', '=', retryAt)
        .execute()
      return true
    } catch (error) {
      if (!(error instanceof ProgrammeError)) throw error
      log.warn({ authorisation: id, err: error }, 'a laboratory’s programme will be told again')
      return false
    }
  }

  /** The authorisations of an order. */
  async function listByOrder(orderId: number): Promise<Authorisation[]> {
    return selectAuthorisations(db.selectFrom('laboratory_authorisation').where('order_id', '=', orderId))
  }

  /** All authorisations of a customer. */
  async function listByCustomer(customerId: number): Promise<Authorisation[]> {
    return selectAuthorisations(db.selectFrom('laboratory_authorisation').where('customer_id', '=', customerId))
  }

  /** How many authorisations changed without the programme knowing it yet. */
  async function countDueChanges(): Promise<number> {
    const { count } = await db
      .selectFrom('laboratory_authorisation')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return count
  }

  function selectAuthorisations(query: Pick<SelectQueryBuilder<Tables, 'laboratory_authorisation', object>, 'select'>) {
    return query
      .select(['product_id as productId', 'order_id as orderId', 'units', 'state'])
      .select('discount_hundredths as discountHundredths')
      .orderBy('requested_at')
      .execute()
  }
}

function toNextState(
  { units, is_delivered }: Row<'laboratory_authorisation'>,
  result: 'done' | 'ended',
): LaboratoryAuthorisationState {
  if (units === 0) return 'cancelled'
  if (result === 'ended') return 'lost'
  return is_delivered === 1 ? 'confirmed' : 'authorised'
}
