type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How the stream writes null (turbo-stream 2). */
const none = -5

/** JSON in the form of the stream that Remix decodes: a list of values, which name each other by their numbers. */
export function flatten(data: Json): string {
  const values: unknown[] = []
  const add = (value: Json): number => {
    if (value === null) return none
    const index = values.push(value) - 1
    if (Array.isArray(value)) values[index] = value.map(add)
    else if (typeof value === 'object')
      values[index] = Object.fromEntries(Object.entries(value).map(([key, inner]) => [`_${add(key)}`, add(inner)]))
    return index
  }
  add(data)
  return `${JSON.stringify(values)}\n`
}
