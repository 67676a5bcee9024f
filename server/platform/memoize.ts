/** A function that makes something when it is first called, and gives the same each time. */
export function memoize<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
