import type { Request, RequestHandler } from 'express'

/** Express 4 does not await promises: without this the caller would get no response after a rejection. */
export function answering<Params>(status: number, work: (request: Request<Params>) => unknown): RequestHandler<Params> {
  return async (request, response, next) => {
    try {
      const answer = await work(request)
      response.status(status)
      if (answer === undefined) response.end()
      else response.json(answer)
    } catch (error) {
      next(error)
    }
  }
}
