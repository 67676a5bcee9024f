import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { EntryContext } from '@remix-run/node'

/**
 * The inline script that passes the loaders' data to the framework, where Remix would stream it after the document.
 * @returns undefined where there is none, as on a page that failed before its loaders
 */
export async function handoffScript({ serverHandoffStream }: EntryContext): Promise<string | undefined> {
  const data = serverHandoffStream ? await text(serverHandoffStream as WebStream) : ''
  if (data === '') return
  const controller = 'window.__remixContext.streamController'
  return `${controller}.enqueue('${data.replace(/[\\'\n<]/g, (character) => inScript[character] ?? '')}');${controller}.close();`
}

/** The JSON is written as a single-quoted JavaScript string, so that its many double quotes need no escaping. */
const inScript: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '<': '\\u003c' }
