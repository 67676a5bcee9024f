import { upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import { type ApiKeyScope, apiKeyScopes } from '../staff/roles.ts'
import { resolveBranchId } from './branches.ts'
import { type Commands, formatTable } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { parseIdArgument, UsageError } from './usage.ts'

export const apiKeysCommands: Commands = {
  'keys add': {
    usage: `NAME… --for ${apiKeyScopes.join(',')} [--branch N] ${languageUsage}`,
    formatError: formatOwnerError,
    description: "makes an API key for one of the store's own systems (/api/staff): prints it once",
    async run(nameWords, { openShop, print, getOptionValue }) {
      const name = nameWords.join(' ').trim()
      const keyScopes = parseScopes(getOptionValue('for'))
      const shop = await openShop()
      const branchId = await resolveBranchId(shop, getOptionValue('branch'))
      print(await shop.staff.apiKeys.addApiKey(createOperatorActor(), { name, scopes: keyScopes, branchId }))
      print(texts.keyOnce[readLanguage(getOptionValue)])
    },
  },
  'keys list': {
    usage: `${languageUsage}`,
    formatError: formatOwnerError,
    description: 'the API keys, what they are for, and when they were used last',
    async run(_args, { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      const keys = await (await openShop()).staff.apiKeys.listApiKeys(createOperatorActor())
      if (keys.length === 0) return print(texts.noKey[language])
      const rows = keys.map((key) => [
        String(key.id),
        key.scopes.join(','),
        key.branchId === null ? texts.allBranches[language] : String(key.branchId),
        key.usedAt?.toISOString() ?? texts.never[language],
        key.name,
      ])
      for (const line of formatTable([texts.keyColumns[language], ...rows])) print(line)
    },
  },
  'keys remove': {
    usage: `ID ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'refuses its next call',
    async run([id], { openShop, print, getOptionValue }) {
      await (await openShop()).staff.apiKeys.removeApiKey(createOperatorActor(), parseIdArgument(id))
      print(texts.removed[readLanguage(getOptionValue)])
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
