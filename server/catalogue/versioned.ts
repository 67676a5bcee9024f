import type { Database } from '../database/connection.ts'

export type Versioned = ReturnType<typeof openVersions>

/**
 * Caches what is derived from the whole catalogue until its version changes (`reindex` increments it). The version is in the
 * database, so that several servers and an import need no other coordination.
 */
export function openVersions({ query }: Database) {
  return function versioned<Value>(load: () => Promise<Value>): () => Promise<Value> {
    let kept: { version: number; value: Promise<Value> } | undefined
    return async () => {
      const version = await currentVersion()
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

  async function currentVersion(): Promise<number> {
    const row = await query.selectFrom('catalogue_version').select('version').where('id', '=', 1).executeTakeFirst()
    return row?.version ?? 0
  }
}
