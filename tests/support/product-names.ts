import { readFileSync } from 'node:fs'

/** The first word of every product's name in the demo's catalogue, in lower case; not one that a telephone is called by, too. */
export function readProductNames(): string[] {
  const rows = readFileSync('server/demo/catalogue.csv', 'utf8').split('\n').slice(1)
  const words = rows.flatMap((row) => /^[A-Za-zÀ-ú-]{5,}/.exec(row.split(',')[2] ?? '')?.[0] ?? [])
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word !== 'aparelho')
}
