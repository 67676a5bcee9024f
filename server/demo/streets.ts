import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { StreetLookup } from '../ports/street-lookup.ts'

type Street = NonNullable<Awaited<ReturnType<StreetLookup>>>

/** A few streets that the sandbox knows by itself. */
export function createDemoStreetLookup(): StreetLookup {
  let streets: Map<string, Street> | undefined
  return async (zipcode) => {
    streets ??= readStreets()
    return streets.get(zipcode) ?? null
  }
}

function readStreets(): Map<string, Street> {
  const csv = readFileSync(new URL('./ceps.csv', import.meta.url))
  const rows: Record<'cep' | 'street' | 'neighbourhood' | 'city' | 'uf', string>[] = parse(csv, { columns: true })
  return new Map(
    rows.map(({ cep, street, neighbourhood, city, uf }) => [
      cep.replace('-', ''),
      { street, neighborhood: neighbourhood, city, state: uf },
    ]),
  )
}
