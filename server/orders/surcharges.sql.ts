import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { isToBePaidAtDoor } from './door-terms.ts'
import type { EventActor } from './events.ts'
import { recordEventAndNotify } from './order-emails.ts'
import type { Surcharge } from './surcharge.ts'

/**
 * Asks the customer for what a change costs besides: it takes effect once that is paid.
 * @param details what takes effect, as JSON
 * @param dueAt left out: as long as an order waits for its payment
 * @throws ShopError "change.dearer" where nothing can be paid by Pix, "change.waiting" where another one waits
 */
export async function askForSurcharge(
  ctx: TransactionContext,
  { orderId, kind, details, amountCents }: Pick<Surcharge, 'orderId' | 'kind' | 'amountCents'> & { details: object },
  by: EventActor,
  dueAt = addMinutes(ctx.clock.now(), ctx.settings.paymentTimeoutMinutes),
): Promise<Surcharge> {
  await assertSurchargePossible(ctx, orderId, amountCents)
  await assertNoSurcharge(ctx, orderId)
  const row = await ctx.db
    .insertInto('orderSurcharge')
    .values({
      ...{ orderId, kind, amountCents, dueAt },
      details: JSON.stringify(details),
      state: 'waiting',
      createdAt: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const data = { cents: amountCents, until: dueAt.toISOString() }
  await recordEventAndNotify(ctx, { orderId, kind: 'askSurcharge', by, data }, 'surchargeDue')
  return toSurcharge(row)
}

/** @throws ShopError "change.dearer" where nothing can be paid by Pix, or all is paid at the door */
export async function assertSurchargePossible(ctx: Context, orderId: number, cents: number): Promise<void> {
  if (!ctx.settings.offeredProviderNames.includes('pix') || (await isToBePaidAtDoor(ctx, orderId)))
    throw new ShopError('change.dearer', { cents })
}

/** @throws ShopError "change.waiting" */
export async function assertNoSurcharge(ctx: Context, orderId: number): Promise<void> {
  const waitingRow = await selectSurcharges(ctx)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waitingRow) throw new ShopError('change.waiting')
}

export function selectSurcharges(ctx: Context) {
  return ctx.db.selectFrom('orderSurcharge').selectAll()
}

export function toSurcharge({ id, orderId, kind, amountCents, state, dueAt }: Row<'orderSurcharge'>): Surcharge {
  return { id, orderId, kind, amountCents, state, dueAt }
}
