import { type EmailRecipient, findEmailRecipient } from '../accounts/customers.ts'
import { type CodeSubject, consumeCode, sendCode, verifyCode } from '../accounts/email-codes.ts'
import type { Context, OutsideTransaction, TransactionContext } from '../context.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { assertNoOpenOrders } from '../orders/order-queries.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { createFairRounds, forEachIsolated } from '../platform/for-each-isolated.ts'
import { retentionMinutesOf } from '../platform/retention.ts'
import { erasePrescription } from '../prescriptions/claims.ts'
import {
  deleteLateWrites,
  eraseBuyerData,
  eraseCustomer,
  selectErasablePrescriptions,
  selectExpiredRetainedPrescriptions,
  selectOrdersWithErasedBuyer,
} from './erasure.sql.ts'

const deletionPath = '/excluir-conta?etapa=codigo'
/** Orders, and prescriptions, per round. */
const batchSize = 100

const createBuyerRounds = () => createFairRounds(batchSize)
const createPrescriptionRounds = () => createFairRounds(batchSize)

/** Called periodically. */
export function eraseLateWrites(ctx: Context): Promise<void> {
  return deleteLateWrites(ctx)
}

/**
 * Mails a deletion code to the account's own address. Its link leads to `callbackUrl`, a page of the shop.
 * @throws ShopError "order.underWay", "limit.reached"
 */
export async function sendDeletionCode(ctx: Context, customerId: number, callbackUrl = deletionPath): Promise<void> {
  await assertNoOpenOrders(ctx, customerId)
  const customer = await requireActiveCustomer(ctx, customerId)
  await sendCode(ctx, toCodeSubject(customer), (code, minutes) =>
    createNotice('deletionCode', customer.firstName, code, minutes, callbackUrl),
  )
}

/**
 * Deletes an account by code: personal data is erased, orders stay without it, and every device is signed out.
 * @throws ShopError "code.invalid", "order.underWay", "limit.reached"
 */
export async function deleteAccount(
  ctx: Context,
  customerId: number,
  code: string,
  clientNetwork: string,
): Promise<void> {
  const customer = await requireActiveCustomer(ctx, customerId)
  await verifyCode(ctx, toCodeSubject(customer), { code, clientNetwork })
  await ctx.transact(async (ctx) => {
    await consumeCode(ctx, toCodeSubject(customer), code)
    await eraseAndNotify(ctx, customer)
  })
  // Of the shop's own people the audit trail tells it.
  ctx.securityLog.logAction('customers.erase', {
    by: 'customer',
    record: `customer ${customer.id}`,
    network: ctx.securityLog.pseudonymize(clientNetwork),
  })
  await eraseTraces(ctx)
}

/**
 * The same without a code, for the shop's own people, who verify the customer's request in another way. `eraseTraces` follows.
 * @throws ShopError "order.underWay"; "token.invalid" when the account was deleted meanwhile
 */
export async function eraseAccount(ctx: Context, customerId: number): Promise<void> {
  await ctx.transact(async (ctx) => eraseAndNotify(ctx, await requireActiveCustomer(ctx, customerId)))
}

function toCodeSubject({ id, email }: EmailRecipient): CodeSubject {
  return { email, purpose: 'deletion', customerId: id }
}

/** @throws ShopError "token.invalid" when the account was deleted meanwhile */
async function requireActiveCustomer(ctx: Context, customerId: number): Promise<EmailRecipient> {
  const customer = await findEmailRecipient(ctx, customerId)
  if (!customer) throw new ShopError('token.invalid')
  return customer
}

async function eraseAndNotify(ctx: TransactionContext, { id, email, firstName }: EmailRecipient): Promise<void> {
  await eraseCustomer(ctx, { id, email })
  // Only now: an order being placed at the same time has locked the customer's row, so it is seen here.
  await assertNoOpenOrders(ctx, id)
  await notify(ctx, createNotice('accountDeleted', firstName), { email })
}

/**
 * Erases at once what orders and prescriptions no longer need, and what the database's log still holds. The account is
 * already deleted, so failures are ignored here: the jobs log them and try again.
 */
export async function eraseTraces(ctx: OutsideTransaction): Promise<void> {
  await finishErasures(ctx).catch(() => {})
  await ctx.truncateWal().catch(() => {})
}

/**
 * Erases what an order under way still needed when its account was erased, once it has ended, and retained prescriptions after their
 * term. Called periodically.
 */
export async function finishErasures(ctx: Context): Promise<void> {
  const kinds = [
    { name: 'buyers', erase: () => eraseBuyers(ctx) },
    { name: 'prescriptions', erase: () => erasePrescriptions(ctx) },
  ]
  await forEachIsolated(
    kinds,
    ({ name }) => name,
    ({ erase }) => erase(),
  )
}

async function eraseBuyers(ctx: Context): Promise<void> {
  await ctx.memory(createBuyerRounds)(
    await selectOrdersWithErasedBuyer(ctx),
    ({ id }) => `order ${id}`,
    (order) => ctx.transact((ctx) => eraseBuyerData(ctx, order)),
  )
}

async function erasePrescriptions(ctx: Context): Promise<void> {
  const cutoff = addMinutes(ctx.clock.now(), -retentionMinutesOf('retainedPrescriptions'))
  const expiredPrescriptions = await selectExpiredRetainedPrescriptions(ctx, cutoff)
  await ctx.memory(createPrescriptionRounds)(
    [...(await selectErasablePrescriptions(ctx)), ...expiredPrescriptions],
    ({ id }) => `prescription ${id}`,
    ({ id, orderId }) => erasePrescription(ctx, id, orderId),
  )
}
