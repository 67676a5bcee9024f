import type { Branch } from '../delivery/branch.ts'
import type { BranchSettingsInput } from '../delivery/branch-settings.ts'
import type { DeliveryService } from '../delivery/delivery.ts'
import { ShopError } from '../platform/errors.ts'
import type { AuditLog } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'

interface Deps {
  delivery: Pick<DeliveryService, 'listBranches' | 'listBranchSettings' | 'changeBranchSettings'>
  audit: AuditLog
}

export interface BackofficeBranch {
  branch: Branch
  settings: BranchSettingsInput
}

export type BackofficeBranchService = ReturnType<typeof createBackofficeBranchService>

/** What each branch asks for deliveries, its windows, and whether orders may be picked up there. */
export function createBackofficeBranchService({ delivery, audit }: Deps) {
  return { listBranches, changeBranchSettings }

  /** Those that one of the staff may see: their own, or all. */
  async function listBranches(actor: Actor): Promise<BackofficeBranch[]> {
    requirePermission(actor, 'window.change')
    const branches = (await delivery.listBranches()).filter(
      ({ id }) => actor.branchId === null || id === actor.branchId,
    )
    return delivery.listBranchSettings(branches)
  }

  /** @throws ShopError "staff.forbidden", "branch.unknown", those of `changeBranchSettings` */
  async function changeBranchSettings(actor: Actor, branchId: number, settings: BranchSettingsInput): Promise<void> {
    const branches = await listBranches(actor)
    if (!branches.some(({ branch }) => branch.id === branchId)) throw new ShopError('branch.unknown')
    await delivery.changeBranchSettings(branchId, settings, (tx) =>
      audit.record(tx, actor, 'branches.change', { type: 'branch', id: branchId }),
    )
  }
}
