import type { Context } from '../context.ts'
import { foldText } from '../platform/user-input.ts'

/** Products that have a substance in common. */
export interface SharedSubstance {
  /** As the catalogue spells it, without its salt: "dipirona". */
  substance: string
  productIds: number[]
}

/** What stands behind 'de' in a salt's name where the substance stands before it: 'clavulanato de potássio'. */
const bases = ['potassio', 'sodio', 'calcio', 'magnesio', 'zinco']
/** Words that alone name no substance. */
const prefixes = ['acido', 'insulina', 'vitamina', 'hidroxido', 'oxido']

/** The substances of an active ingredient, in small letters, without their salts: dipirona sódica and monoidratada are one. */
export function listSubstances(activeIngredient: string): string[] {
  return activeIngredient
    .split(/\s*[+;]\s*/)
    .map(nameSubstance)
    .filter((substance) => substance !== '')
}

function nameSubstance(component: string): string {
  const [salt = '', substance] = component
    .trim()
    .toLowerCase()
    .split(/ de (?!.* de )/)
  const name = substance === undefined || bases.includes(foldText(substance)) ? salt : substance
  const [first = '', second] = name.split(' ')
  return second !== undefined && prefixes.includes(foldText(first)) ? `${first} ${second}` : first
}

/** Of medicines, which have a substance in common. Taken together they are soon too much of it. */
export async function listSharedSubstances(ctx: Context, productIds: number[]): Promise<SharedSubstance[]> {
  if (productIds.length < 2) return []
  const rows = await ctx.db
    .selectFrom('product')
    .select(['id', 'activeIngredient'])
    .where('id', 'in', productIds)
    .where('isMedicine', '=', true)
    .where('activeIngredient', '!=', '')
    .orderBy('id')
    .execute()
  const bySubstance = new Map<string, SharedSubstance>()
  for (const { id, activeIngredient } of rows) {
    for (const substance of new Set(listSubstances(activeIngredient))) {
      const shared = bySubstance.get(foldText(substance)) ?? { substance, productIds: [] }
      bySubstance.set(foldText(substance), { ...shared, productIds: [...shared.productIds, id] })
    }
  }
  return [...bySubstance.values()].filter((shared) => shared.productIds.length > 1)
}
