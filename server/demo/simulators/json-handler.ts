import type { Request, RequestHandler } from 'express'

/** Express 4 does not await promises: without this the caller would get no response after a rejection. */
export function createJsonHandler<Params>(
  status: number,
  handle: (request: Request<Params>) => unknown,
): RequestHandler<Params> {
  return async (request, response, next) => {
    try {
      const result = await handle(request)
      response.status(status)
      if (result === undefined) response.end()
      else response.json(result)
    } catch (error) {
      next(error)
    }
  }
}
