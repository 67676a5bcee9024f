/** What calls name an input, by the domain's key; one that is not here has the same name. */
export type WireNames = Readonly<Record<string, string>>

/** Objects within each other that calls have. */
const maxDepth = 3

export function wireNameOf(key: string, names: WireNames): string {
  return Object.hasOwn(names, key) ? (names[key] ?? key) : key
}

/** What a call sent, with the domain's keys. */
export function toDomainKeys(input: unknown, names: WireNames): unknown {
  const keyByWireName = new Map(Object.entries(names).map(([key, name]) => [name, key]))
  // A key that has another name here is no field of a call.
  return renameKeys(input, (key) => keyByWireName.get(key) ?? (Object.hasOwn(names, key) ? null : key))
}

/** An example of a call's input, as it is sent. */
export function toWireKeys(input: unknown, names: WireNames): unknown {
  return renameKeys(input, (key) => wireNameOf(key, names))
}

/** @param rename null leaves a key out */
function renameKeys(value: unknown, rename: (key: string) => string | null, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return value
  if (Array.isArray(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const name = rename(key)
      return name === null ? [] : [[name, renameKeys(item, rename, depth + 1)]]
    }),
  )
}
