import type { Context } from '../../context.ts'
import { createBackofficeOrdersOperations } from './orders.operations.ts'
import { createBackofficeProblemsOperations } from './problems.operations.ts'
import { createBackofficeProductsOperations } from './products.operations.ts'
import { createStaffSessionOperations } from './staff-session.operations.ts'

/**
 * The staff's registry: every call under /api/staff by its path, over the functions that the back office's pages call, too. What the store's
 * own systems need, by the scopes of their keys; all else only the back office's pages do.
 */
export function createStaffOperations(ctx: Context) {
  return {
    ...createStaffSessionOperations(ctx),
    ...createBackofficeOrdersOperations(ctx),
    ...createBackofficeProblemsOperations(ctx),
    ...createBackofficeProductsOperations(ctx),
  }
}
