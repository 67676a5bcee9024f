import { formatMoney } from './format.ts'

/** A legal price ceiling, and where it stands: `server/catalogue/ceiling-rates.ts`. */
export interface CeilingValues {
  cents: number
  /** The column of the CMED's list; null for the catalogue file's own. */
  rate: string | null
  state: string | null
  doubt: 'rate' | 'column' | null
}

/** `PMC 12 %, SP` */
export function formatCeilingColumn({ rate, state }: Pick<CeilingValues, 'rate' | 'state'>): string {
  return rate === null ? 'CMED' : [`PMC ${rate}`, state].filter(Boolean).join(', ')
}

/** `R$ 38,39 (PMC 12 %, SP)`, and what to check where the lowest column had to count. */
export function formatCeiling(ceiling: CeilingValues): string {
  const hint = ceiling.doubt === null ? '' : '; confira a alíquota'
  return `${formatMoney(ceiling.cents)} (${formatCeilingColumn(ceiling)}${hint})`
}
