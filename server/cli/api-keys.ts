import { type ApiKeyScope, apiKeyScopes } from '../staff/roles.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { parseIdArgument, UsageError } from './usage.ts'

export const apiKeysCommands: Commands = {
  'keys add': {
    usage: `NAME… --for ${apiKeyScopes.join(',')} [--branch N]`,
    description: "makes an API key for one of the store's own systems (/api/staff): prints it once",
    async run(nameWords, { openShop, print, getOptionValue }) {
      const name = nameWords.join(' ').trim()
      const keyScopes = parseScopes(getOptionValue('for'))
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      print(await shop.staff.apiKeys.addApiKey(createOperatorActor(), { name, scopes: keyScopes, branchId }))
      print('It is shown this once: keep it where the system reads its secrets.')
    },
  },
  'keys list': {
    usage: '',
    description: 'the API keys, what they are for, and when they were used last',
    async run(_args, { openShop, print }) {
      const keys = await (await openShop()).staff.apiKeys.listApiKeys(createOperatorActor())
      if (keys.length === 0) return print('None. "keys add" makes one.')
      const rows = keys.map((key) => [
        String(key.id),
        key.scopes.join(','),
        key.branchId === null ? 'all' : String(key.branchId),
        key.usedAt?.toISOString() ?? 'never',
        key.name,
      ])
      for (const line of formatTable([['ID', 'FOR', 'BRANCH', 'USED', 'NAME'], ...rows])) print(line)
    },
  },
  'keys remove': {
    usage: 'ID',
    description: 'refuses its next call',
    async run([id], { openShop, print }) {
      await (await openShop()).staff.apiKeys.removeApiKey(createOperatorActor(), parseIdArgument(id))
      print('Removed.')
    },
  },
}

function parseScopes(text = ''): ApiKeyScope[] {
  const requestedScopes = text.split(',').filter(Boolean)
  const knownScopes = apiKeyScopes.filter((scope) => requestedScopes.includes(scope))
  if (knownScopes.length === 0 || knownScopes.length < requestedScopes.length)
    throw new UsageError(`--for is some of ${apiKeyScopes.join(',')}`)
  return knownScopes
}
