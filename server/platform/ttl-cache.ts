import { LRUCache } from 'lru-cache'

/** Remembers values by name for some seconds, the most recently used ones. */
export interface TtlCache<Value extends object | number> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * @param maxEntries values at most
 * @param ttlSeconds how old a value may be; 0: nothing is remembered
 */
export function createTtlCache<Value extends object | number>(maxEntries: number, ttlSeconds: number): TtlCache<Value> {
  if (ttlSeconds === 0) return { get: () => undefined, set: () => {} }
  const values = new LRUCache<string, Value>({ max: maxEntries, ttl: ttlSeconds * 1000 })
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) }
}

/**
 * The value of that name, or a new one. It is the promise that is remembered, so that many who ask at once load once; what
 * fails is loaded again by the next one.
 */
export function getOrLoad<Value>(
  cache: TtlCache<Promise<Value>>,
  keyParts: unknown[],
  load: () => Promise<Value>,
): Promise<Value> {
  const cacheKey = JSON.stringify(keyParts)
  const entry = cache.get(cacheKey)
  if (entry) return entry
  const value = load()
  cache.set(cacheKey, value)
  return value
}
