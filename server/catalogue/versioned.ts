import { CompiledQuery } from 'kysely'
import type { Database, Transaction } from '../database/connection.ts'

export type Versioned = ReturnType<typeof openVersions>

const currentVersion = CompiledQuery.raw('select version from catalogue_version')

/**
 * Caches what is derived from the whole catalogue, or from its synonyms, until the version changes. The version is in the
 * database, so that several servers and an import need no other coordination.
 */
export function openVersions({ query }: Database) {
  return cachedBy(async () => {
    const { rows } = await query.executeQuery<{ version: number }>(currentVersion)
    return rows[0]?.version ?? 0
  })
}

/**
 * Caches a value until the version changes.
 * @param findVersion asked at each use, before what is cached with it: so that is never older than its version
 */
export function cachedBy(findVersion: () => Promise<number>) {
  return function versioned<Value>(load: () => Promise<Value>): () => Promise<Value> {
    let kept: { version: number; value: Promise<Value> } | undefined
    return async () => {
      const version = await findVersion()
      if (kept?.version !== version) {
        const value = load()
        kept = { version, value }
        value.catch(() => {
          kept = undefined
        })
      }
      return kept.value
    }
  }
}

/**
 * Tells every process that what it caches is out of date, with the transaction's commit. Of two transactions that do, the
 * second waits here for the first one's end.
 */
export async function raiseVersion(tx: Transaction): Promise<void> {
  await tx
    .insertInto('catalogue_version')
    .values({ id: 1, version: 1 })
    .onConflict((on) => on.column('id').doUpdateSet((eb) => ({ version: eb('catalogue_version.version', '+', 1) })))
    .execute()
}
