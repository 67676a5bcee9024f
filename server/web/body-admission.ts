import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { webPages } from '../../app/texts/web.ts'
import { type ConcurrencyLimit, openConcurrencyLimit } from '../platform/concurrency.ts'
import { ShopError } from '../platform/errors.ts'
import { openLimit } from '../platform/rate-limit.ts'
import { isLargeBody } from './body-limits.ts'
import type { CounterDoor } from './counter-door.ts'
import { networkOf } from './network.ts'

/** Large bodies that a network may send in a minute. */
const maxPerMinute = 60
/** Large bodies read at the same time in this process: each is held in memory, with what is made of it. */
const maxAtOnce = 4
/** Of these one network has so many: who sends slowly on purpose must not have them all. */
const maxOfOneNetwork = 2
/** More networks than send large bodies at the same time. */
const maxNetworks = 1_000

export type BodyAdmission = ReturnType<typeof openBodyAdmission>

/** Decides whether a large body is read now: before that nothing of it is held but what fits in the socket's buffer. */
export function openBodyAdmission(rateLimitFactor: number) {
  const byNetwork = openLimit(maxPerMinute, rateLimitFactor)
  const places = openPlaces(maxAtOnce)
  const ofNetworks = new LRUCache<string, ConcurrencyLimit>({
    max: maxNetworks,
    memoMethod: () => openPlaces(maxOfOneNetwork),
  })
  return { checkNetwork, waitForPlace }

  /** @throws ShopError "limit.reached" */
  function checkNetwork(request: Request): Promise<void> {
    return byNetwork.take(networkOf(request.ip))
  }

  /**
   * Waits until the body may be read; the place is given back when the request ends.
   * @throws ShopError "upload.busy"
   */
  async function waitForPlace({ res: response, ip }: Request): Promise<void> {
    for (const limit of [ofNetworks.memo(networkOf(ip)), places]) {
      const leave = await limit.acquire()
      if (!response || response.closed) leave()
      else response.once('close', leave)
    }
  }
}

function openPlaces(atOnce: number): ConcurrencyLimit {
  return openConcurrencyLimit({
    atOnce,
    maxWaiting: 32,
    maxWaitMs: 5_000,
    refusal: () => new ShopError('upload.busy', { retryAfterSeconds: 10 }),
  })
}

const { sendLater, counterSendLater } = webPages

/** The same for pages, whose routes read a file only of who is signed in, or to keep what was typed beside it. */
export function admitLargeBodies({ checkNetwork, waitForPlace }: BodyAdmission, counter: CounterDoor): RequestHandler {
  return async (request, response, next) => {
    try {
      if (isLargeBody(request)) {
        await checkNetwork(request)
        await waitForPlace(request)
      }
    } catch (error) {
      if (!(error instanceof ShopError)) return next(error)
      response
        .status(error.status)
        .set('Retry-After', String(error.retryAfterSeconds))
        .type('html')
        .send(counter.isOfCounter(request) ? counterSendLater(error.message) : sendLater(error.message))
      return
    }
    next()
  }
}
