import { type Scope, scopes } from '../staff/roles.ts'
import { branchIn } from './branches.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { idIn, UsageError } from './usage.ts'

export const apiKeysCommands: Commands = {
  'keys add': {
    usage: `NAME… --for ${scopes.join(',')} [--branch N]`,
    description: "makes an API key for one of the store's own systems (/api/staff): prints it once",
    async run(words, { openShop, print, value }) {
      const name = words.join(' ').trim()
      const scopes = scopesIn(value('for'))
      const shop = await openShop()
      const branchId = await branchIn(shop, value('branch'))
      print(await shop.staff.keys.addKey(operator(), { name, scopes, branchId }))
      print('It is shown this once: keep it where the system reads its secrets.')
    },
  },
  'keys list': {
    usage: '',
    description: 'the API keys, what they are for, and when they were used last',
    async run(_args, { openShop, print }) {
      const keys = await (await openShop()).staff.keys.listKeys(operator())
      if (keys.length === 0) return print('None. "keys add" makes one.')
      const rows = keys.map((key) => [
        String(key.id),
        key.scopes.join(','),
        key.branchId === null ? 'all' : String(key.branchId),
        key.usedAt?.toISOString() ?? 'never',
        key.name,
      ])
      for (const line of table([['ID', 'FOR', 'BRANCH', 'USED', 'NAME'], ...rows])) print(line)
    },
  },
  'keys remove': {
    usage: 'ID',
    description: 'refuses its next call',
    async run([id], { openShop, print }) {
      await (await openShop()).staff.keys.removeKey(operator(), idIn(id))
      print('Removed.')
    },
  },
}

function scopesIn(text = ''): Scope[] {
  const words = text.split(',').filter(Boolean)
  const matches = scopes.filter((scope) => words.includes(scope))
  if (matches.length === 0 || matches.length < words.length)
    throw new UsageError(`--for is some of ${scopes.join(',')}`)
  return matches
}
