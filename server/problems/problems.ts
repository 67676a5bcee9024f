import type { LaboratoryAuthorisationService } from '../bag/programme/laboratory-authorisations.ts'
import type { Database, Transaction, TransactionHook } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { EventActor, EventDataByKind } from '../orders/events.ts'
import type { PlacedOrder } from '../orders/order-queries.ts'
import type { OrderService } from '../orders/orders.ts'
import type { OrderPaymentService } from '../payments/order-payments.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import type { Encryption } from '../platform/encryption.ts'
import { ShopError } from '../platform/errors.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import type { WalletService } from '../wallet/wallet.ts'
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
import { ProblemReportSchema } from './problem-forms.ts'
import { calculateRefund, countReturnableUnits, type RefundBreakdown, splitRefund } from './refund-breakdown.ts'

interface Deps {
  database: Database
  clock: Clock
  encryption: Encryption
  orders: OrderService
  authorisations: Pick<LaboratoryAuthorisationService, 'releaseUnits'>
  wallet: Pick<WalletService, 'refundToWallet' | 'sumRefundedToWallet'>
  payments: Pick<OrderPaymentService, 'loadRefundableAmount' | 'markPartialRefundDue'>
  /** Tells the store's own systems. */
  webhooks: {
    enqueueProblem(tx: Transaction, problem: Pick<Problem, 'id' | 'orderId' | 'branchId' | 'kind'>): Promise<void>
  }
}

/** A staff decision. */
export interface StaffDecision {
  decision: ProblemDecision
  /** Cents to refund; required for a partial grant. */
  amountCents?: number | undefined
  message: string
}

export const maxPhotos = 3
/** Days in which the shop answers. */
const responseDeadlineDays = 5
const responseDeadlineMinutes = responseDeadlineDays * 24 * 60

export type ProblemService = ReturnType<typeof createProblemService>

/**
 * Customers' after-sales requests and the shop's decisions: by the same tool as the purchase, confirmed at once (Decreto
 * 7.962/2013, art. 5).
 */
export function createProblemService({ database, clock, encryption, orders, authorisations, ...otherDeps }: Deps) {
  const { wallet, payments, webhooks } = otherDeps
  const { db, transact } = database
  return {
    forms: { ProblemReportSchema },
    maxPhotos,
    loadEligibility,
    previewRefund,
    saveDraft,
    submitDraft,
    replyAsCustomer,
    answerProblem,
    listByOrder,
    getForCustomer,
    getProblem,
    listForStaff,
    listAwaitedReturns,
    receiveReturn,
    countOpenProblems,
    readPhoto,
    previewGrantedRefund,
    listByCustomer,
    eraseStaleDrafts,
    reencrypt,
  }

  /** Which kinds of request an order allows, and which units can be returned. */
  async function loadEligibility(customerId: number, orderId: number) {
    const returnableOrder = await getReturnableOrder(customerId, orderId)
    const deliveryEvent = returnableOrder.events.find(({ status }) => status === 'delivered')
    return {
      rejectionReasons: listRejectionReasons(returnableOrder, clock.now()),
      returnableUnits: countReturnableUnits(returnableOrder),
      /** yyyy-MM-dd; null before delivery. */
      withdrawalDeadlineDay: deliveryEvent ? toDeadlineDay(deliveryEvent.at, withdrawalDays) : null,
    }
  }

  /** Previews the refund without changing anything. @throws ShopError "order.unknown", "problem.…" */
  async function previewRefund(customerId: number, orderId: number, report: ReportedProblem): Promise<RefundBreakdown> {
    const returnableOrder = await getReturnableOrder(customerId, orderId)
    assertReportable(returnableOrder, report, clock.now())
    return calculateRefund(returnableOrder, report)
  }

  /**
   * Keeps a report with its photos until it is sent: a form without scripts could not carry files from one page to the next. It
   * replaces an earlier one of the same order.
   * @throws ShopError as `previewRefund`; "file.unsupported", "file.damaged", "file.tooLarge", "problem.tooManyPhotos"
   */
  async function saveDraft(
    customerId: number,
    orderId: number,
    report: ReportedProblem,
    uploads: Uint8Array[],
  ): Promise<Problem> {
    await previewRefund(customerId, orderId, report)
    if (uploads.length > maxPhotos) throw new ShopError('problem.tooManyPhotos', { input: 'file', max: maxPhotos })
    const photos: Buffer[] = []
    for (const photo of uploads) photos.push(await reencodePhoto(photo))
    const id = await transact(async (tx) => {
      // With two tabs, the first creates the draft and the second updates it.
      await orders.lockOrder(tx, orderId)
      // Photos stay where the report is corrected without new ones.
      const existingDraftId = await findDraftId(tx, orderId)
      const { branchId } = await orders.getOrderAsPlaced(tx, customerId, orderId)
      const id = existingDraftId ?? (await insertDraft(tx, { customerId, orderId, branchId }, report))
      await tx
        .updateTable('order_problem')
        .set({ kind: report.kind, message: encryption.encryptText(report.message, buildMessageEncryptionContext(id)) })
        .where('id', '=', id)
        .execute()
      await tx.deleteFrom('order_problem_item').where('problem_id', '=', id).execute()
      if (report.items.length > 0) await tx.insertInto('order_problem_item').values(toItemRows(id, report)).execute()
      if (photos.length > 0) await tx.deleteFrom('order_problem_photo').where('problem_id', '=', id).execute()
      for (const photo of photos) await insertPhoto(tx, id, photo)
      return id
    })
    return getForCustomer(customerId, orderId, id)
  }

  /**
   * Submits a draft, assigns its number and e-mails the customer. Cancellations and withdrawals take effect at once, as the law requires.
   * @throws ShopError "problem.unknown" for a draft that was sent before; as `previewRefund`; "step.impossible" where picking begins at
   *   this moment
   */
  async function submitDraft(customerId: number, orderId: number): Promise<Problem> {
    const by = { kind: 'customer', id: customerId } as const
    const id = await transact(async (tx) => {
      // Locks the order's row to serialize against other tabs and transitions.
      await orders.lockOrder(tx, orderId)
      const id = await findDraftId(tx, orderId)
      if (id === null) throw new ShopError('problem.unknown')
      const { kind, items, message } = await loadReport(tx, id)
      const returnableOrder = await getReturnableOrder(customerId, orderId, tx)
      assertReportable(returnableOrder, { kind, items, message }, clock.now())
      const now = clock.now()
      await tx
        .updateTable('order_problem')
        .set({
          state: 'open',
          created_at: now.toISOString(),
          due_at: addMinutes(now, responseDeadlineMinutes).toISOString(),
        })
        .where('id', '=', id)
        .execute()
      const { branchId } = returnableOrder.order
      const isImmediate =
        kind === 'cancel' || (kind === 'withdraw' && !needsStaffHandling(returnableOrder, { kind, items }))
      await orders.recordEventAndNotify(
        tx,
        { orderId, kind: 'problem', by, data: { problemId: id } },
        isImmediate ? null : 'problemReceived',
      )
      await webhooks.enqueueProblem(tx, { id, orderId, branchId, kind })
      if (isImmediate) await executeCancelOrWithdrawal(tx, id, returnableOrder, { kind, items })
      return id
    })
    return getForCustomer(customerId, orderId, id)
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
    tx: Transaction,
    id: number,
    returnableOrder: ReturnableOrder,
    report: Pick<ReportedProblem, 'kind' | 'items'>,
  ) {
    const { order } = returnableOrder
    const by = { kind: 'customer', id: order.customerId } as const
    const breakdown = calculateRefund(returnableOrder, report)
    if (report.kind === 'cancel') await orders.applyTransition(tx, 'cancelPaid', order.id, by)
    else if (breakdown.isFullReturn && returnableOrder.returnedUnits.size === 0)
      await orders.applyTransition(tx, 'withdraw', order.id, by)
    else {
      await issueRefund(tx, order, breakdown)
      await releaseDiscounts(tx, order.id, report.items)
      await orders.recordEventAndNotify(
        tx,
        {
          orderId: order.id,
          kind: 'answerProblem',
          by,
          data: { problemId: id, cents: breakdown.totalCents, decision: 'grant' },
        },
        'problemAnswered',
      )
    }
    await closeProblem(tx, id, 'grant', breakdown.totalCents)
  }

  async function issueRefund(
    tx: Transaction,
    order: Pick<PlacedOrder, 'id' | 'customerId'>,
    { providerCents, walletCents }: Pick<RefundBreakdown, 'providerCents' | 'walletCents'>,
  ): Promise<void> {
    if (providerCents > 0) await payments.markPartialRefundDue(tx, clock, order.id, providerCents)
    if (walletCents > 0) await wallet.refundToWallet(tx, order, walletCents)
  }

  /** The customer's reply to a question or a disputed decision; reopens the case. @throws ShopError "problem.unknown", "problem.noMessage" */
  async function replyAsCustomer(
    customerId: number,
    orderId: number,
    id: number,
    text: string,
    uploads: Uint8Array[] = [],
  ) {
    if (text.trim() === '') throw new ShopError('problem.noMessage', { input: 'message' })
    const problem = await getForCustomer(customerId, orderId, id)
    if (problem.photoIds.length + uploads.length > maxPhotos)
      throw new ShopError('problem.tooManyPhotos', { input: 'file', max: maxPhotos })
    const photos: Buffer[] = []
    for (const photo of uploads) photos.push(await reencodePhoto(photo))
    await transact(async (tx) => {
      await orders.lockOrder(tx, orderId)
      const row = await lockProblem(tx, id)
      if (row.state === 'draft') throw new ShopError('problem.unknown')
      if (row.state === 'closed' && (await getReturnableOrder(customerId, orderId, tx)).hasOpenProblem)
        throw new ShopError('problem.open', { input: 'message' })
      const now = clock.now()
      await tx
        .updateTable('order_problem')
        .set({ state: 'open', paused_at: null, due_at: calculateDueAfterReply(row, now).toISOString() })
        .where('id', '=', id)
        .execute()
      for (const photo of photos) await insertPhoto(tx, id, photo)
      await insertMessage(tx, id, null, text.trim())
      const by = { kind: 'customer', id: customerId } as const
      await orders.recordEventAndNotify(tx, { orderId, kind: 'replyToProblem', by, data: { problemId: id } }, null)
    })
  }

  /**
   * Records a decision. A grant is refunded at once; a question pauses the deadline.
   * @param transactionHook the audit trail's line
   * @throws ShopError "problem.unknown", "problem.answered" if a colleague has already answered,
   *   "problem.noAnswer", "problem.amount" for more than is left, or none, "problem.units" for what came back before,
   *   "removal.byHand"
   */
  async function answerProblem(
    by: Extract<EventActor, { kind: 'staff' }>,
    id: number,
    { decision, amountCents, message }: StaffDecision,
    transactionHook: (tx: Transaction) => Promise<void>,
  ): Promise<Problem> {
    if (message.trim() === '') throw new ShopError('problem.noAnswer', { input: 'message' })
    const { orderId } = await getProblem(id)
    await transact(async (tx) => {
      // Lock the order first, in the same sequence as cancellation: its refundable amount must not change.
      await orders.lockOrder(tx, orderId)
      const row = await lockProblem(tx, id)
      if (row.state !== 'open') throw new ShopError(row.state === 'draft' ? 'problem.unknown' : 'problem.answered')
      const grantedCents = await refundGrantedAmount(tx, row, { decision, amountCents })
      await insertMessage(tx, id, by.actor, message.trim())
      if (decision === 'ask') {
        const pauseColumns = { state: 'asked', paused_at: clock.now().toISOString() } as const
        await tx.updateTable('order_problem').set(pauseColumns).where('id', '=', id).execute()
      } else await closeProblem(tx, id, decision, grantedCents)
      const kind = decision === 'ask' ? 'askAboutProblem' : 'answerProblem'
      const emailKind = decision === 'ask' ? 'problemQuestion' : 'problemAnswered'
      await orders.recordEventAndNotify(
        tx,
        { orderId: row.order_id, kind, by, data: { problemId: id, cents: grantedCents, decision } },
        emailKind,
      )
      await transactionHook(tx)
    })
    return getProblem(id)
  }

  /** Refunds the granted amount and returns it. */
  async function refundGrantedAmount(
    tx: Transaction,
    row: Row<'order_problem'>,
    { decision, amountCents }: Pick<StaffDecision, 'decision' | 'amountCents'>,
  ): Promise<number> {
    if (decision !== 'grant' && decision !== 'part') return 0
    const returnableOrder = await getReturnableOrder(row.customer_id, row.order_id, tx)
    const maxGrantCents =
      returnableOrder.refundableAmounts.providerCents + returnableOrder.refundableAmounts.walletCents
    const report = await loadReport(tx, row.id)
    const unitsByProduct = countReturnableUnits(returnableOrder)
    // The problem was granted before, and its customer replied.
    if (
      decision === 'grant' &&
      report.items.some(({ productId, units }) => units > (unitsByProduct.get(productId) ?? 0))
    )
      throw new ShopError('problem.units', { input: 'decision' })
    const grantedCents = decision === 'part' ? (amountCents ?? 0) : calculateRefund(returnableOrder, report).totalCents
    if (decision === 'part' && (!Number.isInteger(grantedCents) || grantedCents < 1 || grantedCents > maxGrantCents))
      throw new ShopError('problem.amount', { input: 'amount', cents: maxGrantCents })
    await issueRefund(tx, returnableOrder.order, splitRefund(grantedCents, returnableOrder.refundableAmounts))
    if (decision === 'grant') await releaseDiscounts(tx, row.order_id, report.items)
    return grantedCents
  }

  async function releaseDiscounts(tx: Transaction, orderId: number, items: ReportedProblem['items']): Promise<void> {
    for (const item of items) await authorisations.releaseUnits(tx, orderId, item)
  }

  async function closeProblem(tx: Transaction, id: number, decision: 'grant' | 'part' | 'refuse', cents: number) {
    await tx
      .updateTable('order_problem')
      .set((eb) => ({ state: 'closed', decision, granted_cents: eb('granted_cents', '+', cents), paused_at: null }))
      .where('id', '=', id)
      .execute()
  }

  async function getReturnableOrder(
    customerId: number,
    orderId: number,
    tx: Transaction = db,
  ): Promise<ReturnableOrder> {
    const order = await orders.getOrderAsPlaced(tx, customerId, orderId)
    const problems = await tx
      .selectFrom('order_problem')
      .select('state')
      .where('order_id', '=', order.id)
      .where('state', '<>', 'draft')
      .execute()
    const events = await orders.listEvents(order.id, tx)
    // A later decision may differ; units once granted stay returned.
    const grantedProblemIds = events
      .map(({ data }) => data as Partial<EventDataByKind['problem']>)
      .flatMap(({ decision, problemId }) => (decision === 'grant' && problemId ? [problemId] : []))
    const returnedItems =
      grantedProblemIds.length === 0
        ? []
        : await tx.selectFrom('order_problem_item').selectAll().where('problem_id', 'in', grantedProblemIds).execute()
    const returnedUnits = new Map<number, number>()
    for (const { product_id, units } of returnedItems)
      returnedUnits.set(product_id, (returnedUnits.get(product_id) ?? 0) + units)
    const refundablePayment = await payments.loadRefundableAmount(tx, order.id)
    // Ending an order has already refunded its balances.
    const walletCents =
      order.phase === 'void' ? 0 : order.balanceCents - (await wallet.sumRefundedToWallet(tx, order.id))
    return {
      order,
      events,
      returnedUnits,
      hasOpenProblem: problems.some(({ state }) => state !== 'closed'),
      refundableAmounts: { providerCents: refundablePayment.refundableCents, walletCents },
      requiresManualRefund: refundablePayment.requiresManualRefund,
    }
  }

  /** An order's problems as its customer sees them, the newest first; drafts are excluded. */
  async function listByOrder(orderId: number): Promise<Problem[]> {
    const rows = await db
      .selectFrom('order_problem')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('state', '<>', 'draft')
      .orderBy('id', 'desc')
      .execute()
    return loadProblems(rows)
  }

  /** @throws ShopError "problem.unknown" */
  async function getProblem(id: number): Promise<Problem> {
    const row = await db.selectFrom('order_problem').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new ShopError('problem.unknown')
    return loadProblem(row)
  }

  /** @param id undefined: the draft @throws ShopError "problem.unknown", also for another customer's */
  async function getForCustomer(customerId: number, orderId: number, id?: number): Promise<Problem> {
    const row = await db
      .selectFrom('order_problem')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('order_id', '=', orderId)
      .$if(id !== undefined, (qb) => qb.where('id', '=', id ?? 0))
      .$if(id === undefined, (qb) => qb.where('state', '=', 'draft'))
      .executeTakeFirst()
    if (!row) throw new ShopError('problem.unknown')
    return loadProblem(row)
  }

  /** Problems awaiting the shop or the customer, the one due soonest first; `closed`: the 40 decided last. */
  async function listForStaff(branchId: number | null, state: 'open' | 'closed' = 'open'): Promise<Problem[]> {
    const rows = await db
      .selectFrom('order_problem')
      .selectAll()
      .where('state', 'in', state === 'open' ? ['open', 'asked'] : ['closed'])
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .orderBy('state', 'desc')
      .orderBy('due_at', state === 'open' ? 'asc' : 'desc')
      .limit(state === 'open' ? 200 : 40)
      .execute()
    return loadProblems(rows)
  }

  /** Withdrawals whose goods are still with their customers, the oldest first. */
  async function listAwaitedReturns(branchId: number | null): Promise<Problem[]> {
    const rows = await db
      .selectFrom('order_problem')
      .selectAll()
      .where('kind', '=', 'withdraw')
      .where('state', '=', 'closed')
      .where('decision', '<>', 'refuse')
      .where('goods_back_at', 'is', null)
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .orderBy('id')
      .limit(200)
      .execute()
    return loadProblems(rows)
  }

  /**
   * The goods of a withdrawal have arrived. Returned goods are never resold, so stock does not change.
   * @param transactionHook the audit trail's line
   * @throws ShopError "problem.goods" if it is not an accepted withdrawal, or its goods have already arrived
   */
  async function receiveReturn(
    by: Extract<EventActor, { kind: 'staff' }>,
    id: number,
    transactionHook: TransactionHook,
  ): Promise<void> {
    await transact(async (tx) => {
      const row = await tx
        .updateTable('order_problem')
        .set({ goods_back_at: clock.now().toISOString() })
        .where('id', '=', id)
        .where('kind', '=', 'withdraw')
        .where('state', '=', 'closed')
        .where('decision', '<>', 'refuse')
        .where('goods_back_at', 'is', null)
        .returning('order_id')
        .executeTakeFirst()
      if (!row) throw new ShopError('problem.goods')
      await orders.recordEventAndNotify(
        tx,
        { orderId: row.order_id, kind: 'receiveGoods', by, data: { problemId: id } },
        null,
      )
      await transactionHook(tx)
    })
  }

  /** How many problems await the shop. */
  async function countOpenProblems(branchId: number | null): Promise<number> {
    const { count } = await db
      .selectFrom('order_problem')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'open')
      .$if(branchId !== null, (qb) => qb.where('branch_id', '=', branchId as number))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The refund if all of a problem were granted now. */
  async function previewGrantedRefund({ customerId, orderId, kind, items }: Problem): Promise<RefundBreakdown> {
    return calculateRefund(await getReturnableOrder(customerId, orderId), { kind, items })
  }

  /** A photo as a JPEG. @throws ShopError "problem.unknown" */
  async function readPhoto(problemId: number, photoId: number): Promise<Buffer> {
    const row = await db
      .selectFrom('order_problem_photo')
      .selectAll()
      .where('id', '=', photoId)
      .where('problem_id', '=', problemId)
      .executeTakeFirst()
    if (!row) throw new ShopError('problem.unknown')
    return Buffer.from(encryption.decryptText(row.content_encrypted, buildPhotoEncryptionContext(photoId)), 'base64')
  }

  /** All of a customer's cases, for the personal data export (LGPD, art. 18). */
  async function listByCustomer(customerId: number): Promise<Problem[]> {
    const rows = await db.selectFrom('order_problem').selectAll().where('customer_id', '=', customerId).execute()
    return loadProblems(rows)
  }

  /** Erases drafts that were never submitted. Called periodically. */
  async function eraseStaleDrafts(): Promise<void> {
    const cutoff = addMinutes(clock.now(), -retentionMinutesOf('unusedPrescriptions')).toISOString()
    await db.deleteFrom('order_problem').where('state', '=', 'draft').where('created_at', '<', cutoff).execute()
  }

  async function* reencrypt(options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
    const reencryptionDeps = { db, encryption }
    yield* reencryptColumn(
      reencryptionDeps,
      { table: 'order_problem', column: 'message', buildEncryptionContext: buildMessageEncryptionContext },
      options,
    )
    yield* reencryptColumn(
      reencryptionDeps,
      { table: 'order_problem_message', column: 'text', buildEncryptionContext: buildReplyEncryptionContext },
      options,
    )
    yield* reencryptColumn(
      reencryptionDeps,
      {
        table: 'order_problem_photo',
        column: 'content_encrypted',
        buildEncryptionContext: buildPhotoEncryptionContext,
      },
      options,
    )
  }

  async function findDraftId(tx: Transaction, orderId: number): Promise<number | null> {
    const row = await tx
      .selectFrom('order_problem')
      .select('id')
      .where('order_id', '=', orderId)
      .where('state', '=', 'draft')
      .executeTakeFirst()
    return row?.id ?? null
  }

  async function insertDraft(
    tx: Transaction,
    owner: { customerId: number; orderId: number; branchId: number },
    { kind }: ReportedProblem,
  ): Promise<number> {
    const now = clock.now().toISOString()
    const { id } = await tx
      .insertInto('order_problem')
      .values({
        order_id: owner.orderId,
        customer_id: owner.customerId,
        branch_id: owner.branchId,
        kind,
        message: '',
        state: 'draft',
        created_at: now,
        due_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function insertPhoto(tx: Transaction, problemId: number, photo: Buffer): Promise<void> {
    const { id } = await tx
      .insertInto('order_problem_photo')
      .values({ problem_id: problemId, content_encrypted: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const content_encrypted = encryption.encryptText(photo.toString('base64'), buildPhotoEncryptionContext(id))
    await tx.updateTable('order_problem_photo').set({ content_encrypted }).where('id', '=', id).execute()
  }

  async function insertMessage(
    tx: Transaction,
    problemId: number,
    author: { staffId: number | null; name: string; crf: string | null } | null,
    text: string,
  ): Promise<void> {
    const { id } = await tx
      .insertInto('order_problem_message')
      .values({
        problem_id: problemId,
        at: clock.now().toISOString(),
        staff_name: author?.name ?? null,
        staff_crf: author?.crf ?? null,
        text: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const encryptedText = encryption.encryptText(text, buildReplyEncryptionContext(id))
    await tx.updateTable('order_problem_message').set({ text: encryptedText }).where('id', '=', id).execute()
  }

  /** Locks a problem's row, so that the second of two concurrent decisions sees the first. */
  async function lockProblem(tx: Transaction, id: number): Promise<Row<'order_problem'>> {
    const row = await tx
      .updateTable('order_problem')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new ShopError('problem.unknown')
    return row
  }

  async function loadReport(tx: Transaction, id: number): Promise<ReportedProblem> {
    const row = await tx.selectFrom('order_problem').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const items = await tx.selectFrom('order_problem_item').selectAll().where('problem_id', '=', id).execute()
    return {
      kind: row.kind as ProblemKind,
      items: items.map(({ product_id, units }) => ({ productId: product_id, units })),
      message: encryption.decryptText(row.message, buildMessageEncryptionContext(id)),
    }
  }

  async function loadProblem(row: Row<'order_problem'>): Promise<Problem> {
    const [problem] = await loadProblems([row])
    if (!problem) throw new ShopError('problem.unknown')
    return problem
  }

  /** Loads items, messages and photos in three queries, whatever the number of rows. */
  async function loadProblems(rows: Row<'order_problem'>[]): Promise<Problem[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [items, messages, photos] = await Promise.all([
      db.selectFrom('order_problem_item').selectAll().where('problem_id', 'in', ids).execute(),
      db.selectFrom('order_problem_message').selectAll().where('problem_id', 'in', ids).orderBy('id').execute(),
      db
        .selectFrom('order_problem_photo')
        .select(['id', 'problem_id'])
        .where('problem_id', 'in', ids)
        .orderBy('id')
        .execute(),
    ])
    return rows.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      customerId: row.customer_id,
      branchId: row.branch_id,
      kind: row.kind as ProblemKind,
      items: items
        .filter(({ problem_id }) => problem_id === row.id)
        .map(({ product_id, units }) => ({ productId: product_id, units })),
      message: encryption.decryptText(row.message, buildMessageEncryptionContext(row.id)),
      state: row.state,
      decision: row.decision,
      grantedCents: row.granted_cents,
      createdAt: new Date(row.created_at),
      dueAt: new Date(row.due_at),
      pausedAt: row.paused_at === null ? null : new Date(row.paused_at),
      goodsReceivedAt: row.goods_back_at === null ? null : new Date(row.goods_back_at),
      messages: messages.filter(({ problem_id }) => problem_id === row.id).map(toMessage),
      photoIds: photos.filter(({ problem_id }) => problem_id === row.id).map(({ id }) => id),
    }))
  }

  function toMessage({ id, at, staff_name, staff_crf, text }: Row<'order_problem_message'>): ProblemMessage {
    return {
      at: new Date(at),
      staff: staff_name === null ? null : { name: staff_name, crf: staff_crf },
      text: encryption.decryptText(text, buildReplyEncryptionContext(id)),
    }
  }
}

/** The deadline is paused while waiting for the customer; replying to a closed case restarts it. */
function calculateDueAfterReply({ state, due_at, paused_at }: Row<'order_problem'>, now: Date): Date {
  if (state === 'closed') return addMinutes(now, responseDeadlineMinutes)
  const pausedMinutes = paused_at === null ? 0 : (now.getTime() - Date.parse(paused_at)) / 60_000
  return addMinutes(new Date(due_at), pausedMinutes)
}

function toItemRows(id: number, { items }: ReportedProblem) {
  return items.map(({ productId, units }) => ({ problem_id: id, product_id: productId, units }))
}

/** Additional authenticated data: binds each ciphertext to its row. */
const buildMessageEncryptionContext = (id: number) => `order problem ${id}`
const buildReplyEncryptionContext = (id: number) => `order problem message ${id}`
const buildPhotoEncryptionContext = (id: number) => `order problem photo ${id}`
