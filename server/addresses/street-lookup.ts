import { z } from 'zod'
import { request } from '../platform/outgoing-http.ts'

interface Street {
  /** Empty, like the neighbourhood, for a town with a single postal code. */
  street: string
  neighborhood: string
  city: string
  state: string
}

/** Finds the street of an 8-digit postal code. It is only a convenience, so every kind of failure returns null. */
export type StreetLookup = (zipcode: string) => Promise<Street | null>

/** Timeout in milliseconds. */
const patienceMs = 1_500

const line = z.string().trim().max(120)

/** ViaCEP's answer; for an unknown code it is `{"erro": true}` (or "true"), without these fields. */
const ViaCep = z.object({ logradouro: line, bairro: line, localidade: line.min(1), uf: z.string().regex(/^[A-Z]{2}$/) })

/** Asks a ViaCEP-compatible service. `baseUrl` with or without its `/ws`. */
export function createStreetLookup(baseUrl: string): StreetLookup {
  const base = baseUrl.replace(/\/(ws\/?)?$/, '')
  return async (zipcode) => {
    try {
      const url = `${base}/ws/${zipcode}/json/`
      const { status, body } = await request({ method: 'GET', url, timeoutMs: patienceMs })
      if (status !== 200) return null
      const street = ViaCep.parse(JSON.parse(body))
      return { street: street.logradouro, neighborhood: street.bairro, city: street.localidade, state: street.uf }
    } catch {
      // Timeout, failure or an unexpected response: the customer types the street.
      return null
    }
  }
}
