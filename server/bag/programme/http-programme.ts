import type { z } from 'zod'
import type { CircuitBreaker } from '../../platform/circuit-breaker.ts'
import { type OutgoingRequest, type OutgoingResponse, sendRequest } from '../../platform/outgoing-http.ts'
import {
  type AuthorisationRequest,
  type ChangeOutcome,
  type LaboratoryProgramme,
  ProgrammeError,
  type ProgrammeOffer,
  type ProgrammeProduct,
} from '../../ports/laboratory-programme.ts'
import { AuthorisationAnswer, EligibilityAnswer } from './http-programme.schemas.ts'

interface Deps {
  /** Read on every call, since the sandbox's programme has no address until the server listens. */
  getBaseUrl: () => string
  breaker: CircuitBreaker
  timeoutMs?: number
}

type ProgrammeRequest = Pick<OutgoingRequest, 'method'> & { path: string; body: object }

/** A programme over HTTP, by the calls that server/bag/README.md lists. */
export function createHttpProgramme({ getBaseUrl, breaker, timeoutMs = 6_000 }: Deps): LaboratoryProgramme {
  return { listEligibleOffers, authorise, confirm, cancel }

  async function listEligibleOffers(cpf: string, products: ProgrammeProduct[]): Promise<Map<number, ProgrammeOffer>> {
    const body = { cpf, products: products.map(toProductDto) }
    const response = await callProgramme({ method: 'POST', path: '/eligibility', body })
    const { entries } = parseResponse(EligibilityAnswer, response, 'eligibility').products
    return new Map(entries.map(({ id, discount, units }) => [id, { discountBasisPoints: discount, units }]))
  }

  async function authorise({ id, cpf, units, ...product }: AuthorisationRequest): Promise<ProgrammeOffer> {
    const body = { cpf, units, product: toProductDto(product) }
    const response = await callProgramme({ method: 'PUT', path: `/authorisations/${id}`, body })
    if (response.status === 409) return { discountBasisPoints: 0, units: 0 }
    const offer = parseResponse(AuthorisationAnswer, response, 'authorise')
    // Units beyond those requested are ignored.
    return { discountBasisPoints: offer.discount, units: Math.min(offer.units, units) }
  }

  function confirm(id: string, units: number): Promise<ChangeOutcome> {
    return sendChange(id, 'confirmation', units)
  }

  function cancel(id: string, remainingUnits: number): Promise<ChangeOutcome> {
    return sendChange(id, 'cancellation', remainingUnits)
  }

  async function sendChange(id: string, action: string, units: number): Promise<ChangeOutcome> {
    const response = await callProgramme({ method: 'POST', path: `/authorisations/${id}/${action}`, body: { units } })
    if (response.status === 409 || response.status === 404) return 'ended'
    assertSuccessStatus(response, action)
    return 'done'
  }

  async function callProgramme({ method, path, body }: ProgrammeRequest): Promise<OutgoingResponse> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const outgoingRequest = { method, url: `${getBaseUrl()}${path}`, headers, body: JSON.stringify(body), timeoutMs }
    try {
      return await breaker.run(async () => {
        const response = await sendRequest(outgoingRequest).catch((cause) => {
          throw new ProgrammeError('the laboratory’s programme does not answer', { cause })
        })
        if (response.status >= 500 || response.status === 429)
          assertSuccessStatus(response, path.split('/', 2).join('/'))
        return response
      })
    } catch (error) {
      throw error instanceof ProgrammeError ? error : new ProgrammeError('not asked', { cause: error })
    }
  }
}

function toProductDto({ productId, ean, listPriceCents }: ProgrammeProduct) {
  return { id: String(productId), ean, list_price: (listPriceCents / 100).toFixed(2) }
}

function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  response: OutgoingResponse,
  operation: string,
): z.output<Schema> {
  assertSuccessStatus(response, operation)
  try {
    return schema.parse(JSON.parse(response.body))
  } catch (cause) {
    throw new ProgrammeError(`${operation}: unexpected answer`, { cause })
  }
}

function assertSuccessStatus({ status }: OutgoingResponse, operation: string): void {
  if (status < 200 || status > 299) throw new ProgrammeError(`${operation}: answers ${status}`)
}
