/**
 * Customers' after-sales requests and the shop's decisions: by the same tool as the purchase, confirmed at once (Decreto
 * 7.962/2013, art. 5).
 */

import { limits } from '../../app/texts/limits.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import type { EventActor } from '../orders/events.ts'
import { applyTransition, lockOrder } from '../orders/order-commands.ts'
import { recordEventAndNotify } from '../orders/order-emails.ts'
import { getOrderAsPlaced, listEvents, type PlacedOrder } from '../orders/order-queries.ts'
import { returnUnits } from '../orders/returns.ts'
import { addShopDays } from '../platform/calendar.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { loadRefundableAmount, markPartialRefundDue } from '../receipts/order-payments.ts'
import { refundToWallet, sumRefundedToWallet } from '../wallet/balances.ts'
import { enqueueProblem } from '../webhooks/webhooks.ts'
import { assertReportable, listRejectionReasons, toDeadlineDay, withdrawalDays } from './eligibility-rules.ts'
import { reencodePhoto } from './photos.ts'
import type {
  Problem,
  ProblemDecision,
  ProblemKind,
  ProblemMessage,
  ReportedProblem,
  ReturnableOrder,
} from './problem.ts'
import { ProblemMessageSchema } from './problem-forms.ts'
import { calculateRefund, countReturnableUnits, type RefundBreakdown, splitRefund } from './refund-breakdown.ts'

export interface StaffDecision {
  decision: ProblemDecision
  /** Cents to refund; required for a partial grant. */
  amountCents?: number | undefined
  message: string
  /** `toSeenMessages` of what the page showed; undefined for a call, which does not say what was read. */
  seenHash?: string | undefined
}

/** What a page with a problem's messages sends back: with another one since, nothing is decided. */
export function toSeenMessages({ messages }: Pick<Problem, 'messages'>): string {
  return toSeenHash(messages.length)
}

/** A draft as its preview sends it back: what is sent is what was seen, and once. */
export interface SeenDraft {
  id: number
  seenHash: string
}

function hashDraft({ kind, items, message, photoIds }: Problem): string {
  return toSeenHash({ kind, items, message, photoIds })
}

type StaffActor = Extract<EventActor, { kind: 'staff' }>

/** What a decision gives back, in cents. */
interface GrantedRefund {
  cents: number
  /** Of that, to the wallet. */
  walletCents: number
  /** Nothing is left of the order. */
  endsOrder?: boolean
}

const nothingGranted: GrantedRefund = { cents: 0, walletCents: 0 }

export const maxPhotos = 3
/** Days in which the shop answers. */
const responseDeadlineDays = 5

/** Which kinds of request an order allows, and which units can be returned. */
export async function loadEligibility(ctx: Context, customerId: number, orderId: number) {
  const returnableOrder = await getReturnableOrder(ctx, customerId, orderId)
  const deliveryEvent = returnableOrder.events.find(({ status }) => status === 'delivered')
  return {
    rejectionReasons: listRejectionReasons(returnableOrder, ctx.clock.now()),
    returnableUnits: countReturnableUnits(returnableOrder),
    /** yyyy-MM-dd; null before delivery. */
    withdrawalDeadlineDay: deliveryEvent ? toDeadlineDay(deliveryEvent.at, withdrawalDays) : null,
  }
}

/** Previews the refund without changing anything. */
export async function previewRefund(
  ctx: Context,
  customerId: number,
  orderId: number,
  report: ReportedProblem,
): Promise<RefundBreakdown> {
  const returnableOrder = await getReturnableOrder(ctx, customerId, orderId)
  assertReportable(returnableOrder, report, ctx.clock.now())
  return calculateRefund(returnableOrder, report)
}

/**
 * Keeps a report with its photos until it is sent: a form without scripts could not carry files from one page to the next. It
 * replaces an earlier one of the same order.
 * @throws ShopError as `previewRefund`; "file.unsupported", "file.damaged", "file.tooLarge", "problem.tooManyPhotos"
 */
export async function saveDraft(
  ctx: Context,
  customerId: number,
  orderId: number,
  report: ReportedProblem,
  uploads: Uint8Array[],
): Promise<Problem> {
  await previewRefund(ctx, customerId, orderId, report)
  if (uploads.length > maxPhotos) throw new ShopError('problem.tooManyPhotos', { input: 'file', max: maxPhotos })
  const photos: Buffer[] = []
  for (const photo of uploads) photos.push(await reencodePhoto(photo))
  const id = await ctx.transact(async (ctx) => {
    // With two tabs, the first creates the draft and the second updates it.
    await lockOrder(ctx, orderId)
    // Photos stay where the report is corrected without new ones.
    const existingDraftId = await findDraftId(ctx, orderId)
    const { branchId } = await getOrderAsPlaced(ctx, customerId, orderId)
    const id = existingDraftId ?? (await insertDraft(ctx, { customerId, orderId, branchId }, report))
    await ctx.db
      .updateTable('orderProblem')
      .set({
        kind: report.kind,
        message: ctx.encryption.encryptText(report.message, buildMessageEncryptionContext(id)),
      })
      .where('id', '=', id)
      .execute()
    await ctx.db.deleteFrom('orderProblemItem').where('problemId', '=', id).execute()
    if (report.items.length > 0) await ctx.db.insertInto('orderProblemItem').values(toItemRows(id, report)).execute()
    if (photos.length > 0) await ctx.db.deleteFrom('orderProblemPhoto').where('problemId', '=', id).execute()
    for (const photo of photos) await insertPhoto(ctx, id, photo)
    return id
  })
  return getForCustomer(ctx, customerId, orderId, id)
}

/**
 * Submits a draft, assigns its number and e-mails the customer. Cancellations and withdrawals take effect at once, as the law requires.
 * @param seenDraft of the page: pressed twice, it is sent once, and answered as it was; undefined for whoever saw none
 * @throws ShopError "problem.unknown" where there is no draft; "page.outdated" for one that another tab has changed; as `previewRefund`;
 *   "step.impossible" where picking begins at this moment
 */
export async function submitDraft(
  ctx: Context,
  customerId: number,
  orderId: number,
  seenDraft?: SeenDraft,
): Promise<Problem> {
  const by = { kind: 'customer', id: customerId } as const
  const id = await ctx.transact(async (ctx) => {
    // Locks the order's row to serialize against other tabs and transitions.
    await lockOrder(ctx, orderId)
    const id = await findDraftId(ctx, orderId)
    if (seenDraft && seenDraft.id !== id) return seenDraft.id
    if (id === null) throw new ShopError('problem.unknown')
    const draft = await getForCustomer(ctx, customerId, orderId, id)
    if (seenDraft && hashDraft(draft) !== seenDraft.seenHash) throw new ShopError('page.outdated')
    const { kind, items, message } = await loadReport(ctx, id)
    const returnableOrder = await getReturnableOrder(ctx, customerId, orderId)
    assertReportable(returnableOrder, { kind, items, message }, ctx.clock.now())
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('orderProblem')
      .set({
        state: 'open',
        createdAt: now,
        dueAt: addShopDays(now, responseDeadlineDays),
      })
      .where('id', '=', id)
      .execute()
    const { branchId } = returnableOrder.order
    const isImmediate =
      kind === 'cancel' || (kind === 'withdraw' && !needsStaffHandling(returnableOrder, { kind, items }))
    await recordEventAndNotify(
      ctx,
      { orderId, kind: 'problem', by, data: { problemId: id } },
      isImmediate ? null : 'problemReceived',
    )
    await enqueueProblem(ctx, { id, orderId, branchId, kind })
    if (isImmediate) await executeCancelOrWithdrawal(ctx, id, returnableOrder, { kind, items })
    return id
  })
  return getForCustomer(ctx, customerId, orderId, id)
}

/** Payments refunded by hand cannot be refunded partially by the system: staff must handle them. */
function needsStaffHandling(
  returnableOrder: ReturnableOrder,
  report: Pick<ReportedProblem, 'kind' | 'items'>,
): boolean {
  return returnableOrder.requiresManualRefund && !calculateRefund(returnableOrder, report).isFullReturn
}

/** Cancels, or accepts a withdrawal; no approval is needed. */
async function executeCancelOrWithdrawal(
  ctx: TransactionContext,
  id: number,
  returnableOrder: ReturnableOrder,
  report: Pick<ReportedProblem, 'kind' | 'items'>,
) {
  const { order } = returnableOrder
  const by = { kind: 'customer', id: order.customerId } as const
  const breakdown = calculateRefund(returnableOrder, report)
  if (report.kind === 'cancel') await applyTransition(ctx, 'cancelPaid', order.id, by)
  else if (breakdown.isFullReturn) await applyTransition(ctx, 'withdraw', order.id, by)
  else {
    const refund = await issueRefund(ctx, order, breakdown)
    await returnUnits(ctx, order.id, report.items)
    await recordEventAndNotify(
      ctx,
      { orderId: order.id, kind: 'answerProblem', by, data: { problemId: id, ...refund, decision: 'grant' } },
      'problemAnswered',
    )
  }
  await closeProblem(ctx, id, 'grant', breakdown.totalCents)
}

async function issueRefund(
  ctx: TransactionContext,
  order: Pick<PlacedOrder, 'id' | 'customerId'>,
  { providerCents, walletCents }: Pick<RefundBreakdown, 'providerCents' | 'walletCents'>,
): Promise<GrantedRefund> {
  if (providerCents > 0) await markPartialRefundDue(ctx, order.id, providerCents)
  if (walletCents > 0) await refundToWallet(ctx, order, walletCents)
  return { cents: providerCents + walletCents, walletCents }
}

/**
 * The customer's reply to a question or a disputed decision; reopens the case. Sent twice it is one.
 * @param seenHash `toSeenMessages` of what the page showed; undefined of a page that does not say it
 */
export async function replyAsCustomer(
  ctx: Context,
  customerId: number,
  orderId: number,
  id: number,
  text: string,
  uploads: Uint8Array[] = [],
  seenHash?: string,
) {
  const message = requireMessage(text, 'problem.noMessage')
  const problem = await getForCustomer(ctx, customerId, orderId, id)
  if (isRepeatedReply(ctx, problem, { message, seenHash })) return
  if (problem.photoIds.length + uploads.length > maxPhotos)
    throw new ShopError('problem.tooManyPhotos', { input: 'file', max: maxPhotos })
  const photos: Buffer[] = []
  for (const photo of uploads) photos.push(await reencodePhoto(photo))
  await ctx.transact(async (ctx) => {
    await lockOrder(ctx, orderId)
    const row = await lockProblem(ctx, id)
    if (row.state === 'draft') throw new ShopError('problem.unknown')
    if (isRepeatedReply(ctx, await loadProblem(ctx, row), { message, seenHash })) return
    if (row.state === 'closed' && (await getReturnableOrder(ctx, customerId, orderId)).hasOpenProblem)
      throw new ShopError('problem.open', { input: 'message' })
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('orderProblem')
      .set({ state: 'open', pausedAt: null, dueAt: calculateDueAfterReply(row, now) })
      .where('id', '=', id)
      .execute()
    for (const photo of photos) await insertPhoto(ctx, id, photo)
    await insertMessage(ctx, id, null, message)
    const by = { kind: 'customer', id: customerId } as const
    await recordEventAndNotify(ctx, { orderId, kind: 'replyToProblem', by, data: { problemId: id } }, null)
  })
}

/** The same words again, from a page that had not shown them; of a page that does not say what it showed, within a minute. */
function isRepeatedReply(
  ctx: Context,
  problem: Problem,
  { message, seenHash }: { message: string; seenHash: string | undefined },
): boolean {
  const latest = problem.messages.at(-1)
  if (latest?.staff !== null || latest.text !== message) return false
  return seenHash === undefined ? latest.at > addMinutes(ctx.clock.now(), -1) : seenHash !== toSeenMessages(problem)
}

/**
 * Records a decision. A grant is refunded at once; a question pauses the deadline.
 * @throws ShopError "problem.unknown", "problem.answered" if a colleague has already answered, "page.outdated" for a message that was not seen,
 *   "problem.noAnswer", "problem.amount" for more than is left, or none, "problem.units" for what came back before,
 *   "removal.byHand"
 */
export async function answerProblem(
  ctx: Context,
  by: StaffActor,
  id: number,
  { decision, amountCents, message: text, seenHash }: StaffDecision,
): Promise<Problem> {
  const message = requireMessage(text, 'problem.noAnswer')
  const { orderId } = await getProblem(ctx, id)
  await ctx.transact(async (ctx) => {
    // Lock the order first, in the same sequence as cancellation: its refundable amount must not change.
    await lockOrder(ctx, orderId)
    const row = await lockOpenProblem(ctx, id, seenHash)
    const refund = await refundGrantedAmount(ctx, row, { by, decision, amountCents })
    await insertMessage(ctx, id, by.actor, message)
    if (decision === 'ask') {
      const pauseColumns = { state: 'asked', pausedAt: ctx.clock.now() } as const
      await ctx.db.updateTable('orderProblem').set(pauseColumns).where('id', '=', id).execute()
    } else await closeProblem(ctx, id, decision, refund.cents)
    const kind = decision === 'ask' ? 'askAboutProblem' : 'answerProblem'
    const emailKind = decision === 'ask' ? 'problemQuestion' : 'problemAnswered'
    await recordEventAndNotify(
      ctx,
      { orderId: row.orderId, kind, by, data: { problemId: id, ...refund, decision } },
      emailKind,
    )
  })
  return getProblem(ctx, id)
}

async function lockOpenProblem(
  ctx: TransactionContext,
  id: number,
  seenHash: string | undefined,
): Promise<Row<'orderProblem'>> {
  const row = await lockProblem(ctx, id)
  if (row.state !== 'open') throw new ShopError(row.state === 'draft' ? 'problem.unknown' : 'problem.answered')
  if (seenHash !== undefined) assertSeen(await countMessages(ctx, id), seenHash)
  return row
}

async function countMessages(ctx: TransactionContext, id: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('orderProblemMessage')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('problemId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function refundGrantedAmount(
  ctx: TransactionContext,
  row: Row<'orderProblem'>,
  { by, decision, amountCents }: Pick<StaffDecision, 'decision' | 'amountCents'> & { by: StaffActor },
): Promise<GrantedRefund> {
  if (decision === 'part') return grantAmount(ctx, row, amountCents ?? 0)
  return decision === 'grant' ? grantUnits(ctx, row, by) : nothingGranted
}

async function grantAmount(ctx: TransactionContext, row: Row<'orderProblem'>, cents: number): Promise<GrantedRefund> {
  const { order, refundableAmounts } = await getReturnableOrder(ctx, row.customerId, row.orderId)
  const maxCents = refundableAmounts.providerCents + refundableAmounts.walletCents
  if (!Number.isInteger(cents) || cents < 1 || cents > maxCents)
    throw new ShopError('problem.amount', { input: 'amount', cents: maxCents })
  return issueRefund(ctx, order, splitRefund(cents, refundableAmounts))
}

/** All that is told of is granted. The last unit's way out is the order's: with it all that is left goes back. */
async function grantUnits(ctx: TransactionContext, row: Row<'orderProblem'>, by: StaffActor): Promise<GrantedRefund> {
  const returnableOrder = await getReturnableOrder(ctx, row.customerId, row.orderId)
  const { order } = returnableOrder
  const report = await loadReport(ctx, row.id)
  if (order.phase === 'void' ? row.grantedCents > 0 : !hasUnits(returnableOrder, report))
    // The problem was granted before, and its customer replied.
    throw new ShopError('problem.units', { input: 'decision' })
  // Its end gave all of it back.
  if (order.phase === 'void') return nothingGranted
  const breakdown = calculateRefund(returnableOrder, report)
  if (breakdown.isFullReturn) {
    await applyTransition(ctx, order.phase === 'shop' ? 'cancel' : 'refund', order.id, by)
    return { cents: breakdown.totalCents, walletCents: breakdown.walletCents, endsOrder: true }
  }
  const refund = await issueRefund(ctx, order, breakdown)
  await returnUnits(ctx, order.id, report.items)
  return refund
}

async function closeProblem(ctx: TransactionContext, id: number, decision: 'grant' | 'part' | 'refuse', cents: number) {
  await ctx.db
    .updateTable('orderProblem')
    .set((eb) => ({ state: 'closed', decision, grantedCents: eb('grantedCents', '+', cents), pausedAt: null }))
    .where('id', '=', id)
    .execute()
}

async function getReturnableOrder(ctx: Context, customerId: number, orderId: number): Promise<ReturnableOrder> {
  const order = await getOrderAsPlaced(ctx, customerId, orderId)
  const problems = await ctx.db
    .selectFrom('orderProblem')
    .select('state')
    .where('orderId', '=', order.id)
    .where('state', '<>', 'draft')
    .execute()
  const events = await listEvents(ctx, order.id)
  const refundablePayment = await loadRefundableAmount(ctx, order.id)
  // Ending an order has already refunded its balances.
  const walletCents = order.phase === 'void' ? 0 : order.balanceCents - (await sumRefundedToWallet(ctx, order.id))
  return {
    order,
    events,
    hasOpenProblem: problems.some(({ state }) => state !== 'closed'),
    refundableAmounts: { providerCents: refundablePayment.refundableCents, walletCents },
    requiresManualRefund: refundablePayment.requiresManualRefund,
  }
}

/** An order's problems as its customer sees them, the newest first; drafts are excluded. */
export async function listByOrder(ctx: Context, orderId: number): Promise<Problem[]> {
  const rows = await ctx.db
    .selectFrom('orderProblem')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '<>', 'draft')
    .orderBy('id', 'desc')
    .execute()
  return loadProblems(ctx, rows)
}

export async function getProblem(ctx: Context, id: number): Promise<Problem> {
  const row = await ctx.db.selectFrom('orderProblem').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ShopError('problem.unknown')
  return loadProblem(ctx, row)
}

/** With the hash of the messages that its page shows. @throws ShopError "problem.unknown", also for another customer's */
export async function getForCustomer(
  ctx: Context,
  customerId: number,
  orderId: number,
  id: number,
): Promise<Problem & { seenHash: string }> {
  const row = await selectOwn(ctx, customerId, orderId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new ShopError('problem.unknown')
  const problem = await loadProblem(ctx, row)
  return { ...problem, seenHash: toSeenMessages(problem) }
}

export async function findDraft(
  ctx: Context,
  customerId: number,
  orderId: number,
): Promise<(Problem & SeenDraft) | null> {
  const row = await selectOwn(ctx, customerId, orderId).where('state', '=', 'draft').executeTakeFirst()
  const draft = row && (await loadProblem(ctx, row))
  return draft ? { ...draft, seenHash: hashDraft(draft) } : null
}

function selectOwn(ctx: Context, customerId: number, orderId: number) {
  return ctx.db
    .selectFrom('orderProblem')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('orderId', '=', orderId)
}

/** Problems on a page of a list. */
export const problemsPerPage = 40

/** Problems awaiting the shop or the customer, the one due soonest first; `closed`: those decided last. @param page from 1 */
export async function listForStaff(
  ctx: Context,
  branchId: number | null,
  state: 'open' | 'closed' = 'open',
  page = 1,
): Promise<Problem[]> {
  const rows = await ctx.db
    .selectFrom('orderProblem')
    .selectAll()
    .where('state', 'in', state === 'open' ? ['open', 'asked'] : ['closed'])
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .orderBy('state', 'desc')
    .orderBy('dueAt', state === 'open' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(problemsPerPage)
    .offset((page - 1) * problemsPerPage)
    .execute()
  return loadProblems(ctx, rows)
}

/** Withdrawals whose goods are still with their customers, the oldest first. @param page from 1 */
export async function listAwaitedReturns(ctx: Context, branchId: number | null, page = 1): Promise<Problem[]> {
  const rows = await ctx.db
    .selectFrom('orderProblem')
    .selectAll()
    .where('kind', '=', 'withdraw')
    .where('state', '=', 'closed')
    .where('decision', '<>', 'refuse')
    .where('goodsBackAt', 'is', null)
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .orderBy('id')
    .limit(problemsPerPage)
    .offset((page - 1) * problemsPerPage)
    .execute()
  return loadProblems(ctx, rows)
}

/**
 * The goods of a withdrawal have arrived. Returned goods are never resold, so stock does not change.
 * @throws ShopError "problem.goods" if it is not an accepted withdrawal, or its goods have already arrived
 */
export async function receiveReturn(ctx: Context, by: StaffActor, id: number): Promise<void> {
  await ctx.transact(async (ctx) => {
    const row = await ctx.db
      .updateTable('orderProblem')
      .set({ goodsBackAt: ctx.clock.now() })
      .where('id', '=', id)
      .where('kind', '=', 'withdraw')
      .where('state', '=', 'closed')
      .where('decision', '<>', 'refuse')
      .where('goodsBackAt', 'is', null)
      .returning('orderId')
      .executeTakeFirst()
    if (!row) throw new ShopError('problem.goods')
    await recordEventAndNotify(ctx, { orderId: row.orderId, kind: 'receiveGoods', by, data: { problemId: id } }, null)
  })
}

/** How many problems await the shop. */
export async function countOpenProblems(ctx: Context, branchId: number | null): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('orderProblem')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .$if(branchId !== null, (qb) => qb.where('branchId', '=', branchId as number))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function previewGrantedRefund(
  ctx: Context,
  { customerId, orderId, kind, items }: Problem,
): Promise<RefundBreakdown> {
  return calculateRefund(await getReturnableOrder(ctx, customerId, orderId), { kind, items })
}

export async function readPhoto(ctx: Context, problemId: number, photoId: number): Promise<Buffer> {
  const row = await ctx.db
    .selectFrom('orderProblemPhoto')
    .selectAll()
    .where('id', '=', photoId)
    .where('problemId', '=', problemId)
    .executeTakeFirst()
  if (!row) throw new ShopError('problem.unknown')
  return Buffer.from(ctx.encryption.decryptText(row.contentEncrypted, buildPhotoEncryptionContext(photoId)), 'base64')
}

/** All of a customer's cases, for the personal data export (LGPD, art. 18). */
export async function listByCustomer(ctx: Context, customerId: number): Promise<Problem[]> {
  const rows = await ctx.db.selectFrom('orderProblem').selectAll().where('customerId', '=', customerId).execute()
  return loadProblems(ctx, rows)
}

/** Erases drafts that were never submitted. Called periodically. */
export async function eraseStaleDrafts(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('unusedPrescriptions'))
  await ctx.db.deleteFrom('orderProblem').where('state', '=', 'draft').where('createdAt', '<', cutoff).execute()
}

async function findDraftId(ctx: TransactionContext, orderId: number): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('orderProblem')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return row?.id ?? null
}

async function insertDraft(
  ctx: TransactionContext,
  owner: { customerId: number; orderId: number; branchId: number },
  { kind }: ReportedProblem,
): Promise<number> {
  const now = ctx.clock.now()
  const { id } = await ctx.db
    .insertInto('orderProblem')
    .values({
      orderId: owner.orderId,
      customerId: owner.customerId,
      branchId: owner.branchId,
      kind,
      message: '',
      state: 'draft',
      createdAt: now,
      dueAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertPhoto(ctx: TransactionContext, problemId: number, photo: Buffer): Promise<void> {
  const { id } = await ctx.db
    .insertInto('orderProblemPhoto')
    .values({ problemId, contentEncrypted: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contentEncrypted = ctx.encryption.encryptText(photo.toString('base64'), buildPhotoEncryptionContext(id))
  await ctx.db.updateTable('orderProblemPhoto').set({ contentEncrypted }).where('id', '=', id).execute()
}

async function insertMessage(
  ctx: TransactionContext,
  problemId: number,
  author: { staffId: number | null; name: string; crf: string | null } | null,
  text: string,
): Promise<void> {
  const { id } = await ctx.db
    .insertInto('orderProblemMessage')
    .values({
      problemId,
      at: ctx.clock.now(),
      staffName: author?.name ?? null,
      staffCrf: author?.crf ?? null,
      text: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const encryptedText = ctx.encryption.encryptText(text, buildReplyEncryptionContext(id))
  await ctx.db.updateTable('orderProblemMessage').set({ text: encryptedText }).where('id', '=', id).execute()
}

/** Locks a problem's row, so that the second of two concurrent decisions sees the first. */
async function lockProblem(ctx: TransactionContext, id: number): Promise<Row<'orderProblem'>> {
  const row = await ctx.db
    .updateTable('orderProblem')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ShopError('problem.unknown')
  return row
}

async function loadReport(ctx: TransactionContext, id: number): Promise<ReportedProblem> {
  const row = await ctx.db.selectFrom('orderProblem').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const items = await ctx.db.selectFrom('orderProblemItem').selectAll().where('problemId', '=', id).execute()
  return {
    kind: row.kind as ProblemKind,
    items: items.map(({ productId, units }) => ({ productId, units })),
    message: ctx.encryption.decryptText(row.message, buildMessageEncryptionContext(id)),
  }
}

async function loadProblem(ctx: Context, row: Row<'orderProblem'>): Promise<Problem> {
  const [problem] = await loadProblems(ctx, [row])
  if (!problem) throw new ShopError('problem.unknown')
  return problem
}

/** Loads items, messages and photos in three queries, whatever the number of rows. */
async function loadProblems(ctx: Context, rows: Row<'orderProblem'>[]): Promise<Problem[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [items, messages, photos] = await Promise.all([
    ctx.db.selectFrom('orderProblemItem').selectAll().where('problemId', 'in', ids).execute(),
    ctx.db.selectFrom('orderProblemMessage').selectAll().where('problemId', 'in', ids).orderBy('id').execute(),
    ctx.db
      .selectFrom('orderProblemPhoto')
      .select(['id', 'problemId'])
      .where('problemId', 'in', ids)
      .orderBy('id')
      .execute(),
  ])
  return rows.map(({ kind, message, goodsBackAt, ...row }) => ({
    ...row,
    kind: kind as ProblemKind,
    items: items.filter(({ problemId }) => problemId === row.id).map(({ productId, units }) => ({ productId, units })),
    message: ctx.encryption.decryptText(message, buildMessageEncryptionContext(row.id)),
    goodsReceivedAt: goodsBackAt,
    messages: messages.filter(({ problemId }) => problemId === row.id).map((row) => toMessage(ctx, row)),
    photoIds: photos.filter(({ problemId }) => problemId === row.id).map(({ id }) => id),
  }))
}

function toMessage(ctx: Context, { id, at, staffName, staffCrf, text }: Row<'orderProblemMessage'>): ProblemMessage {
  return {
    at,
    staff: staffName === null ? null : { name: staffName, crf: staffCrf },
    text: ctx.encryption.decryptText(text, buildReplyEncryptionContext(id)),
  }
}

/** What one side writes to the other. @throws ShopError "problem.noMessage" or "problem.noAnswer" for nothing, "text.tooLong" */
function requireMessage(text: string, emptyCode: 'problem.noMessage' | 'problem.noAnswer'): string {
  const { data: message, error } = ProblemMessageSchema.safeParse(text)
  if (error) throw new ShopError('text.tooLong', { input: 'message', max: limits.problemMessageLength })
  if (message === '') throw new ShopError(emptyCode, { input: 'message' })
  return message
}

function hasUnits(returnableOrder: ReturnableOrder, { items }: ReportedProblem): boolean {
  const unitsByProduct = countReturnableUnits(returnableOrder)
  return items.every(({ productId, units }) => units <= (unitsByProduct.get(productId) ?? 0))
}

/** The deadline is paused while waiting for the customer; replying to a closed case restarts it. */
function calculateDueAfterReply({ state, dueAt, pausedAt }: Row<'orderProblem'>, now: Date): Date {
  if (state === 'closed') return addShopDays(now, responseDeadlineDays)
  const pausedMinutes = pausedAt === null ? 0 : (now.getTime() - pausedAt.getTime()) / 60_000
  return addMinutes(dueAt, pausedMinutes)
}

function toItemRows(id: number, { items }: ReportedProblem) {
  return items.map(({ productId, units }) => ({ problemId: id, productId, units }))
}

/** Additional authenticated data: binds each ciphertext to its row. */
const buildMessageEncryptionContext = (id: number) => `order problem ${id}`
const buildReplyEncryptionContext = (id: number) => `order problem message ${id}`
const buildPhotoEncryptionContext = (id: number) => `order problem photo ${id}`

export const encryptedColumns: EncryptedColumn[] = [
  { table: 'order_problem', column: 'message', buildEncryptionContext: buildMessageEncryptionContext },
  { table: 'order_problem_message', column: 'text', buildEncryptionContext: buildReplyEncryptionContext },
  {
    table: 'order_problem_photo',
    column: 'content_encrypted',
    buildEncryptionContext: buildPhotoEncryptionContext,
  },
]
