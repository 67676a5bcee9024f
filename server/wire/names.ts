/** What calls name an input, by the domain's word; one that is not here has the same name. */
export type Names = Readonly<Record<string, string>>

/** Objects within each other that calls have. */
const maxDepth = 3

export function nameOf(input: string, names: Names): string {
  return Object.hasOwn(names, input) ? (names[input] ?? input) : input
}

/** What a call sent, in the domain's words. */
export function toWords(input: unknown, names: Names): unknown {
  const words = new Map(Object.entries(names).map(([word, name]) => [name, word]))
  // A word that has another name here is no field of a call.
  return renameKeys(input, (key) => words.get(key) ?? (Object.hasOwn(names, key) ? null : key))
}

/** An example of a call's input, as it is sent. */
export function toNames(input: unknown, names: Names): unknown {
  return renameKeys(input, (word) => nameOf(word, names))
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
