import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Response as ExpressResponse } from 'express'
import { errorCode } from '../database/failures.ts'

/**
 * Sends what is no page (data for scripts, feeds, files) as it comes, no faster than it is read: a feed of a large catalogue has
 * eighty megabytes. Remix's own `writeReadableStreamToWritable` does not wait, so each slow reader would have all of it in memory.
 * @throws Error of the body's source
 */
export async function streamResponse(answer: Response, response: ExpressResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.append(name, value)
  if (!answer.body) {
    response.end()
    return
  }
  // Left while it was made: a pipeline would refuse to begin, and nobody would close the source.
  if (response.destroyed) return answer.body.cancel()
  let fault: unknown
  try {
    await pipeline(pieces(answer.body as ReadableStream), response)
  } catch (error) {
    // Whoever has gone needs nothing more. A source that fails may say the same; its reader's connection breaks.
    if (error === fault || errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }

  async function* pieces(body: ReadableStream) {
    try {
      yield* body
    } catch (error) {
      fault = error
      throw error
    }
  }
}
