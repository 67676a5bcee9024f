import { branchColumns } from '../delivery/branch-import.ts'
import { type Commands, table } from './command.ts'
import { importCommand } from './file-import.ts'

export const branchesCommands: Commands = {
  'branches list': {
    takes: '',
    does: 'every branch, its hours and how long it takes to deliver',
    async run(_args, { openShop, print }) {
      const branches = await (await openShop()).delivery.listBranches()
      const rows = branches.map(({ id, name, openTime, closeTime, shippingEstimateMinutes, shippingLater }) => [
        String(id),
        `${openTime}-${closeTime}`,
        shippingLater ? 'by appointment' : `${shippingEstimateMinutes} min`,
        name,
      ])
      for (const line of table([['ID', 'OPEN', 'DELIVERS', 'NAME'], ...rows])) print(line)
    },
  },
  'branches import': importCommand(
    'add and change branches and the postal codes they serve',
    branchColumns,
    ({ delivery }, rows, options) => delivery.importBranches(rows, options),
  ),
}
