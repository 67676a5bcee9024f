import { formatMoney } from './format.ts'

/** What is counted in a presentation, and what one of it is called. */
const units: Record<string, string> = {
  comprimidos: 'comprimido',
  cápsulas: 'cápsula',
  drágeas: 'drágea',
  sachês: 'sachê',
  envelopes: 'envelope',
  adesivos: 'adesivo',
  unidades: 'unidade',
  doses: 'dose',
}

const counted = new RegExp(`(?:^|, )(\\d+) (${Object.keys(units).join('|')})\\b`)
/** A whole presentation that begins with its contents, as of cosmetics; what begins with a strength says "mg" or "mg/ml". */
const measured = /^(\d+(?:,\d+)?) (ml|g|kg|litros?)(?:,|$)/
const smallest: Record<string, [unit: string, of: number]> = {
  ml: ['ml', 1],
  g: ['g', 1],
  kg: ['g', 1000],
  litro: ['ml', 1000],
  litros: ['ml', 1000],
}

/** What one unit costs: 85 cents for one "comprimido", 1230 for "100 ml". */
export type UnitPrice = { cents: number; unit: string }

/** "R$ 0,85 por comprimido". */
export function formatUnitPrice({ cents, unit }: UnitPrice): string {
  return `${formatMoney(cents)} por ${unit}`
}

/**
 * From a presentation such as "500 mg, 20 comprimidos" or "400 ml"; null where it says something else, and for a single unit
 * or less than 100 ml or g, of which the price tells as much.
 */
export function pricePerUnit(presentation: string, priceCents: number): UnitPrice | null {
  const [, count, plural] = counted.exec(presentation) ?? []
  if (count !== undefined && plural !== undefined) return perUnit(priceCents, Number(count), units[plural] ?? plural)
  const [, amount, measure] = measured.exec(presentation) ?? []
  if (amount === undefined || measure === undefined) return null
  const [unit, factor] = smallest[measure] ?? [measure, 1]
  const hundreds = (Number(amount.replace(',', '.')) * factor) / 100
  return hundreds <= 1 ? null : perUnit(priceCents, hundreds, `100 ${unit}`)
}

function perUnit(priceCents: number, count: number, unit: string): UnitPrice | null {
  return count <= 1 ? null : { cents: Math.round(priceCents / count), unit }
}

/** What is written on the plate that a prescription item has instead of a picture. */
export type Plate = {
  form: 'tablet' | 'drops' | 'syrup' | 'ointment' | 'other'
  /** "500 mg". */
  strength: string
  /** "30 comprimidos". */
  quantity: string
}

const forms: [Plate['form'], RegExp][] = [
  ['tablet', /comprimido|cápsula|drágea/],
  ['drops', /gotas|oftálmica|colírio/],
  ['syrup', /xarope|suspensão oral|solução oral/],
  ['ointment', /pomada|creme|gel\b/],
]

/** From a presentation such as "500 mg + 125 mg, 14 comprimidos revestidos"; null where it has no such two parts. */
export function plateOf(presentation: string): Plate | null {
  const [strength = '', ...rest] = presentation.split(', ')
  const amounts = [...rest.join(', ').matchAll(/(\d+(?:,\d+)?) (ml|g|[a-zçãáâéêíóú]{4,})/g)]
  const [, number, unit] = amounts[0] ?? []
  if (!/\d/.test(strength) || number === undefined || unit === undefined) return null
  const [form = 'other'] = forms.find(([, words]) => words.test(presentation)) ?? []
  return { form, strength, quantity: `${number} ${unit}` }
}
