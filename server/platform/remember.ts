import type { LRUCache } from 'lru-cache'

/** What the cache has by that key, or what is computed for it now. */
export function remember<Value extends object | number>(
  cache: LRUCache<string, Value>,
  key: string,
  compute: () => Value,
): Value {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const value = compute()
  cache.set(key, value)
  return value
}
