import { text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { EntryContext } from '@remix-run/node'

/**
 * The inline script that passes the loaders' data to the framework, where Remix would stream it after the document. As JSON,
 * which is a kilobyte less on the wire than the stream's numbered references; where the data has more than JSON can say
 * (dates, errors), as the stream.
 * @returns undefined where there is none, as on a page that failed before its loaders
 */
export async function buildHandoffScript({ serverHandoffStream, staticHandlerContext }: EntryContext) {
  const streamText = serverHandoffStream ? await text(serverHandoffStream as WebStream) : ''
  if (streamText === '') return
  if (nonJsonPattern.test(streamText)) {
    const controller = `${contextVariable}.streamController`
    return `${controller}.enqueue('${escapeForScript(streamText)}');${controller}.close();`
  }
  const { loaderData, actionData, errors } = staticHandlerContext
  return `${contextVariable}.data='${escapeForScript(JSON.stringify({ loaderData, actionData, errors }))}'`
}

const contextVariable = 'window.__remixContext'

/** Values that the stream marks with a letter. Nothing else in it has a quote after a bracket. */
const nonJsonPattern = /\["[A-Z]"/

/** A single-quoted JavaScript string, so that the many double quotes need no escaping. */
function escapeForScript(data: string): string {
  return data.replace(/[\\'\n<]/g, (character) => escapeByCharacter[character] ?? '')
}

const escapeByCharacter: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '<': '\\u003c' }
