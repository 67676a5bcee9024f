import type { Database } from '../database/connection.ts'

export type Versioned = ReturnType<typeof openVersions>

/**
 * Keeps what is reckoned from the whole catalogue until the catalogue changes (`reindex` counts its versions up): several
 * servers on one database, and an import beside them, need nothing else to agree.
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
