import { LRUCache } from 'lru-cache'

/** Remembers values by name for some seconds, the most recently used ones. */
export interface TtlCache<Value extends object | number> {
  get(name: string): Value | undefined
  set(name: string, value: Value): void
}

/**
 * @param max values at most
 * @param seconds how old a value may be; 0: nothing is remembered
 */
export function createTtlCache<Value extends object | number>(max: number, seconds: number): TtlCache<Value> {
  if (seconds === 0) return { get: () => undefined, set: () => {} }
  const values = new LRUCache<string, Value>({ max, ttl: seconds * 1000 })
  return { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) }
}

/**
 * The value of that name, or a new one. It is the promise that is remembered, so that many who ask at once load once; what
 * fails is loaded again by the next one.
 */
export function getOrLoad<Value>(
  cache: TtlCache<Promise<Value>>,
  key: unknown[],
  load: () => Promise<Value>,
): Promise<Value> {
  const name = JSON.stringify(key)
  const entry = cache.get(name)
  if (entry) return entry
  const value = load()
  cache.set(name, value)
  return value
}
