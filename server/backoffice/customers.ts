import type { AccountService } from '../accounts/accounts.ts'
import type { CustomerBlock } from '../accounts/blocks.ts'
import type { Customer } from '../accounts/customers.ts'
import type { Database, TransactionHook } from '../database/connection.ts'
import type { MailService } from '../mail/mail.ts'
import type { Order } from '../orders/order.ts'
import type { OrderService } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'
import type { AccountDeletionService } from '../privacy/deletion.ts'
import type { PersonalDataExporter } from '../privacy/personal-data.ts'
import type { AuditEntry, AuditLog } from '../staff/audit.ts'
import { type Actor, canSeeOrder, hasPermission, requirePermission } from '../staff/roles.ts'

interface Deps {
  database: Database
  accounts: Pick<
    AccountService,
    | 'findCustomer'
    | 'listCustomers'
    | 'searchIdsByContact'
    | 'findBlock'
    | 'listBlockedCustomerIds'
    | 'blockCustomer'
    | 'unblockCustomer'
  >
  orders: Pick<OrderService, 'listOrders' | 'emails'>
  mail: Pick<MailService, 'listByRecipient' | 'enqueueCopy'>
  eraseAccount: AccountDeletionService['eraseAccount']
  exportPersonalData: PersonalDataExporter
  audit: AuditLog
}

/** A customer in a list: enough to choose one, since only opening one is recorded in the audit trail. */
interface CustomerSearchResult {
  id: number
  name: string
  /** `m***@example.com` */
  maskedEmail: string
  /** The last four digits. */
  phoneLastDigits: string
  createdAt: Date
  isBlocked: boolean
}

/** A customer as the shop's people see them. */
export interface BackofficeCustomer {
  customer: Customer
  block: CustomerBlock | null
  /** Those that the actor may see, newest first. */
  orders: Order[]
  /** Newest first; none for a clerk, who has each order's own. */
  emails: { id: number; subject: string; writtenAt: Date }[]
  /** Who did what with the account, newest first. */
  auditEntries: AuditEntry[]
}

export type BackofficeCustomerService = ReturnType<typeof createBackofficeCustomerService>

/** The shop's work with its customers. Every function checks its permission; each access and each change is recorded in the audit trail. */
export function createBackofficeCustomerService(deps: Deps) {
  const { database, accounts, audit } = deps
  return {
    searchCustomers,
    getCustomer,
    resendEmail,
    blockCustomer,
    unblockCustomer,
    exportCustomerData,
    eraseCustomer,
  }

  /** At most 50, by e-mail, phone, or the beginning of a name. @throws ShopError "staff.forbidden" */
  async function searchCustomers(actor: Actor, term: string): Promise<CustomerSearchResult[]> {
    requirePermission(actor, 'customers.search')
    const ids = await accounts.searchIdsByContact(term)
    const [customers, blockedIds] = await Promise.all([
      accounts.listCustomers(ids),
      accounts.listBlockedCustomerIds(ids),
    ])
    return customers.map(({ id, firstName, lastName, email, phone, createdAt }) => ({
      id,
      name: `${firstName} ${lastName}`,
      maskedEmail: email.replace(/^(.).*@/, '$1***@'),
      phoneLastDigits: phone.slice(-4),
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
    const resentEmail = emails.find(({ id }) => id === emailId)
    if (!resentEmail) throw new ShopError('customer.unknown')
    await database.transact(async (tx) => {
      if (resentEmail.orderId === null) await deps.mail.enqueueCopy(tx, emailId)
      else await deps.orders.emails.resendEmail(tx, resentEmail.orderId, emailId)
      await audit.record(tx, actor, 'customers.sendMailAgain', toAuditTarget(id))
    })
  }

  /**
   * Signs them out everywhere, and lets them neither in nor order. Their orders go on.
   * @throws ShopError "staff.forbidden", "customer.unknown", "reason.missing", "block.changed"
   */
  async function blockCustomer(actor: Actor, id: number, reason: string): Promise<void> {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    await accounts.blockCustomer(id, reason, createCustomerAuditRecorder(actor, 'customers.block', id))
  }

  /** @throws ShopError "staff.forbidden", "customer.unknown", "block.changed" */
  async function unblockCustomer(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    await accounts.unblockCustomer(id, createCustomerAuditRecorder(actor, 'customers.unblock', id))
  }

  /** The same that customers download themselves. @throws ShopError "staff.forbidden", "customer.unknown" */
  async function exportCustomerData(actor: Actor, id: number) {
    requirePermission(actor, 'customers.manage')
    await requireActiveCustomer(id)
    const personalData = await deps.exportPersonalData(id)
    // Nothing is handed out without its line.
    await database.transact(createCustomerAuditRecorder(actor, 'customers.export', id))
    return personalData
  }

  /**
   * The same that customers can do themselves, by the same rules.
   * @param confirmationEmail the account's e-mail, so that nobody is erased by a slip
   * @throws ShopError "staff.forbidden", "customer.unknown", "erasure.unconfirmed", "erasure.underWay"
   */
  async function eraseCustomer(actor: Actor, id: number, confirmationEmail: string): Promise<void> {
    requirePermission(actor, 'customers.manage')
    const { email } = await requireActiveCustomer(id)
    if (normalizeInput(confirmationEmail).toLowerCase() !== email)
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
