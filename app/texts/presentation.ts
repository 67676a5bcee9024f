import type { PackContents } from './format.ts'

/** What is countUnits in a presentation, and what one of it is called. */
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

const dosageFormPatterns = [
  ['tablet', /comprimido|cápsula|drágea/],
  ['drops', /gotas|oftálmica|colírio/],
  ['syrup', /xarope|suspensão oral|solução oral/],
  ['ointment', /pomada|creme|gel\b/],
  ['other', /(?:)/],
] as const

/** A prescription item's form, from its name. */
export function detectDosageForm(name: string): (typeof dosageFormPatterns)[number][0] {
  return detect(dosageFormPatterns, name, 'other')
}

export type PackForm = 'bottle' | 'box' | 'device' | 'diapers' | 'dropper' | 'jar' | 'pot' | 'pump' | 'soap' | 'tube'

const packFormPatterns: [PackForm, RegExp][] = [
  ['diapers', /fralda|absorvente|lenços|algodão/],
  ['device', /aparelho|medidor|monitor|termômetro|balança|inalador|nebulizador|glicosímetro|oxímetro/],
  ['soap', /sabonete (?!líquido|íntimo)|^sabão/],
  ['dropper', /gotas|colírio|oftálmic|solução nasal|sérum/],
  ['pump', /sabonete|spray|aerossol|desodorante|repelente|álcool gel/],
  ['tube', /pomada|creme dental|creme|gel\b|protetor solar|bisnaga|balm|bb cream/],
  ['pot', /máscara de|pó compacto|manteiga|pote/],
  ['jar', /vitamina|suplemento|whey|creatina|colágeno|ômega|gomas|lavitan|centrum|proteína/],
  ['bottle', /xarope|suspensão|solução|shampoo|condicionador|enxaguante|loção|óleo|água|soro|leite|mamadeira|\d ?ml\b/],
]

/** What a product without a picture is drawn as, from its name; a box where that tells nothing. */
export function detectPackForm(name: string): PackForm {
  return detect(packFormPatterns, name, 'box')
}

function detect<Form>(patterns: readonly (readonly [Form, RegExp])[], name: string, fallback: Form): Form {
  return patterns.find(([, pattern]) => pattern.test(name.toLowerCase()))?.[0] ?? fallback
}

/** "875mg + 125mg", "30mg/5ml", "2.000 UI", or a count alone: "20 Drágeas". */
const measure = '\\d[\\d.,]*\\s?(?:mg|mcg|g|kg|ml|l|ui|%)(?:/[\\d,]*\\s?(?:mg|ml|g|dose|h))?'
const countUnits = Object.keys(unitSingulars).join('|')
const dosePattern = new RegExp(`\\s(${measure}(?: \\+ ${measure})*|\\d+ (?:${countUnits}))(?=\\s|$)`, 'i')

/** A name in three: what it is, its strength or size, and the rest; the latter two may be empty. With spaces between it is whole. */
export function splitProductName(name: string): [head: string, dose: string, rest: string] {
  const match = dosePattern.exec(name)
  if (!match?.[1]) return [name, '', '']
  return [name.slice(0, match.index), match[1], name.slice(match.index + match[0].length).trim()]
}
