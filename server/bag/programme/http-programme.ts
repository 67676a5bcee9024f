import type { z } from 'zod'
import type { Breaker } from '../../platform/breaker.ts'
import { type OutgoingRequest, type OutgoingResponse, request } from '../../platform/outgoing-http.ts'
import { Authorisation, Eligibility, hundredthsOf } from './http-programme.shapes.ts'
import {
  type AuthorisationRequest,
  type LaboratoryProgramme,
  type ProgrammeAnswer,
  ProgrammeFault,
  type ProgrammeOffer,
  type ProgrammeProduct,
} from './programme.ts'

interface Deps {
  /** Read on every call, since the sandbox's programme has no address until the server listens. */
  url: () => string
  breaker: Breaker
  timeoutMs?: number
}

type Call = Pick<OutgoingRequest, 'method'> & { path: string; body: object }

/** A programme over HTTP, by the calls that server/bag/README.md lists. */
export function createHttpProgramme({ url, breaker, timeoutMs = 6_000 }: Deps): LaboratoryProgramme {
  return { eligible, authorise, confirm, cancel }

  async function eligible(cpf: string, products: ProgrammeProduct[]): Promise<Map<number, ProgrammeOffer>> {
    const body = { cpf, products: products.map(toProductDto) }
    const answer = await ask({ method: 'POST', path: '/eligibility', body })
    const offers = read(Eligibility, answer, 'eligibility').products
    return new Map(offers.map(({ id, discount, units }) => [Number(id), offerOf({ discount, units })]))
  }

  async function authorise({ id, cpf, units, ...product }: AuthorisationRequest): Promise<ProgrammeOffer> {
    const body = { cpf, units, product: toProductDto(product) }
    const answer = await ask({ method: 'PUT', path: `/authorisations/${id}`, body })
    if (answer.status === 409) return { discountHundredths: 0, units: 0 }
    const offer = offerOf(read(Authorisation, answer, 'authorise'))
    // More than was asked for means nothing.
    return { ...offer, units: Math.min(offer.units, units) }
  }

  function confirm(id: string, units: number): Promise<ProgrammeAnswer> {
    return change(id, 'confirmation', units)
  }

  function cancel(id: string, unitsLeft: number): Promise<ProgrammeAnswer> {
    return change(id, 'cancellation', unitsLeft)
  }

  async function change(id: string, what: string, units: number): Promise<ProgrammeAnswer> {
    const answer = await ask({ method: 'POST', path: `/authorisations/${id}/${what}`, body: { units } })
    if (answer.status === 409 || answer.status === 404) return 'ended'
    insistOnSuccess(answer, what)
    return 'done'
  }

  async function ask({ method, path, body }: Call): Promise<OutgoingResponse> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const call = { method, url: `${url()}${path}`, headers, body: JSON.stringify(body), timeoutMs }
    try {
      return await breaker.run(async () => {
        const answer = await request(call).catch((cause) => {
          throw new ProgrammeFault('the laboratory’s programme does not answer', { cause })
        })
        if (answer.status >= 500 || answer.status === 429) insistOnSuccess(answer, path.split('/', 2).join('/'))
        return answer
      })
    } catch (error) {
      throw error instanceof ProgrammeFault ? error : new ProgrammeFault('not asked', { cause: error })
    }
  }
}

function toProductDto({ productId, ean, listCents }: ProgrammeProduct) {
  return { id: String(productId), ean, list_price: (listCents / 100).toFixed(2) }
}

function offerOf({ discount, units }: { discount: string; units: number }): ProgrammeOffer {
  return { discountHundredths: hundredthsOf(discount), units }
}

function read<Shape extends z.ZodType>(shape: Shape, answer: OutgoingResponse, call: string): z.output<Shape> {
  insistOnSuccess(answer, call)
  try {
    return shape.parse(JSON.parse(answer.body))
  } catch (cause) {
    throw new ProgrammeFault(`${call}: unexpected answer`, { cause })
  }
}

function insistOnSuccess({ status }: OutgoingResponse, call: string): void {
  if (status < 200 || status > 299) throw new ProgrammeFault(`${call}: answers ${status}`)
}
