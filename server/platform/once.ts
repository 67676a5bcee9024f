/** A function that makes something when it is first called, and gives the same each time. */
export function once<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
