import { releaseUnits } from '../bag/programme/laboratory-authorisations.ts'
import { findReplacementObstacle } from '../catalogue/alternatives.ts'
import { findProducts } from '../catalogue/products.ts'
import { deductStock, recordSales, withdrawSales } from '../catalogue/stock.ts'
import { type Context, createDryRunContext, type OutsideTransaction, type TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { isShopError, ShopError, type ShopErrorCode } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import { coverReplacement } from '../prescriptions/claims.ts'
import { refundPart } from './door-payments.ts'
import { isToBePaidAtDoor } from './door-terms.ts'
import { type EventActor, insertOrderEvent } from './events.ts'
import type { Offer } from './offer.ts'
import * as orderCommands from './order-commands.ts'
import { recordEventAndNotify } from './order-emails.ts'
import { toNetLine } from './order-net-loader.ts'
import { rerouteOrder } from './order-rerouter.ts'
import { selectOrderLines } from './orders.sql.ts'
import { pickableStatuses, priceRemoval, removeUnits } from './short-picks.ts'
import { askForSurcharge, assertSurchargePossible } from './surcharges.sql.ts'

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

/** What a form that proposes something showed. */
export interface SeenProposalState {
  /** Units of the line. */
  lineUnits: number
  /** Null where nothing was proposed before. */
  latestProposalId: number | null
}

type StaffActor = Extract<EventActor, { kind: 'staff' }>
type ProposalOutcome = 'accepted' | 'declined' | 'lapsed'

/** Minutes that a customer has to answer: somebody stands at the shelf and waits. */
const replyWindowMinutes = 120
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

const createOverdueRounds = () => createFairRounds(maxProposalsPerRound)

/** The newest first. One whose time is over has lapsed, though no job has seen it yet. */
export async function listByOrder(ctx: Context, orderId: number): Promise<Proposal[]> {
  const rows = await ctx.db
    .selectFrom('orderProposal')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => {
    const proposal = toProposal(row)
    return proposal.state === 'open' && proposal.answerUntil <= ctx.clock.now()
      ? { ...proposal, state: 'lapsed' as const }
      : proposal
  })
}

/**
 * Refuses at once what could not be carried out now.
 * @throws ShopError "step.impossible", "units.changed", "proposal.overtaken", "proposal.open", "removal.units", "stock.short", "delivery.full", "delivery.changed",
 *   "branch.unknown", "removal.balances", "removal.byHand" where the difference can't go back by itself
 */
export async function assertOfferPossible(
  ctx: OutsideTransaction,
  proposal: NewProposal,
  seenState: SeenProposalState | null = null,
): Promise<void> {
  await createDryRunContext(ctx).transact(async (ctx) => {
    await lockPickableOrder(ctx, proposal.orderId)
    if (seenState) await assertProposalStateSeen(ctx, proposal, seenState)
    const { surchargeCents } = await applyOffer(ctx, proposal)
    if (surchargeCents > 0) await assertSurchargePossible(ctx, proposal.orderId, surchargeCents)
  })
}

/** Proposes an offer to the customer, after `assertOfferPossible`. */
export async function propose(
  ctx: Context,
  proposal: NewProposal,
  by: StaffActor,
  seenState: SeenProposalState | null = null,
): Promise<void> {
  const { orderId, productId, units, offer } = proposal
  await ctx.transact(async (ctx) => {
    await lockPickableOrder(ctx, orderId)
    if (seenState) await assertProposalStateSeen(ctx, proposal, seenState)
    const proposalQuery = ctx.db.selectFrom('orderProposal').select('id').where('orderId', '=', orderId)
    if (await proposalQuery.where('state', '=', 'open').executeTakeFirst()) throw new ShopError('proposal.open')
    const answerDueAt = addMinutes(ctx.clock.now(), replyWindowMinutes)
    const row = { orderId, productId, units, offer: JSON.stringify(offer), answerDueAt }
    const { id } = await ctx.db
      .insertInto('orderProposal')
      .values({ ...row, state: 'open' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const data = { proposalId: id, until: answerDueAt.toISOString() }
    await recordEventAndNotify(ctx, { orderId, kind: 'propose', by, data }, 'proposal')
  })
}

async function assertProposalStateSeen(
  ctx: TransactionContext,
  { orderId, productId }: NewProposal,
  { lineUnits, latestProposalId }: SeenProposalState,
): Promise<void> {
  const line = await ctx.db
    .selectFrom('orderLine')
    .select(['quantity', 'removedUnits'])
    .where('orderId', '=', orderId)
    .where('productId', '=', productId)
    .executeTakeFirst()
  const units = line ? line.quantity - line.removedUnits : 0
  if (units !== lineUnits) throw new ShopError('units.changed', { units })
  const latest = await ctx.db
    .selectFrom('orderProposal')
    .select(['id', 'state'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((latest?.id ?? null) !== latestProposalId)
    throw new ShopError(latest?.state === 'open' ? 'proposal.open' : 'proposal.overtaken')
}

/**
 * The customer accepts: stock, window, address and money change in one transaction. Where it costs more than what it replaces, it
 * waits for the difference's payment.
 * @returns cents that go back, or (negative) that are to be paid first
 * @throws ShopError "proposal.over" for one that was answered, is too old or was overtaken, "proposal.gone", "change.waiting"
 */
export async function acceptProposal(ctx: Context, customerId: number, orderId: number, id: number): Promise<number> {
  try {
    return await ctx.transact(async (ctx) => {
      const surchargeCents = await askForDifference(ctx, customerId, orderId, id)
      if (surchargeCents > 0) return -surchargeCents
      const proposal = await closeProposal(ctx, orderId, id, 'accepted')
      const { refundCents } = await applyOffer(ctx, proposal)
      await recordOutcome(ctx, proposal, 'accepted', { kind: 'customer', id: customerId })
      return refundCents
    })
  } catch (error) {
    if (isShopError(error, ...unavailableOfferErrorCodes)) throw new ShopError('proposal.gone', {}, { cause: error })
    throw isShopError(error, ...staffRequiredErrorCodes) ? new ShopError('proposal.over', {}, { cause: error }) : error
  }
}

/** @returns what an open proposal costs more than what it replaces, to be paid in the time that it has; 0 for one that costs no more */
async function askForDifference(
  ctx: TransactionContext,
  customerId: number,
  orderId: number,
  proposalId: number,
): Promise<number> {
  await lockPickableOrder(ctx, orderId).catch((error: unknown) => {
    throw isShopError(error, 'step.impossible') ? new ShopError('proposal.over') : error
  })
  const row = await ctx.db
    .selectFrom('orderProposal')
    .selectAll()
    .where('id', '=', proposalId)
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .where('answerDueAt', '>', ctx.clock.now())
    .executeTakeFirst()
  if (!row) throw new ShopError('proposal.over')
  const proposal = { ...toProposal(row), orderId }
  const amountCents = await calculateSurcharge(ctx, proposal)
  if (amountCents === 0) return 0
  const request = { orderId, kind: 'proposal', details: { proposalId }, amountCents } as const
  await askForSurcharge(ctx, request, { kind: 'customer', id: customerId }, row.answerDueAt)
  return amountCents
}

/** What another product costs more than the units that it replaces: only what a customer pays for it may do. */
async function calculateSurcharge(
  ctx: TransactionContext,
  { orderId, productId, units, offer }: NewProposal,
): Promise<number> {
  if (offer.way !== 'product') return 0
  const line = (await selectOrderLines(ctx, [orderId])).find((each) => each.productId === productId)
  return line ? priceRemoval(toNetLine(line), units, offer.priceCents).surchargeCents : 0
}

/**
 * What an accepted proposal costs more is paid: it takes effect.
 * @throws ShopError what `acceptProposal` throws, "change.quote" where it costs another amount by now
 */
export async function acceptPaidProposal(
  ctx: TransactionContext,
  orderId: number,
  id: number,
  amountCents: number,
): Promise<void> {
  const proposal = await closeProposal(ctx, orderId, id, 'accepted', { isPaid: true })
  const { surchargeCents } = await applyOffer(ctx, proposal)
  if (surchargeCents !== amountCents) throw new ShopError('change.quote')
  await recordOutcome(ctx, proposal, 'accepted', { kind: 'bank' })
}

/**
 * The customer does not want it: the order goes on without the units.
 * @returns cents that go back; null where somebody of the staff has to see to it
 * @throws ShopError "proposal.over"
 */
export function declineProposal(ctx: Context, customerId: number, orderId: number, id: number): Promise<number | null> {
  return closeAndRemoveUnits(ctx, orderId, id, 'declined', { kind: 'customer', id: customerId })
}

/** Goes on with orders whose customers did not answer in time. Called periodically. */
export async function lapseOverdueProposals(ctx: Context): Promise<void> {
  const overdueProposals = await ctx.db
    .selectFrom('orderProposal')
    .select(['id', 'orderId'])
    .where('state', '=', 'open')
    .where('answerDueAt', '<=', ctx.clock.now())
    // Paid in the last minute, it is accepted as soon as the payment is read.
    .where('orderId', 'not in', ctx.db.selectFrom('orderSurcharge').select('orderId').where('state', '=', 'waiting'))
    .orderBy('id')
    .execute()
  await ctx.memory(createOverdueRounds)(
    overdueProposals,
    ({ id }) => `proposal ${id}`,
    (overdue) => lapseProposal(ctx, overdue),
  )
}

async function lapseProposal(ctx: Context, { id, orderId }: { id: number; orderId: number }): Promise<void> {
  try {
    await closeAndRemoveUnits(ctx, orderId, id, 'lapsed', { kind: 'job' })
  } catch (error) {
    if (!isShopError(error, 'proposal.over')) throw error
    // Its order has left the shop, or ended.
    await ctx.db
      .updateTable('orderProposal')
      .set({ state: 'lapsed' })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute()
  }
}

async function closeAndRemoveUnits(
  ctx: Context,
  orderId: number,
  id: number,
  outcome: ProposalOutcome,
  by: EventActor,
): Promise<number | null> {
  try {
    return await ctx.transact(async (ctx) => {
      const proposal = await closeProposal(ctx, orderId, id, outcome)
      await recordOutcome(ctx, proposal, outcome, by)
      const { productId, units } = proposal
      return orderCommands.removeUnits(ctx, { orderId, productId, units }, by)
    })
  } catch (error) {
    if (!isShopError(error, ...staffRequiredErrorCodes)) throw error
    await ctx.transact(async (ctx) => recordOutcome(ctx, await closeProposal(ctx, orderId, id, outcome), outcome, by))
    return null
  }
}

/** @throws ShopError "step.impossible" for an order that is not being picked */
async function lockPickableOrder(ctx: TransactionContext, orderId: number): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set((eb) => ({ note: eb.ref('note') }))
    .where('id', '=', orderId)
    .where('status', 'in', pickableStatuses)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('step.impossible')
}

/** Ends an open proposal, once: of two answers, or an answer and the job, one counts. @throws ShopError "proposal.over" */
async function closeProposal(
  ctx: TransactionContext,
  orderId: number,
  id: number,
  outcome: ProposalOutcome,
  { isPaid = false }: { isPaid?: boolean } = {},
): Promise<NewProposal & { id: number }> {
  await lockPickableOrder(ctx, orderId).catch((error) => {
    throw isShopError(error, 'step.impossible') ? new ShopError('proposal.over') : error
  })
  const row = await ctx.db
    .updateTable('orderProposal')
    .set({ state: outcome })
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .$if(outcome !== 'lapsed' && !isPaid, (qb) => qb.where('answerDueAt', '>', ctx.clock.now()))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ShopError('proposal.over')
  return { ...toProposal(row), orderId }
}

async function recordOutcome(
  ctx: TransactionContext,
  { id, orderId }: { id: number; orderId: number },
  outcome: ProposalOutcome,
  by: EventActor,
) {
  const data = { proposalId: id }
  await insertOrderEvent(ctx, { orderId, kind: eventKindByOutcome[outcome], by, data })
}

/** Of what takes effect, in cents: what goes back, and what was paid besides. */
interface OfferOutcome {
  refundCents: number
  surchargeCents: number
}

async function applyOffer(
  ctx: TransactionContext,
  { orderId, productId, units, offer }: NewProposal,
): Promise<OfferOutcome> {
  const outcome =
    offer.way === 'product'
      ? await replaceProduct(ctx, { orderId, productId, units }, offer)
      : { refundCents: await rerouteOrder(ctx, { orderId, productId, units }, offer), surchargeCents: 0 }
  await refundPart(ctx, orderId, outcome.refundCents)
  return outcome
}

/** Another product comes in place of the units, at the price that was offered. */
async function replaceProduct(
  ctx: TransactionContext,
  removal: Pick<NewProposal, 'orderId' | 'productId' | 'units'>,
  { productId, name, priceCents }: Extract<Offer, { way: 'product' }>,
): Promise<OfferOutcome> {
  const { orderId, units } = removal
  const { branchId } = await ctx.db
    .selectFrom('orders')
    .select('branchId')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const product = (await findProducts(ctx, branchId, [productId])).get(productId)
  if (!product?.isSellableOnline || product.isPaused) throw new ShopError('stock.short', { product: name })
  if (await findReplacementObstacle(ctx, removal.productId, productId)) throw new ShopError('proposal.prescription')
  const { refundCents, surchargeCents, replacementCouponCents } = await removeUnits(ctx, removal, {
    replacementUnitCents: priceCents,
  })
  if (surchargeCents > 0)
    await ctx.db
      .updateTable('orders')
      .set((eb) => ({
        itemsCents: eb('itemsCents', '+', surchargeCents),
        totalCents: eb('totalCents', '+', surchargeCents),
      }))
      .where('id', '=', orderId)
      .execute()
  await releaseUnits(ctx, orderId, removal)
  await deductStock(ctx, branchId, [{ productId, name, quantity: units }])
  if (!(await isToBePaidAtDoor(ctx, orderId))) {
    await withdrawSales(ctx, [{ productId: removal.productId, quantity: units }])
    await recordSales(ctx, [{ productId, quantity: units }])
  }
  await ctx.db
    .insertInto('orderLine')
    .values({
      orderId,
      productId,
      name,
      quantity: units,
      fullPriceCents: priceCents,
      couponCents: replacementCouponCents,
      requiresPrescription: product.requiresPrescription,
    })
    .execute()
  if (product.requiresPrescription) await coverReplacement(ctx, orderId, removal.productId, productId)
  return { refundCents, surchargeCents }
}

/** Only while somebody picks it. */
export function canPropose({ status }: { status: string }): boolean {
  return (pickableStatuses as string[]).includes(status)
}

function toProposal(row: Row<'orderProposal'>): Proposal {
  const { id, productId, units, state } = row
  return { id, productId, units, state, offer: JSON.parse(row.offer), answerUntil: row.answerDueAt }
}
