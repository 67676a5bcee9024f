type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How the stream writes null (turbo-stream 2). */
const nullIndex = -5

/** JSON in the form of the stream that Remix decodes: a list of values, which name each other by their numbers. */
export function encodeTurboStream(data: Json): string {
  const values: unknown[] = []
  const addValue = (value: Json): number => {
    if (value === null) return nullIndex
    const index = values.push(value) - 1
    if (Array.isArray(value)) values[index] = value.map(addValue)
    else if (typeof value === 'object')
      values[index] = Object.fromEntries(
        Object.entries(value).map(([key, innerValue]) => [`_${addValue(key)}`, addValue(innerValue)]),
      )
    return index
  }
  addValue(data)
  return `${JSON.stringify(values)}\n`
}
