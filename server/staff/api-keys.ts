/** API keys, with which the store's own systems make the staff's calls. They do not end by themselves: people remove them. */

import { createHash } from 'node:crypto'
import { isToken } from '../accounts/token-format.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import { assertShownJustNow, deriveShownSecret } from '../platform/shown-once.ts'
import * as audit from './audit.ts'
import { type Actor, type ApiKeyScope, apiKeyScopes, requirePermission } from './roles.ts'
import { staffCommand } from './staff-command.ts'

/** A key in use is marked so at most once in so many minutes. */
const minUsageUpdateMinutes = 1

/** A key as lists show it, which is without its token. */
export interface ApiKey {
  id: number
  /** Of the system that has it. */
  name: string
  scopes: ApiKeyScope[]
  /** Null: all branches. */
  branchId: number | null
  /** To the minute; null while it was never used. */
  usedAt: Date | null
}

type NewApiKey = Pick<ApiKey, 'name' | 'scopes' | 'branchId'>

/**
 * Makes a key; the same form sent again makes no other.
 * @param formId as for `deriveShownSecret`
 * @returns the key's token, which is shown this once: only its hash is kept
 */
export async function addApiKey(ctx: Context, actor: Actor, key: NewApiKey, formId?: string): Promise<string> {
  requirePermission(actor, 'keys.manage')
  const name = key.name.trim()
  if (name === '' || key.scopes.length === 0)
    throw new ShopError('key.incomplete', { input: name === '' ? 'name' : 'scopes' })
  const values = ['api key', actor.staffId, name, key.scopes, key.branchId]
  const apiKeyToken = deriveShownSecret(ctx.settings.hmacSecret, formId, values).toString('base64url')
  await ctx.transact(async (ctx) => {
    const row = {
      name,
      tokenHash: hashToken(apiKeyToken),
      scopes: key.scopes.join(),
      branchId: key.branchId,
      createdAt: ctx.clock.now(),
    }
    const addedKey = await ctx.db
      .insertInto('apiKey')
      .values(row)
      .onConflict((conflict) => conflict.column('tokenHash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!addedKey) return assertKeyIsShown(ctx, row.tokenHash)
    await audit.record(ctx, actor, 'keys.add', { type: 'key', id: addedKey.id, name }, key.scopes.join(', '))
  })
  return apiKeyToken
}

/** The key that a form has made already. @throws ShopError "page.outdated" where it was removed, or made a while ago */
async function assertKeyIsShown(ctx: TransactionContext, tokenHash: string): Promise<void> {
  const { removedAt, createdAt } = await ctx.db
    .selectFrom('apiKey')
    .select(['removedAt', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  if (removedAt !== null) throw new ShopError('page.outdated')
  assertShownJustNow(createdAt, ctx.clock.now())
}

/** Those in use, the newest first. */
export async function listApiKeys(ctx: Context, actor: Actor): Promise<ApiKey[]> {
  requirePermission(actor, 'keys.manage')
  const rows = await ctx.db
    .selectFrom('apiKey')
    .select(['id', 'name', 'scopes', 'branchId', 'usedAt'])
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, scopes: parseScopes(row) }))
}

/** Its next call is refused. */
export const removeApiKey = staffCommand({
  permission: 'keys.manage',
  action: 'keys.remove',
  async run(ctx, _, id: number) {
    const removedKey = await ctx.db
      .updateTable('apiKey')
      .set({ removedAt: ctx.clock.now() })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!removedKey) throw new ShopError('key.unknown')
    return removedKey
  },
  audit: ({ name }, id) => ({ type: 'key', id, name }),
})

/** The system that a key's token stands for; null for an unknown or removed one. */
export async function findSystemActor(ctx: Context, apiKeyToken: string, clientNetwork: string): Promise<Actor | null> {
  if (!isToken(apiKeyToken)) return null
  const row = await ctx.db
    .selectFrom('apiKey')
    .selectAll()
    .where('tokenHash', '=', hashToken(apiKeyToken))
    .executeTakeFirst()
  if (!row || row.removedAt !== null) {
    const record = row ? `key ${row.id}` : null
    ctx.securityLog.logRefusal('keys.refused', { record, network: ctx.securityLog.pseudonymize(clientNetwork) })
    return null
  }
  const now = ctx.clock.now()
  if (row.usedAt === null || addMinutes(row.usedAt, minUsageUpdateMinutes) < now)
    await ctx.db.updateTable('apiKey').set({ usedAt: now }).where('id', '=', row.id).execute()
  return {
    staffId: null,
    name: row.name,
    role: 'system',
    scopes: parseScopes(row),
    crf: null,
    branchId: row.branchId,
    clientNetwork,
  }
}

function parseScopes({ scopes }: Pick<Row<'apiKey'>, 'scopes'>): ApiKeyScope[] {
  const scopeNames = scopes.split(',')
  return apiKeyScopes.filter((scope) => scopeNames.includes(scope))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
