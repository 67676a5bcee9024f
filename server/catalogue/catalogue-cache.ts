import { CompiledQuery } from 'kysely'
import type { BareContext } from '../context.ts'
import type { Settings } from '../ports/settings.ts'
import { createListingCache } from './listing/listing-cache.ts'

const currentVersionQuery = CompiledQuery.raw('select version from catalogue_version')

/** What this process remembers of the catalogue. */
export function createCatalogueCache({ listingCacheSeconds }: Pick<Settings, 'listingCacheSeconds'>) {
  const entryByKey = new Map<string, { version: number; value: Promise<unknown> }>()
  return { byVersion, listing: createListingCache(listingCacheSeconds) }

  /**
   * Caches what is derived from the whole catalogue, or from its synonyms, until the version changes. The version is in the
   * database, so that several servers and an import need no other coordination.
   */
  async function byVersion<Value>(
    ctx: Pick<BareContext, 'db'> & { isTransaction?: true },
    key: string,
    load: () => Promise<Value>,
  ): Promise<Value> {
    // On SQLite what others are loading waits for the transaction's end, and nobody else may see what it changed.
    if (ctx.isTransaction) return load()
    // Read before the value is loaded, so that a value is never older than the version it is cached with.
    const { rows } = await ctx.db.executeQuery<{ version: number }>(currentVersionQuery)
    const version = rows[0]?.version ?? 0
    const cachedEntry = entryByKey.get(key)
    if (cachedEntry?.version === version) return cachedEntry.value as Promise<Value>
    const value = load()
    entryByKey.set(key, { version, value })
    value.catch(() => entryByKey.delete(key))
    return value
  }
}

/**
 * Tells every process that what it caches is out of date, with the transaction's commit. Of two transactions that do, the
 * second waits here for the first one's end.
 */
export async function bumpCatalogueVersion(ctx: Pick<BareContext, 'db'>): Promise<void> {
  await ctx.db
    .insertInto('catalogueVersion')
    .values({ id: 1, version: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ version: eb('catalogueVersion.version', '+', 1) })),
    )
    .execute()
}
