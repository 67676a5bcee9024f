import { createHash, randomBytes } from 'node:crypto'
import { isToken } from '../accounts/token-format.ts'
import type { Database } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import { addMinutes, type Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import type { AuditLog } from './audit.ts'
import { type Actor, type ApiKeyScope, apiKeyScopes, requirePermission } from './roles.ts'

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

interface Deps {
  database: Database
  clock: Clock
  audit: AuditLog
  securityLog: SecurityLog
}

/** API keys, with which the store's own systems make the staff's calls. They do not end by themselves: people remove them. */
export function createApiKeyService({ database, clock, audit, securityLog }: Deps) {
  const { db, transact } = database
  return { addApiKey, listApiKeys, removeApiKey, findSystemActor }

  /**
   * @returns the key's token, which is shown this once: only its hash is kept
   * @throws ShopError "staff.forbidden", "key.incomplete"
   */
  async function addApiKey(actor: Actor, key: NewApiKey): Promise<string> {
    requirePermission(actor, 'keys.manage')
    const name = key.name.trim()
    if (name === '' || key.scopes.length === 0)
      throw new ShopError('key.incomplete', { input: name === '' ? 'name' : 'scopes' })
    const apiKeyToken = randomBytes(32).toString('base64url')
    await transact(async (tx) => {
      const row = {
        name,
        token_hash: hashToken(apiKeyToken),
        scopes: key.scopes.join(),
        branch_id: key.branchId,
        created_at: clock.now().toISOString(),
      }
      const { id } = await tx.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()
      await audit.record(tx, actor, 'keys.add', { type: 'key', id, name }, key.scopes.join(', '))
    })
    return apiKeyToken
  }

  /** Those in use, the newest first. @throws ShopError "staff.forbidden" */
  async function listApiKeys(actor: Actor): Promise<ApiKey[]> {
    requirePermission(actor, 'keys.manage')
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toApiKey)
  }

  /** Its next call is refused. @throws ShopError "staff.forbidden", "key.unknown" */
  async function removeApiKey(actor: Actor, id: number): Promise<void> {
    requirePermission(actor, 'keys.manage')
    await transact(async (tx) => {
      const removedKey = await tx
        .updateTable('api_key')
        .set({ removed_at: clock.now().toISOString() })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (!removedKey) throw new ShopError('key.unknown')
      await audit.record(tx, actor, 'keys.remove', { type: 'key', id, name: removedKey.name })
    })
  }

  /** The system that a key's token stands for; null for an unknown or removed one. */
  async function findSystemActor(apiKeyToken: string, clientNetwork: string): Promise<Actor | null> {
    if (!isToken(apiKeyToken)) return null
    const row = await db
      .selectFrom('api_key')
      .selectAll()
      .where('token_hash', '=', hashToken(apiKeyToken))
      .executeTakeFirst()
    if (!row || row.removed_at !== null) {
      const record = row ? `key ${row.id}` : null
      securityLog.logRefusal('keys.refused', { record, network: securityLog.pseudonymize(clientNetwork) })
      return null
    }
    const now = clock.now()
    if (row.used_at === null || addMinutes(new Date(row.used_at), minUsageUpdateMinutes) < now)
      await db.updateTable('api_key').set({ used_at: now.toISOString() }).where('id', '=', row.id).execute()
    return {
      staffId: null,
      name: row.name,
      role: 'system',
      scopes: parseScopes(row),
      crf: null,
      branchId: row.branch_id,
      clientNetwork,
    }
  }
}

function toApiKey(row: Row<'api_key'>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: parseScopes(row),
    branchId: row.branch_id,
    usedAt: row.used_at === null ? null : new Date(row.used_at),
  }
}

function parseScopes(row: Row<'api_key'>): ApiKeyScope[] {
  const scopeNames = row.scopes.split(',')
  return apiKeyScopes.filter((scope) => scopeNames.includes(scope))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
