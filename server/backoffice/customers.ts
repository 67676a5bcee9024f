import type { Accounts } from '../accounts/accounts.ts'
import type { Block } from '../accounts/blocks.ts'
import type { Customer } from '../accounts/customers.ts'
import type { Database, TransactionHook } from '../database/connection.ts'
import type { Mail } from '../mail/mail.ts'
import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { AccountDeletion } from '../privacy/deletion.ts'
import type { ExportPersonalData } from '../privacy/personal-data.ts'
import type { AuditEntry, AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'

interface Deps {
  database: Database
  accounts: Pick<
    Accounts,
    'findCustomer' | 'listCustomers' | 'searchIdsByContact' | 'findBlock' | 'findBlockedIds' | 'block' | 'unblock'
  >
  orders: Pick<OrderService, 'listOrders' | 'emails'>
  mail: Pick<Mail, 'listByRecipient' | 'enqueueCopy'>
  eraseAccount: AccountDeletion['eraseAccount']
  exportPersonalData: ExportPersonalData
  audit: AuditLog
}

/** A customer in a list: enough to choose one, since only opening one is recorded in the audit trail. */
interface FoundCustomer {
  id: number
  name: string
  /** `m***@example.com` */
  email: string
  /** The last four digits. */
  phone: string
  createdAt: Date
  isBlocked: boolean
}

/** A customer as the shop's people see them. */
export interface BackofficeCustomer {
  customer: Customer
  block: Block | null
  /** Those that the actor may see, newest first. */
  orders: Order[]
  /** Newest first; none for a clerk, who has each order's own. */
  emails: { id: number; subject: string; writtenAt: Date }[]
  /** Who did what with the account, newest first. */
  auditEntries: AuditEntry[]
}

export type BackofficeCustomers = ReturnType<typeof createBackofficeCustomers>

/** The shop's work with its customers. Every function checks its permission; each access and each change is recorded in the audit trail. */
export function createBackofficeCustomers(deps: Deps) {
  const { database, accounts, audit } = deps
  return { search, getCustomer, resendEmail, block, unblock, exportData, erase }

  /** At most 50, by e-mail, phone, or the beginning of a name. @throws ShopError "staff.forbidden" */
  async function search(actor: Actor, term: string): Promise<FoundCustomer[]> {
    requirePermission(actor, 'customers.search')
    const ids = await accounts.searchIdsByContact(term)
    const [customers, blockedIds] = await Promise.all([accounts.listCustomers(ids), accounts.findBlockedIds(ids)])
    return customers.map(({ id, firstName, lastName, email, phone, createdAt }) => ({
      id,
      name: `${firstName} ${lastName}`,
      email: email.replace(/^(.).*@/, '$1***@'),
      phone: phone.slice(-4),
      createdAt,
      isBlocked: blockedIds.has(id),
    }))
  }

  /**
   * A clerk finds those alone who have an order that the clerk may see.
   * @throws ShopError "staff.forbidden", "customer.unknown"
   */
  async function getCustomer(actor: Actor, id: number): Promise<BackofficeCustomer> {
    requirePermission(actor, 'customers.find')
    const customer = await requireActiveCustomer(id)
    const orders = (await deps.orders.listOrders(id)).filter((order) => canSeeOrder(actor, order))
    const maySearchAll = hasPermission(actor, 'customers.search')
    if (!maySearchAll && orders.length === 0) throw new ShopError('customer.unknown')
    const [block, emails, auditEntries] = await Promise.all([
      accounts.findBlock(id),
      maySearchAll ? deps.mail.listByRecipient(customer.email) : [],
      audit.listEntries(actor, { target: toAuditTarget(id) }),
    ])
    await database.transact(createCustomerAuditRecorder(actor, 'customers.look', id))
    return { customer, block, orders, emails, auditEntries }
  }

  /** @throws ShopError "staff.forbidden", "customer.unknown", also for an e-mail to somebody else */
  async function resendEmail(actor: Actor, id: number, emailId: number): Promise<void> {
    requirePermission(actor, 'customers.manage')
    const { email } = await requireActiveCustomer(id)
    const emails = await deps.mail.listByRecipient(email)
    const writtenEmail = emails.find(({ id }) => id === emailId)
    if (!writtenEmail) throw new ShopError('customer.unknown')
    await database.transact(async (tx) => {
      if (writtenEmail.orderId === null) await deps.mail.enqueueCopy(tx, emailId)
      else await deps.orders.emails.resendEmail(tx, writtenEmail.orderId, emailId)
      await audit.record(tx, actor, 'customers.sendMailAgain', toAuditTarget(id))
    })
  }

  /**
   * Signs them out everywhere, and lets them neither in nor order. Their orders go on.
   * @throws ShopError "staff.forbidden", "customer.unknown", "reason.missing", "block.changed"
   */
  async function block(actor: Actor, id: number, reason: string): Promise<void> {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    await accounts.block(id, reason, createCustomerAuditRecorder(actor, 'customers.block', id))
  }

  /** @throws ShopError "staff.forbidden", "customer.unknown", "block.changed" */
  async function unblock(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    await accounts.unblock(id, createCustomerAuditRecorder(actor, 'customers.unblock', id))
  }

  /** The same that customers download themselves. @throws ShopError "staff.forbidden", "customer.unknown" */
  async function exportData(actor: Actor, id: number) {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    const data = await deps.exportPersonalData(id)
    // Nothing is handed out without its line.
    await database.transact(createCustomerAuditRecorder(actor, 'customers.export', id))
    return data
  }

  /**
   * The same that customers can do themselves, by the same rules.
   * @param confirmation the account's e-mail, so that nobody is erased by a slip
   * @throws ShopError "staff.forbidden", "customer.unknown", "erasure.unconfirmed", "erasure.underWay"
   */
  async function erase(actor: Actor, id: number, confirmation: string): Promise<void> {
    requirePermission(actor, 'customers.manage')
    const { email } = await requireActiveCustomer(id)
    if (normalizeInput(confirmation).toLowerCase() !== email)
      throw new ShopError('erasure.unconfirmed', { input: 'email' })
    await deps.eraseAccount(id, createCustomerAuditRecorder(actor, 'customers.erase', id)).catch((error) => {
      // The message of that code addresses the customer.
      if (error instanceof ShopError && error.code === 'order.underWay')
        throw new ShopError('erasure.underWay', { orderId: error.orderId }, { cause: error })
      if (error instanceof ShopError && error.code === 'token.invalid') throw new ShopError('customer.unknown')
      throw error
    })
  }

  async function requireActiveCustomer(id: number): Promise<Customer> {
    const customer = await accounts.findCustomer(id)
    if (!customer) throw new ShopError('customer.unknown')
    return customer
  }

  function createCustomerAuditRecorder(actor: Actor, action: string, id: number): TransactionHook {
    return (tx) => audit.record(tx, actor, action, toAuditTarget(id))
  }
}

/** A customer's name in the audit trail: who was erased must not be read there. */
function toAuditTarget(customerId: number) {
  return { type: 'customer', id: customerId } as const
}
