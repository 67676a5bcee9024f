import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Response as ExpressResponse } from 'express'
import { errorCodeOf } from '../database/database-errors.ts'

/**
 * Streams non-HTML responses (data for scripts, feeds, files) with backpressure: a feed of a large catalogue has eighty
 * megabytes. Remix's own `writeReadableStreamToWritable` does not wait, so each slow reader would have all of it in memory.
 * @throws Error of the body's source
 */
export async function streamResponse(webResponse: Response, expressResponse: ExpressResponse): Promise<void> {
  for (const [name, value] of webResponse.headers) expressResponse.append(name, value)
  if (!webResponse.body) {
    expressResponse.end()
    return
  }
  // The client disconnected before we started: a pipeline would refuse to begin, and nobody would close the source.
  if (expressResponse.destroyed) return webResponse.body.cancel()
  let sourceError: unknown
  try {
    await pipeline(readChunks(webResponse.body as ReadableStream), expressResponse)
  } catch (error) {
    // A client disconnect is not an error. A failing source can raise the same code; its reader's connection breaks.
    if (error === sourceError || errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }

  async function* readChunks(body: ReadableStream) {
    try {
      yield* body
    } catch (error) {
      sourceError = error
      throw error
    }
  }
}
