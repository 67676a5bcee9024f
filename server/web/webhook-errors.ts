import type { ErrorRequestHandler } from 'express'

/** Answers banks and providers with a bare status: a body that cannot be read or is too long has its own, a bank that is away 503. */
export const sayStatus: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof Error && 'status' in error) response.sendStatus(Number(error.status))
  else next(error)
}
