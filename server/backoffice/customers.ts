import * as blocks from '../accounts/blocks.ts'
import { type Customer, findCustomer, listCustomers, searchIdsByContact } from '../accounts/customers.ts'
import type { Context, TransactionContext } from '../context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import { enqueueCopy, listByRecipient } from '../notify/mail/mail.ts'
import type { Order } from '../orders/order.ts'
import * as orderEmails from '../orders/order-emails.ts'
import { listOrders } from '../orders/order-queries.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { normalizeInput } from '../platform/user-input.ts'
import { eraseAccount, eraseTraces } from '../privacy/deletion.ts'
import { exportPersonalData } from '../privacy/personal-data.ts'
import { type AuditEntry, findNewestId, listEntries, record } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'

/** A customer in a list: enough to choose one, since only opening one is recorded in the audit trail. */
interface CustomerSearchResult {
  id: number
  name: string
  /** `m***@example.com` */
  maskedEmail: string
  phoneLastDigits: string
  createdAt: Date
  isBlocked: boolean
}

/** A customer as the shop's people see them. */
export interface BackofficeCustomer {
  customer: Customer
  block: blocks.CustomerBlock | null
  /** Those that the actor may see, newest first. */
  orders: Order[]
  /** Newest first; none for a clerk, who has each order's own. */
  emails: { id: number; subject: string; writtenAt: Date }[]
  /** Who did what with the account, newest first. */
  auditEntries: AuditEntry[]
  /** The hash of what the staff have done with the account, for the forms that do more. */
  seenHash: string
}

/** What the staff do with an account. */
const customerChanges = ['customers.sendMailAgain', 'customers.block', 'customers.unblock', 'customers.erase'] as const

/** At most 50, by e-mail, phone, or the beginning of a name. */
export async function searchCustomers(ctx: Context, actor: Actor, term: string): Promise<CustomerSearchResult[]> {
  requirePermission(actor, 'customers.search')
  const ids = await searchIdsByContact(ctx, term)
  const [customers, blockedIds] = await Promise.all([listCustomers(ctx, ids), blocks.listBlockedCustomerIds(ctx, ids)])
  return customers.map(({ id, firstName, lastName, email, phone, createdAt }) => ({
    id,
    name: `${firstName} ${lastName}`,
    maskedEmail: email.replace(/^(.).*@/, '$1***@'),
    phoneLastDigits: phone.slice(-4),
    createdAt,
    isBlocked: blockedIds.has(id),
  }))
}

/** A clerk finds those alone who have an order that the clerk may see. */
export async function getCustomer(ctx: Context, actor: Actor, id: number, emailPage = 1): Promise<BackofficeCustomer> {
  requirePermission(actor, 'customers.find')
  const customer = await requireActiveCustomer(ctx, id)
  const orders = (await listOrders(ctx, id)).filter((order) => canSeeOrder(actor, order))
  const maySearchAll = hasPermission(actor, 'customers.search')
  if (!maySearchAll && orders.length === 0) throw new ShopError('customer.unknown')
  // First: what happens meanwhile is refused rather than unseen.
  const seenHash = toSeenHash(await findLastChangeId(ctx, id))
  const [block, emails, auditEntries] = await Promise.all([
    blocks.findBlock(ctx, id),
    maySearchAll ? listByRecipient(ctx, customer.email, emailPage) : [],
    listEntries(ctx, actor, { target: toAuditTarget(id) }),
  ])
  await ctx.transact((ctx) => record(ctx, actor, 'customers.look', toAuditTarget(id)))
  return { customer, block, orders, emails, auditEntries, seenHash }
}

export const resendEmail = staffCommand({
  permission: 'customers.manage',
  action: 'customers.sendMailAgain',
  async run(ctx, _, id: number, emailId: number, seenHash: string) {
    const { email } = await requireActiveCustomer(ctx, id)
    const emails = await listByRecipient(ctx, email)
    const resentEmail = emails.find(({ id }) => id === emailId)
    if (!resentEmail) throw new ShopError('customer.unknown')
    if (resentEmail.orderId === null) await enqueueCopy(ctx, emailId)
    else await orderEmails.resendEmail(ctx, resentEmail.orderId, emailId)
    await assertLastChangeSeen(ctx, id, seenHash)
  },
  audit: (_, id) => toAuditTarget(id),
})

/** Signs them out everywhere, and lets them neither in nor order. Their orders go on. */
export const blockCustomer = staffCommand({
  permission: 'customers.manage',
  action: 'customers.block',
  async run(ctx, _, id: number, reason: string, seenHash: string) {
    await requireActiveCustomer(ctx, id)
    await blocks.blockCustomer(ctx, id, reason)
    await assertLastChangeSeen(ctx, id, seenHash)
  },
  audit: (_, id) => toAuditTarget(id),
})

export const unblockCustomer = staffCommand({
  permission: 'customers.manage',
  action: 'customers.unblock',
  async run(ctx, _, id: number, seenHash: string) {
    await requireActiveCustomer(ctx, id)
    await blocks.unblockCustomer(ctx, id)
    await assertLastChangeSeen(ctx, id, seenHash)
  },
  audit: (_, id) => toAuditTarget(id),
})

/** The same that customers download themselves. */
export async function exportCustomerData(ctx: Context, actor: Actor, id: number) {
  requirePermission(actor, 'customers.manage')
  await requireActiveCustomer(ctx, id)
  const personalData = await exportPersonalData(ctx, id)
  // Nothing is handed out without its line.
  await ctx.transact((ctx) => record(ctx, actor, 'customers.export', toAuditTarget(id)))
  return personalData
}

/**
 * The same that customers can do themselves, by the same rules.
 * @param confirmationEmail the account's e-mail, so that nobody is erased by a slip
 * @param seenHash of the page; undefined on the command line, where none stood before
 */
export async function eraseCustomer(
  ctx: Context,
  actor: Actor,
  id: number,
  confirmationEmail: string,
  seenHash?: string,
): Promise<void> {
  await eraseConfirmedCustomer(ctx, actor, id, confirmationEmail, seenHash).catch((error) => {
    // The message of that code addresses the customer.
    if (error instanceof ShopError && error.code === 'order.underWay')
      throw new ShopError('erasure.underWay', { orderId: error.orderId }, { cause: error })
    if (error instanceof ShopError && error.code === 'token.invalid') throw new ShopError('customer.unknown')
    throw error
  })
  await eraseTraces(ctx)
}

const eraseConfirmedCustomer = staffCommand({
  permission: 'customers.manage',
  action: 'customers.erase',
  async run(ctx, _, id: number, confirmationEmail: string, seenHash: string | undefined) {
    const { email } = await requireActiveCustomer(ctx, id)
    if (normalizeInput(confirmationEmail).toLowerCase() !== email)
      throw new ShopError('erasure.unconfirmed', { input: 'email' })
    await eraseAccount(ctx, id)
    await assertLastChangeSeen(ctx, id, seenHash)
  },
  audit: (_, id) => toAuditTarget(id),
})

async function requireActiveCustomer(ctx: Context, id: number): Promise<Customer> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw new ShopError('customer.unknown')
  return customer
}

/** Until the transaction ends no other change is recorded. */
async function assertLastChangeSeen(ctx: TransactionContext, id: number, seenHash: string | undefined): Promise<void> {
  await lockUntilCommit(ctx.engine, ctx.db, 'customer by staff', id)
  if (seenHash !== undefined) assertSeen(await findLastChangeId(ctx, id), seenHash)
}

function findLastChangeId(ctx: Context, id: number): Promise<number | null> {
  return findNewestId(ctx, toAuditTarget(id), customerChanges)
}

/** A customer's name in the audit trail: who was erased must not be read there. */
function toAuditTarget(customerId: number) {
  return { type: 'customer', id: customerId } as const
}
