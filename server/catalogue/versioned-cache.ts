import { CompiledQuery } from 'kysely'
import type { Database, Transaction } from '../database/connection.ts'

export type CacheByVersion = ReturnType<typeof createVersionedCache>

const currentVersionQuery = CompiledQuery.raw('select version from catalogue_version')

/**
 * Caches what is derived from the whole catalogue, or from its synonyms, until the version changes. The version is in the
 * database, so that several servers and an import need no other coordination.
 */
export function createVersionedCache({ db }: Database) {
  return function cacheByVersion<Value>(load: () => Promise<Value>): () => Promise<Value> {
    let cached: { version: number; value: Promise<Value> } | undefined
    return async () => {
      // Before what is cached with it: so that is never older than its version.
      const { rows } = await db.executeQuery<{ version: number }>(currentVersionQuery)
      const version = rows[0]?.version ?? 0
      if (cached?.version !== version) {
        const value = load()
        cached = { version, value }
        value.catch(() => {
          cached = undefined
        })
      }
      return cached.value
    }
  }
}

/**
 * Tells every process that what it caches is out of date, with the transaction's commit. Of two transactions that do, the
 * second waits here for the first one's end.
 */
export async function bumpCatalogueVersion(tx: Transaction): Promise<void> {
  await tx
    .insertInto('catalogue_version')
    .values({ id: 1, version: 1 })
    .onConflict((on) => on.column('id').doUpdateSet((eb) => ({ version: eb('catalogue_version.version', '+', 1) })))
    .execute()
}
