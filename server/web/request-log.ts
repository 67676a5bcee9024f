import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Links that contain a shopper's bag, or that grant access to anybody who has them. */
const secretPathPattern = /^(\/sacola\/|.*\/convite\/).+/

/**
 * One line per answered request, with an id that is in the response too, and the code of its refusal. Only the path is logged: a query may contain search
 * words, and an IP address identifies a person.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now()
    const id = randomUUID()
    response.locals.requestId = id
    response.setHeader('X-Request-Id', id)
    const { method } = request
    const path = cutPath(request.path.replace(secretPathPattern, '$1…'))
    response.on('finish', () => {
      const ms = Math.round((performance.now() - startMs) * 10) / 10
      const { refusal } = response.locals
      logger.info({ id, method, path, status: response.statusCode, ms, ...(refusal && { refusal }) }, 'request')
    })
    next()
  }
}

/** Letters of a path that are logged: none of the shop's is longer, and strangers must not fill the disk. */
const maxPathLength = 300

function cutPath(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength)}…` : path
}
