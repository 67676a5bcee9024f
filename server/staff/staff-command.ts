import type { Context, TransactionContext } from '../context.ts'
import { type AuditTarget, record } from './audit.ts'
import { type Actor, type Permission, requirePermission } from './roles.ts'

/** What the trail says of a command: what it was done with, and something short beside it. */
export type AuditLine = AuditTarget & { detail?: string | null }

interface CommandDetails<Args extends unknown[], Result> {
  permission: Permission
  /** As the trail names it: `window.coupon`. */
  action: string
  /** The change. What it refuses by an error is undone, and stands in no trail. */
  run: (ctx: TransactionContext, actor: Actor, ...args: Args) => Promise<Result>
  /** Its parameters are those of `run`, which alone says what they are. */
  audit: (result: NoInfer<Result>, ...args: Extract<Args, unknown[]>) => AuditLine
}

/** Permission, then the change and its line of the audit trail in one transaction. @throws ShopError "staff.forbidden" */
export function staffCommand<Args extends unknown[], Result>({
  permission,
  action,
  run,
  audit,
}: CommandDetails<Args, Result>): (ctx: Context, actor: Actor, ...args: Args) => Promise<Result> {
  return async (ctx, actor, ...args) => {
    requirePermission(actor, permission)
    return ctx.transact(async (ctx) => {
      const result = await run(ctx, actor, ...args)
      const { detail, ...target } = audit(result, ...(args as Extract<Args, unknown[]>))
      await record(ctx, actor, action, target, detail)
      return result
    })
  }
}
