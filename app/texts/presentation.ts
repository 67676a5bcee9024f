import type { PackContents } from './format.ts'

/** What is counted in a presentation, and what one of it is called. */
const unitSingulars: Record<string, string> = {
  comprimidos: 'comprimido',
  cápsulas: 'cápsula',
  drágeas: 'drágea',
  sachês: 'sachê',
  envelopes: 'envelope',
  adesivos: 'adesivo',
  unidades: 'unidade',
  doses: 'dose',
}

const countPattern = new RegExp(`(?:^|, )(\\d+) (${Object.keys(unitSingulars).join('|')})\\b`)
/** A whole presentation that begins with its contents, as of cosmetics; what begins with a strength says "mg" or "mg/ml". */
const measurePattern = /^(\d+(?:,\d+)?) (ml|g|kg|litros?)(?:,|$)/
const baseUnits: Record<string, [unit: string, factor: number]> = {
  ml: ['ml', 1],
  g: ['g', 1],
  kg: ['g', 1000],
  litro: ['ml', 1000],
  litros: ['ml', 1000],
}

/**
 * From a presentation such as "500 mg, 20 comprimidos" or "400 ml"; null where it says something else, and for a single unit
 * or less than 100 ml or g, of which the price tells as much.
 */
export function parsePackContents(presentation: string): PackContents | null {
  const [, number, plural] = countPattern.exec(presentation) ?? []
  if (number !== undefined && plural !== undefined)
    return toPackContents(Number(number), unitSingulars[plural] ?? plural)
  const [, amount, measure] = measurePattern.exec(presentation) ?? []
  if (amount === undefined || measure === undefined) return null
  const [unit, factor] = baseUnits[measure] ?? [measure, 1]
  return toPackContents((Number(amount.replace(',', '.')) * factor) / 100, `100 ${unit}`)
}

function toPackContents(count: number, unit: string): PackContents | null {
  return count > 1 ? { count, unit } : null
}

/** The text on the placeholder that a prescription item has instead of a picture. */
export type PicturePlaceholder = {
  dosageForm: 'tablet' | 'drops' | 'syrup' | 'ointment' | 'other'
  /** "500 mg". */
  strength: string
  /** "30 comprimidos". */
  quantity: string
}

const dosageFormPatterns: [PicturePlaceholder['dosageForm'], RegExp][] = [
  ['tablet', /comprimido|cápsula|drágea/],
  ['drops', /gotas|oftálmica|colírio/],
  ['syrup', /xarope|suspensão oral|solução oral/],
  ['ointment', /pomada|creme|gel\b/],
]

/** From a presentation such as "500 mg + 125 mg, 14 comprimidos revestidos"; null where it has no such two parts. */
export function parsePicturePlaceholder(presentation: string): PicturePlaceholder | null {
  const [strength = '', ...remainingParts] = presentation.split(', ')
  const quantityMatches = [
    ...remainingParts.join(', ').matchAll(/(\d+(?:,\d+)?) (ml|g|sistemas? de aplicação|[a-zçãáâéêíóú]{4,})/g),
  ]
  const [, number, unit] = quantityMatches[0] ?? []
  if (!/\d/.test(strength) || number === undefined || unit === undefined) return null
  return { dosageForm: detectDosageForm(presentation), strength, quantity: `${number} ${unit}` }
}

/** From a presentation, or from a product's name where there is none. */
export function detectDosageForm(text: string): PicturePlaceholder['dosageForm'] {
  const [dosageForm = 'other'] = dosageFormPatterns.find(([, pattern]) => pattern.test(text.toLowerCase())) ?? []
  return dosageForm
}
