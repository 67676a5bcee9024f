import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import { createDryRunDatabase } from '../database/dry-run.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { isShopError, ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import type { Offer } from './offer.ts'
import type { OrderCommands } from './order-commands.ts'
import type { OrderEmailService } from './order-emails.ts'
import type { OrderRerouter } from './order-rerouter.ts'
import { pickableStatuses, removeUnits } from './short-picks.ts'

export interface Proposal {
  id: number
  productId: number
  units: number
  offer: Offer
  state: 'open' | 'accepted' | 'declined' | 'lapsed'
  answerUntil: Date
}

export interface NewProposal {
  orderId: number
  productId: number
  units: number
  offer: Offer
}

type StaffActor = Extract<EventActor, { kind: 'staff' }>
type ProposalOutcome = 'accepted' | 'declined' | 'lapsed'

/** Minutes that a customer has to answer: somebody stands at the shelf and waits. */
const replyWindowMinutes = 120
/** Proposals per round. */
const maxProposalsPerRound = 100
/** Why an offer is no longer available. */
const unavailableOfferErrorCodes: [ShopErrorCode, ...ShopErrorCode[]] = [
  'stock.short',
  'delivery.full',
  'delivery.changed',
  'branch.unknown',
]
/** Why units can't be taken out without somebody of the staff. */
const staffRequiredErrorCodes: [ShopErrorCode, ...ShopErrorCode[]] = [
  'removal.units',
  'removal.everything',
  'removal.balances',
  'removal.byHand',
  'removal.returned',
]
const eventKindByOutcome = { accepted: 'acceptProposal', declined: 'declineProposal', lapsed: 'lapseProposal' } as const

interface Deps {
  database: Database
  clock: Clock
  catalogue: Pick<Catalogue, 'findProducts' | 'deductStock'>
  emails: Pick<OrderEmailService, 'enqueue'>
  rerouteOrder: OrderRerouter
  orderCommands: Pick<OrderCommands, 'removeUnitsInTransaction'>
  authorisations: Pick<LaboratoryAuthorisationService, 'releaseUnits'>
  markPartialRefundDue: (tx: Transaction, clock: Clock, orderId: number, amountCents: number) => Promise<void>
}

/** What is short while an order is picked: the store proposes something else, its customer answers. */
export function createProposalService({
  database,
  clock,
  catalogue,
  emails,
  rerouteOrder,
  orderCommands,
  ...otherDeps
}: Deps) {
  const { authorisations, markPartialRefundDue } = otherDeps
  const { db, transact } = database
  return { listByOrder, propose, acceptProposal, declineProposal, lapseOverdueProposals, canPropose }

  /** The newest first. One whose time is over has lapsed, though no job has seen it yet. */
  async function listByOrder(orderId: number): Promise<Proposal[]> {
    const rows = await db
      .selectFrom('order_proposal')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map((row) => {
      const proposal = toProposal(row)
      return proposal.state === 'open' && proposal.answerUntil <= clock.now()
        ? { ...proposal, state: 'lapsed' as const }
        : proposal
    })
  }

  /**
   * Proposes an offer to the customer. What could not be carried out now is refused at once.
   * @throws ShopError "step.impossible", "proposal.open", "removal.units", "stock.short", "delivery.full", "delivery.changed",
   *   "branch.unknown", "removal.balances", "removal.byHand" where the difference can't go back by itself
   */
  async function propose(proposal: NewProposal, by: StaffActor, transactionHook: TransactionHook): Promise<void> {
    const { orderId, productId, units, offer } = proposal
    await createDryRunDatabase(database).transact(async (tx) => {
      await lockPickableOrder(tx, orderId)
      await applyOffer(tx, proposal)
    })
    await transact(async (tx) => {
      await lockPickableOrder(tx, orderId)
      const proposalQuery = tx.selectFrom('order_proposal').select('id').where('order_id', '=', orderId)
      if (await proposalQuery.where('state', '=', 'open').executeTakeFirst()) throw new ShopError('proposal.open')
      const at = clock.now()
      const answer_until = addMinutes(at, replyWindowMinutes).toISOString()
      const row = { order_id: orderId, product_id: productId, units, offer: JSON.stringify(offer), answer_until }
      const { id } = await tx
        .insertInto('order_proposal')
        .values({ ...row, state: 'open' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const data = { proposalId: id, until: answer_until }
      const eventId = await insertOrderEvent(tx, { orderId, kind: 'propose', by, at, data })
      await emails.enqueue(tx, { orderId, kind: 'proposal', eventId })
      await transactionHook(tx)
    })
  }

  /**
   * The customer accepts: stock, window, address and money change in one transaction.
   * @returns cents that go back
   * @throws ShopError "proposal.over" for one that was answered, is too old or was overtaken, "proposal.gone"
   */
  async function acceptProposal(customerId: number, orderId: number, id: number): Promise<number> {
    try {
      return await transact(async (tx) => {
        const proposal = await closeProposal(tx, orderId, id, 'accepted')
        const refundCents = await applyOffer(tx, proposal)
        await recordOutcome(tx, proposal, 'accepted', { kind: 'customer', id: customerId })
        return refundCents
      })
    } catch (error) {
      if (isShopError(error, ...unavailableOfferErrorCodes)) throw new ShopError('proposal.gone', {}, { cause: error })
      throw isShopError(error, ...staffRequiredErrorCodes)
        ? new ShopError('proposal.over', {}, { cause: error })
        : error
    }
  }

  /**
   * The customer does not want it: the order goes on without the units.
   * @returns cents that go back; null where somebody of the staff has to see to it
   * @throws ShopError "proposal.over"
   */
  function declineProposal(customerId: number, orderId: number, id: number): Promise<number | null> {
    return closeAndRemoveUnits(orderId, id, 'declined', { kind: 'customer', id: customerId })
  }

  /** Goes on with orders whose customers did not answer in time. Called periodically. */
  async function lapseOverdueProposals(): Promise<void> {
    const overdueProposals = await db
      .selectFrom('order_proposal')
      .select(['id', 'order_id'])
      .where('state', '=', 'open')
      .where('answer_until', '<=', clock.now().toISOString())
      .orderBy('id')
      .limit(maxProposalsPerRound)
      .execute()
    for (const { id, order_id } of overdueProposals) {
      try {
        await closeAndRemoveUnits(order_id, id, 'lapsed', { kind: 'job' })
      } catch (error) {
        if (!isShopError(error, 'proposal.over')) throw error
        // Its order has left the shop, or ended.
        await db
          .updateTable('order_proposal')
          .set({ state: 'lapsed' })
          .where('id', '=', id)
          .where('state', '=', 'open')
          .execute()
      }
    }
  }

  async function closeAndRemoveUnits(
    orderId: number,
    id: number,
    outcome: ProposalOutcome,
    by: EventActor,
  ): Promise<number | null> {
    try {
      return await transact(async (tx) => {
        const proposal = await closeProposal(tx, orderId, id, outcome)
        await recordOutcome(tx, proposal, outcome, by)
        const { productId, units } = proposal
        return orderCommands.removeUnitsInTransaction(tx, { orderId, productId, units }, by)
      })
    } catch (error) {
      if (!isShopError(error, ...staffRequiredErrorCodes)) throw error
      await transact(async (tx) => recordOutcome(tx, await closeProposal(tx, orderId, id, outcome), outcome, by))
      return null
    }
  }

  /** @throws ShopError "step.impossible" for an order that is not being picked */
  async function lockPickableOrder(tx: Transaction, orderId: number): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set((eb) => ({ note: eb.ref('note') }))
      .where('id', '=', orderId)
      .where('status', 'in', pickableStatuses)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ShopError('step.impossible')
  }

  /** Ends an open proposal, once: of two answers, or an answer and the job, one counts. @throws ShopError "proposal.over" */
  async function closeProposal(
    tx: Transaction,
    orderId: number,
    id: number,
    outcome: ProposalOutcome,
  ): Promise<NewProposal & { id: number }> {
    await lockPickableOrder(tx, orderId).catch((error) => {
      throw isShopError(error, 'step.impossible') ? new ShopError('proposal.over') : error
    })
    const row = await tx
      .updateTable('order_proposal')
      .set({ state: outcome })
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .where('state', '=', 'open')
      .$if(outcome !== 'lapsed', (qb) => qb.where('answer_until', '>', clock.now().toISOString()))
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new ShopError('proposal.over')
    return { ...toProposal(row), orderId }
  }

  async function recordOutcome(
    tx: Transaction,
    { id, orderId }: { id: number; orderId: number },
    outcome: ProposalOutcome,
    by: EventActor,
  ) {
    const data = { proposalId: id }
    await insertOrderEvent(tx, { orderId, kind: eventKindByOutcome[outcome], by, at: clock.now(), data })
  }

  /** @returns cents that go back */
  async function applyOffer(tx: Transaction, { orderId, productId, units, offer }: NewProposal): Promise<number> {
    const refundCents =
      offer.way === 'product'
        ? await replaceProduct(tx, { orderId, productId, units }, offer)
        : await rerouteOrder(tx, { orderId, productId, units }, offer)
    if (refundCents > 0) await markPartialRefundDue(tx, clock, orderId, refundCents)
    return refundCents
  }

  /** Another product comes in place of the units, at the price that was offered: never more than theirs. */
  async function replaceProduct(
    tx: Transaction,
    removal: Pick<NewProposal, 'orderId' | 'productId' | 'units'>,
    { productId, name, priceCents }: Extract<Offer, { way: 'product' }>,
  ): Promise<number> {
    const { orderId, units } = removal
    const { branch_id: branchId } = await tx
      .selectFrom('orders')
      .select('branch_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const product = (await catalogue.findProducts(branchId, [productId], tx)).get(productId)
    if (!product?.sellableOnline || product.isPaused) throw new ShopError('stock.short', { product: name })
    const refundCents = await removeUnits(tx, removal, priceCents)
    await authorisations.releaseUnits(tx, orderId, removal)
    await catalogue.deductStock(tx, branchId, [{ productId, name, quantity: units }])
    await tx
      .insertInto('order_line')
      .values({
        order_id: orderId,
        product_id: productId,
        name,
        quantity: units,
        full_price_cents: priceCents,
        price_cents: priceCents,
        requires_prescription: 0,
      })
      .execute()
    return refundCents
  }

  /** Only while somebody picks it. */
  function canPropose({ status }: { status: string }): boolean {
    return (pickableStatuses as string[]).includes(status)
  }
}

function toProposal(row: Row<'order_proposal'>): Proposal {
  const { id, product_id: productId, units, state } = row
  return { id, productId, units, state, offer: JSON.parse(row.offer), answerUntil: new Date(row.answer_until) }
}
