import type { OrderStatus, StaffRole } from '../database/schema.ts'
import { ShopError } from '../platform/errors.ts'

/** Who acts: one of the staff, signed in with both factors, the operator on the command line, or a system of the store's. */
export interface Actor {
  /** Null on the command line, and for a system. */
  staffId: number | null
  name: string
  role: StaffRole | 'operator' | 'system'
  /** What a system's API key is for; nobody else has any. */
  scopes?: readonly ApiKeyScope[] | undefined
  /** `SP-12345`, of pharmacists. */
  crf: string | null
  /** The branch whose orders they handle; null: all. */
  branchId: number | null
  /** Where the request came from, for the audit trail. */
  clientNetwork: string
}

/** Each in this order, on pages and on the command line. */
export const staffRoles = ['owner', 'pharmacist', 'clerk'] as const satisfies StaffRole[]

const allRoles: StaffRole[] = [...staffRoles]

/** Who may what. A permission without roles here does not compile. */
const rolesByPermission = {
  'orders.see': allRoles,
  /** Advance, pick, take out what the shelf lacks, print, send an e-mail again. */
  'orders.handle': allRoles,
  /** Cancel, refund; answer a clerk's request for it. */
  'orders.end': ['owner', 'pharmacist'],
  'orders.askEnd': ['clerk'],
  /** What customers tell of their orders, and their photos. */
  'requests.see': allRoles,
  'requests.answer': ['owner', 'pharmacist'],
  /** That they wait, and the facts. */
  'prescriptions.see': ['owner', 'pharmacist'],
  /** Their files, and the decision. */
  'prescriptions.decide': ['pharmacist'],
  /** One who has an order that they see. */
  'customers.find': allRoles,
  /** Any, by name, e-mail or phone. */
  'customers.search': ['owner', 'pharmacist'],
  /** Write to them again, block, export, erase. */
  'customers.manage': ['owner'],
  'products.see': allRoles,
  'products.price': ['owner'],
  /** Above the legal ceiling, with a reason. */
  'products.exceedCeiling': ['owner'],
  /** The CMED's list, and the rates by which it is read. */
  'products.ceilings': ['owner'],
  'products.stock': ['owner', 'clerk'],
  'products.pause': ['owner', 'pharmacist'],
  'products.import': ['owner'],
  /** Discounts with a beginning and an end. */
  'products.promote': ['owner'],
  'products.picture': ['owner'],
  /** What its page tells beside the file's columns. */
  'products.describe': ['owner'],
  'window.change': ['owner'],
  /** What it tells of itself, its looks, and its cashback. */
  'shop.change': ['owner'],
  'staff.manage': ['owner'],
  /** API keys for the store's own systems. */
  'keys.manage': ['owner'],
  'audit.ofOthers': ['owner'],
  /** Of the command line alone. */
  'accessLog.read': [],
  'figures.see': ['owner'],
  'webhooks.manage': ['owner'],
} satisfies Record<string, StaffRole[]>

export type Permission = keyof typeof rolesByPermission

/** What an API key may be for. */
const permissionsByScope = {
  orders: ['orders.see', 'orders.handle', 'requests.see', 'requests.answer'],
  stock: ['products.see', 'products.stock'],
  prices: ['products.see', 'products.price'],
} satisfies Record<string, Permission[]>

export type ApiKeyScope = keyof typeof permissionsByScope
export const apiKeyScopes = Object.keys(permissionsByScope) as ApiKeyScope[]

/** The operator has the machine, and so every permission. */
export function hasPermission(
  { role, scopes: actorScopes = [] }: Pick<Actor, 'role' | 'scopes'>,
  permission: Permission,
): boolean {
  if (role === 'operator') return true
  if (role === 'system')
    return actorScopes.some((scope) => (permissionsByScope[scope] as Permission[]).includes(permission))
  return (rolesByPermission[permission] as StaffRole[]).includes(role)
}

/** Whether an order is one of those that they see, in lists and by its number: who works in one branch sees only that one's. */
export function canSeeOrder({ branchId }: Actor, order: { branchId: number; status: OrderStatus }): boolean {
  return branchId === null || order.branchId === branchId
}

/** @throws ShopError "staff.forbidden" */
export function requirePermission(actor: Pick<Actor, 'role' | 'scopes'>, permission: Permission): void {
  if (!hasPermission(actor, permission)) throw new ShopError('staff.forbidden')
}
