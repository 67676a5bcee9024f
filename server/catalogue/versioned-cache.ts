import { CompiledQuery } from 'kysely'
import type { Database, Transaction } from '../database/connection.ts'

export type MemoizeByVersion = ReturnType<typeof createVersionMemoizer>

const currentVersionQuery = CompiledQuery.raw('select version from catalogue_version')

/**
 * Caches what is derived from the whole catalogue, or from its synonyms, until the version changes. The version is in the
 * database, so that several servers and an import need no other coordination.
 */
export function createVersionMemoizer({ db }: Database) {
  return function memoizeByVersion<Value>(load: () => Promise<Value>): () => Promise<Value> {
    let cachedEntry: { version: number; value: Promise<Value> } | undefined
    return async () => {
      // Read before the value is loaded, so that a value is never older than the version it is cached with.
      const { rows } = await db.executeQuery<{ version: number }>(currentVersionQuery)
      const version = rows[0]?.version ?? 0
      if (cachedEntry?.version !== version) {
        const value = load()
        cachedEntry = { version, value }
        value.catch(() => {
          cachedEntry = undefined
        })
      }
      return cachedEntry.value
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
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ version: eb('catalogue_version.version', '+', 1) })),
    )
    .execute()
}
