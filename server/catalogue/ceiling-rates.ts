import type { Row } from '../database/schema.ts'

/** By which rate of ICMS a state taxes medicines: in that column of the CMED's list their ceiling stands. */
export type CeilingRate = Row<'ceilingRate'>

const law = 'Lei SP 16.005/2015: genéricos 12 %'
const survey = 'simtax.com.br, alíquotas de ICMS para medicamentos por estado em 2025'

/**
 * What the shop begins with. All are from secondary sources: the owner confirms them with an accountant, and changes them in the
 * back office. A state that is not here has no entry on purpose: no source was good enough.
 */
const defaultEntries: [state: string, generics: string, others: string, source: string, sourceDate: string][] = [
  ['SP', '12 %', '18 %', law, '2015-11-24'],
  ['MG', '12 %', '18 %', survey, '2025-01-01'],
  ['BA', '20,5 %', '20,5 %', survey, '2025-01-01'],
  ['PR', '19,5 %', '19,5 %', survey, '2025-01-01'],
  ['RJ', '22 %', '22 %', `${survey}: 20 % e 2 % do FECP`, '2025-01-01'],
  ['RS', '17 %', '17 %', survey, '2025-01-01'],
  ['SC', '17 %', '17 %', survey, '2025-01-01'],
]

export const defaultCeilingRates: CeilingRate[] = defaultEntries.flatMap(
  ([state, generics, others, source, sourceDate]) => [
    { state, isGeneric: true, rate: generics, source, sourceDate },
    { state, isGeneric: false, rate: others, source, sourceDate },
  ],
)

/** A pack in the CMED's list. */
export interface ListedPack {
  /** Null where the list does not tell. */
  isGeneric: boolean | null
  /** ICMS 0 %: Sim. */
  isIcmsFree: boolean
  /** Cents, by rate. */
  ceilings: Record<string, number>
}

/** The price that the law allows at most. */
export interface Ceiling {
  cents: number
  /** The column of the CMED's list; null for the catalogue file's own ceiling. */
  rate: string | null
  /** Of the branch that sells; null where it is not known. */
  state: string | null
  /** What to check: `rate`, no rate is set for the state and kind; `column`, the list lacks that rate. The lowest column counts then. */
  doubt: 'rate' | 'column' | null
}

const icmsFreeRate = '0 %'

/**
 * The ceiling of a pack in a state; of several packs with the same code the lowest counts. What the list marks as free of ICMS
 * has its ceiling in the column 0 % in every state.
 * @param packs with one price at least
 * @param isGeneric whether the shop calls it one: the list counts where it tells
 */
export function chooseCeiling(
  packs: ListedPack[],
  { state, isGeneric, rates }: { state: string | null; isGeneric: boolean; rates: CeilingRate[] },
): Ceiling | null {
  const choices = packs.flatMap((pack): Ceiling[] => {
    const isGenericPack = pack.isGeneric ?? isGeneric
    const entry = rates.find((rate) => rate.state === state && rate.isGeneric === isGenericPack)
    const rate = pack.isIcmsFree ? icmsFreeRate : (entry?.rate ?? null)
    const cents = rate === null ? undefined : pack.ceilings[rate]
    if (rate !== null && cents !== undefined) return [{ cents, rate, state, doubt: null }]
    const [lowest] = Object.entries(pack.ceilings).sort(([, a], [, b]) => a - b)
    return lowest ? [{ cents: lowest[1], rate: lowest[0], state, doubt: rate === null ? 'rate' : 'column' }] : []
  })
  return choices.reduce<Ceiling | null>(
    (least, choice) => (least && least.cents <= choice.cents ? least : choice),
    null,
  )
}

/** A rate as people type it, `17,5`, `12%`, `17 ALC`, as the list's columns have it; null for what is none. */
export function parseRate(text: string): string | null {
  const [, number, freeTradeArea] = /^(\d{1,2}(?:[.,]\d{1,2})?)\s*%?\s*(ALC)?$/i.exec(text.trim()) ?? []
  if (number === undefined) return null
  return `${String(Number(number.replace(',', '.'))).replace('.', ',')} %${freeTradeArea ? ' ALC' : ''}`
}
