import { z } from 'zod'
import { lenient } from '../platform/lenient.ts'
import { sendRequest } from '../platform/outgoing-http.ts'
import type { StreetLookup } from '../ports/street-lookup.ts'

const lookupTimeoutMs = 1_500

const addressLineSchema = z.string().trim().max(120)

/**
 * ViaCEP's answer; for an unknown code it is `{"erro": true}` (or "true"), without these fields. A town with one code has no street, and
 * other services leave out what they do not know.
 */
const ViaCepResponse = z.object({
  cep: lenient(z.string()),
  logradouro: lenient(addressLineSchema),
  bairro: lenient(addressLineSchema),
  localidade: addressLineSchema.min(1),
  uf: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
})

/** Asks a ViaCEP-compatible service. `baseUrl` with or without its `/ws`. */
export function createStreetLookup(baseUrl: string): StreetLookup {
  const serviceUrl = baseUrl.replace(/\/(ws\/?)?$/, '')
  return async (zipcode) => {
    try {
      const url = `${serviceUrl}/ws/${zipcode}/json/`
      const { status, body } = await sendRequest({ method: 'GET', url, timeoutMs: lookupTimeoutMs })
      if (status !== 200) return null
      const response = ViaCepResponse.parse(JSON.parse(body))
      if (response.cep !== null && response.cep.replace(/\D/g, '') !== zipcode) return null
      return {
        street: response.logradouro ?? '',
        neighborhood: response.bairro ?? '',
        city: response.localidade,
        state: response.uf,
      }
    } catch {
      // Timeout, failure or an unexpected response: the customer types the street.
      return null
    }
  }
}
