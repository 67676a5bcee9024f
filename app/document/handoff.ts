import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { EntryContext } from '@remix-run/node'

/**
 * The inline script that passes the loaders' data to the framework, where Remix would stream it after the document. As JSON,
 * which is a kilobyte less on the wire than the stream's numbered references; where the data has more than JSON can say
 * (dates, errors), as the stream.
 * @returns undefined where there is none, as on a page that failed before its loaders
 */
export async function handoffScript({ serverHandoffStream, staticHandlerContext }: EntryContext) {
  const stream = serverHandoffStream ? await text(serverHandoffStream as WebStream) : ''
  if (stream === '') return
  if (needsStream.test(stream)) {
    const controller = `${context}.streamController`
    return `${controller}.enqueue('${escapeForScript(stream)}');${controller}.close();`
  }
  const { loaderData, actionData, errors } = staticHandlerContext
  return `${context}.data='${escapeForScript(JSON.stringify({ loaderData, actionData, errors }))}'`
}

const context = 'window.__remixContext'

/** Values that the stream marks with a letter. Nothing else in it has a quote after a bracket. */
const needsStream = /\["[A-Z]"/

/** A single-quoted JavaScript string, so that the many double quotes need no escaping. */
function escapeForScript(data: string): string {
  return data.replace(/[\\'\n<]/g, (character) => escapes[character] ?? '')
}

const escapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '<': '\\u003c' }
