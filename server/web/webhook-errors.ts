import type { ErrorRequestHandler } from 'express'

/**
 * Answers banks and providers with a status without a page: the body parser's for an invalid or too long body, 503 while the
 * bank is unavailable.
 */
export const sendErrorStatus: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof Error && 'status' in error) response.sendStatus(Number(error.status))
  else next(error)
}
