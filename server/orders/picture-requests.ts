import { pictureRequestTexts } from '../../app/texts/picture-requests.ts'
import type { Context, OutsideTransaction } from '../context.ts'
import { isShopError, ShopError } from '../platform/errors.ts'
import { createFairRounds } from '../platform/for-each-isolated.ts'
import type { Pharmacist } from '../prescriptions/pharmacist.ts'
import {
  endPictureRequests,
  eraseSparePicture,
  insertPictureRequest,
  listWaitingPictureRequests,
  placePicture,
  storePicture,
} from '../prescriptions/picture-requests.ts'
import type { PictureRequest } from '../prescriptions/prescription.ts'
import { findPrescription } from '../prescriptions/prescription-queries.ts'
import { findOrderOf } from '../prescriptions/review.ts'
import type { EventActor } from './events.ts'
import { lockOrder, rejectPrescription } from './order-commands.ts'
import { recordEventAndNotify } from './order-emails.ts'
import { findOrder } from './order-queries.ts'

const maxRequestsPerRound = 100

const createOverdueRounds = () => createFairRounds(maxRequestsPerRound)

/**
 * A pharmacist asks for another picture of a part: its order waits a day for it. The customer is told by e-mail.
 * @throws ShopError "prescription.unknown", "prescription.decided", "picture.waiting"
 */
export function requestPicture(
  ctx: Context,
  request: Pick<PictureRequest, 'prescriptionId' | 'partId' | 'reason'>,
  by: Extract<EventActor, { kind: 'staff' }> & { pharmacist: Pharmacist },
): Promise<PictureRequest> {
  return ctx.transact(async (ctx) => {
    const orderId = await findOrderOf(ctx, request.prescriptionId)
    if (orderId === null) throw new ShopError('prescription.decided')
    const { status } = await lockOrder(ctx, orderId)
    if (status !== 'prescription_review') throw new ShopError('prescription.decided')
    const pictureRequest = await insertPictureRequest(ctx, request, by.pharmacist)
    const data = { until: pictureRequest.dueAt.toISOString() }
    await recordEventAndNotify(ctx, { orderId, kind: 'requestPicture', by, data }, 'pictureRequested')
    return pictureRequest
  })
}

/**
 * The customer sends it: it comes in the place of the earlier one, and the prescription is reviewed as any other.
 * @throws ShopError "order.unknown" for another customer's, "picture.late" where nobody waits for it any more, "file.missing", "file.…"
 */
export async function sendPicture(
  ctx: OutsideTransaction,
  customerId: number,
  orderId: number,
  requestId: number,
  bytes: Uint8Array | undefined,
): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (order?.customerId !== customerId) throw new ShopError('order.unknown')
  const prescription = order.prescriptionId === null ? null : await findPrescription(ctx, order.prescriptionId)
  const request = prescription?.pictureRequest
  if (!request || request.id !== requestId || !isWaiting(ctx, request)) throw new ShopError('picture.late')
  if (!bytes) throw new ShopError('file.missing', { input: 'file' })
  const picture = await storePicture(ctx, request, bytes)
  try {
    await ctx.transact(async (ctx) => {
      await lockOrder(ctx, orderId)
      const isInTime = isWaiting(ctx, request)
      if (!isInTime || !(await endPictureRequests(ctx, request.prescriptionId, 'answered', requestId)))
        throw new ShopError('picture.late')
      await placePicture(ctx, request.prescriptionId, picture)
      await recordEventAndNotify(ctx, { orderId, kind: 'sendPicture', by: { kind: 'customer', id: customerId } }, null)
    })
  } finally {
    await eraseSparePicture(ctx, picture)
  }
}

/** Ends what nobody answered in a day, as the pharmacist would have: their reason, and that no other picture came. Called periodically. */
export async function endUnansweredPictureRequests(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.memory(createOverdueRounds)(
    (await listWaitingPictureRequests(ctx)).filter(({ dueAt }) => dueAt <= now),
    ({ id }) => `picture request ${id}`,
    (request) => endPictureRequest(ctx, request),
  )
}

async function endPictureRequest(ctx: Context, { id, prescriptionId, reason, by }: PictureRequest): Promise<void> {
  try {
    await ctx.transact(async (ctx) => {
      const orderId = await findOrderOf(ctx, prescriptionId)
      if (orderId !== null) await lockOrder(ctx, orderId)
      if (!(await endPictureRequests(ctx, prescriptionId, 'over', id))) return
      await rejectPrescription(
        ctx,
        prescriptionId,
        { kind: 'job', pharmacist: by },
        pictureRequestTexts.lateReason(reason),
      )
    })
  } catch (error) {
    if (!isShopError(error, 'prescription.decided')) throw error
    // Its order ended otherwise.
    await ctx.transact((ctx) => endPictureRequests(ctx, prescriptionId, 'over', id))
  }
}

function isWaiting(ctx: Context, { state, dueAt }: PictureRequest): boolean {
  return state === 'waiting' && dueAt > ctx.clock.now()
}
