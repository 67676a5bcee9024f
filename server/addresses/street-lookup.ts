import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
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
export function openStreetLookup(baseUrl: string): StreetLookup {
  const base = baseUrl.replace(/\/(ws\/?)?$/, '')
  return async (zipcode) => {
    try {
      const url = `${base}/ws/${zipcode}/json/`
      const { status, body } = await request({ method: 'GET', url, timeoutMs: patienceMs })
      if (status !== 200) return null
      const found = ViaCep.parse(JSON.parse(body))
      return { street: found.logradouro, neighborhood: found.bairro, city: found.localidade, state: found.uf }
    } catch {
      // Timeout, failure or an unexpected response: the customer types the street.
      return null
    }
  }
}

/** The sandbox knows a few streets by itself. */
export function openDemoStreets(): StreetLookup {
  let streets: Map<string, Street> | undefined
  return async (zipcode) => {
    streets ??= readStreets()
    return streets.get(zipcode) ?? null
  }
}

function readStreets(): Map<string, Street> {
  const file = readFileSync(new URL('../demo/ceps.csv', import.meta.url))
  const rows: Record<'cep' | 'street' | 'neighbourhood' | 'city' | 'uf', string>[] = parse(file, { columns: true })
  return new Map(
    rows.map(({ cep, street, neighbourhood, city, uf }) => [
      cep.replace('-', ''),
      { street, neighborhood: neighbourhood, city, state: uf },
    ]),
  )
}
