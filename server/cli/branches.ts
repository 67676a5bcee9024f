import { branchColumns } from '../delivery/branch-import.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { createImportCommand } from './file-import.ts'
import { UsageError } from './usage.ts'

/** @throws UsageError for a number that no branch has */
export async function resolveBranchId({ delivery }: Shop, branchArgument: string | undefined): Promise<number | null> {
  if (branchArgument === undefined) return null
  const branches = await delivery.listBranches()
  if (!branches.some(({ id }) => id === Number(branchArgument))) {
    throw new UsageError(
      `there is no branch ${branchArgument}: it is one of ${branches.map(({ id }) => id).join(', ')}`,
    )
  }
  return Number(branchArgument)
}

export const branchesCommands: Commands = {
  'branches import': createImportCommand(
    'add and change branches and the postal codes they serve',
    branchColumns,
    ({ delivery }, rows, options) => delivery.importBranches(rows, options),
  ),
}
