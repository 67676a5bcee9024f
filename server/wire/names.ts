/** An input's name on the wire, by the domain's key; a key that is not here has the same name. */
export type WireNames = Readonly<Record<string, string>>

/** Nesting of objects in calls. */
const maxNestingDepth = 3

export function wireNameOf(key: string, wireNames: WireNames): string {
  return Object.hasOwn(wireNames, key) ? (wireNames[key] ?? key) : key
}

/** What a call sent, with the domain's keys. */
export function toDomainKeys(input: unknown, wireNames: WireNames): unknown {
  const keyByWireName = new Map(Object.entries(wireNames).map(([key, name]) => [name, key]))
  // A key that has another name here is no field of a call.
  return renameKeys(input, (key) => keyByWireName.get(key) ?? (Object.hasOwn(wireNames, key) ? null : key))
}

/** An example of a call's input, as it is sent. */
export function toWireKeys(input: unknown, wireNames: WireNames): unknown {
  return renameKeys(input, (key) => wireNameOf(key, wireNames))
}

/** @param toNewKey null leaves a key out */
function renameKeys(value: unknown, toNewKey: (key: string) => string | null, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === maxNestingDepth) return value
  if (Array.isArray(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const newKey = toNewKey(key)
      return newKey === null ? [] : [[newKey, renameKeys(item, toNewKey, depth + 1)]]
    }),
  )
}
