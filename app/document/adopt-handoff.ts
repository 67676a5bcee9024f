import { RemixBrowser } from '@remix-run/react'

/**
 * Remix decodes the page's data in its first render, and suspends with a promise until that is done. A click in between
 * makes React hydrate synchronously what cannot be rendered yet, and the page stays dead (React error 345). So Remix is
 * called before React: it throws the same promise, which is awaited.
 */
export async function adoptHandoff(): Promise<void> {
  const { __remixContext: remixContext } = window as unknown as {
    __remixContext: { data?: string; stream: ReadableStream | null }
  }
  // Remix takes its data as a stream alone (handoff.tsx).
  if (remixContext.data) remixContext.stream = new Response(encodeTurboStream(JSON.parse(remixContext.data))).body
  try {
    RemixBrowser({})
  } catch (decodingPromise) {
    await decodingPromise
  }
}

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
