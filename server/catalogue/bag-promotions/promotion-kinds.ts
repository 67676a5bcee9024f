import { parseMoney } from '../../../app/texts/money.ts'
import { promotionKindTexts as texts } from '../../../app/texts/promotions.ts'
import { sumBy } from '../../platform/sum-by.ts'
import { foldText } from '../../platform/user-input.ts'

/** Units of one product, at what one costs without any discount, in cents. */
export interface UnitRun {
  productId: number
  units: number
  fullPriceCents: number
}

/** What a promotion takes off, in cents, and of each run the units that it needs for it. */
export interface Saving {
  cents: number
  units: number[]
}

/** What a promotion does to a bag. */
export interface PromotionRule {
  /** 'Leve 3, pague 2'; read again it is the same rule. */
  title: string
  /** @param runs the dearest first */
  save: (runs: UnitRun[]) => Saving
  /** How many units more of the same products take off more, and what to say of it; null where they do not. */
  findMissing?: (runs: UnitRun[]) => { units: number; text: string } | null
  /** Only for who is signed in. */
  isForMembers?: true
  /** One unit of each product together. */
  isSet?: true
}

interface PromotionKind {
  /** Of what people type, in small letters without accents and without commas. */
  pattern: RegExp
  /** @param values what the pattern caught; null where they make no promotion */
  read: (values: string[]) => PromotionRule | null
}

/** Letters of a promotion as people type it. */
export const maxRuleLength = 80

const [minUnits, maxUnits] = [2, 12]

/** Every kind of promotion whose price depends on the bag. */
const promotionKinds: PromotionKind[] = [
  {
    pattern: /^leve (\d+) pague (\d+)$/,
    read([units, paidUnits]) {
      const rule = { units: Number(units), paidUnits: Number(paidUnits) }
      if (!isUnitCount(rule.units) || rule.paidUnits < 1 || rule.paidUnits >= rule.units) return null
      return {
        title: texts.payFewer.title(rule),
        save: (runs) => saveByGroups(runs, { ...rule, percent: 100 }),
        findMissing: (runs) => findMultiple(runs, rule.units, (count) => texts.payFewer.missing(count, rule)),
      }
    },
  },
  {
    pattern: /^(?:2[aª]|segunda) unidade(?: com| a)? (\d+) ?%(?: de desconto)?$/,
    read([percent]) {
      const rule = { percent: Number(percent) }
      if (!isPercent(rule.percent)) return null
      return {
        title: texts.secondUnit.title(rule),
        save: (runs) => saveByGroups(runs, { units: 2, paidUnits: 1, ...rule }),
        findMissing: (runs) => findMultiple(runs, 2, (count) => texts.secondUnit.missing(count, rule)),
      }
    },
  },
  {
    pattern: /^a partir de (\d+)(?: unidades)?(?: por)? (?:r\$ ?)?([\d.,]+)(?: cada)?$/,
    read([units, price]) {
      const rule = { units: Number(units), priceCents: parseMoney(price ?? '', ',') ?? 0 }
      if (!isUnitCount(rule.units) || rule.priceCents < 1) return null
      return {
        title: texts.fromUnits.title(rule),
        save(runs) {
          if (countUnits(runs) < rule.units) return { cents: 0, units: runs.map(() => 0) }
          return saveByUnit(runs, ({ fullPriceCents }) => Math.max(0, fullPriceCents - rule.priceCents))
        },
        findMissing(runs) {
          const units = rule.units - countUnits(runs)
          return units > 0 ? { units, text: texts.fromUnits.missing(units, rule) } : null
        },
      }
    },
  },
  {
    pattern: /^kit(?: por)? (?:r\$ ?)?([\d.,]+)$/,
    read([price]) {
      const rule = { priceCents: parseMoney(price ?? '', ',') ?? 0 }
      if (rule.priceCents < 1) return null
      return {
        title: texts.kit.title(rule),
        isSet: true,
        save(runs) {
          const kits = Math.min(...runs.map((run) => run.units))
          const savedCents = sumBy(runs, (run) => run.fullPriceCents) - rule.priceCents
          return { cents: Math.max(0, savedCents) * kits, units: runs.map(() => kits) }
        },
      }
    },
  },
  {
    pattern: /^(?:preco do )?clube:? (\d+) ?%(?: de desconto)?$/,
    read([percent]) {
      const rule = { percent: Number(percent) }
      if (!isPercent(rule.percent)) return null
      return {
        title: texts.club.title(rule),
        isForMembers: true,
        save: (runs) => saveByUnit(runs, ({ fullPriceCents }) => percentOf(fullPriceCents, rule.percent)),
      }
    },
  },
]

/** A promotion as people type it, and as the database has it; null where it is none. */
export function readPromotionRule(text: string): PromotionRule | null {
  const line = foldText(text.trim())
    .replace(/,(?!\d)/g, '')
    .replace(/\s+/g, ' ')
  for (const { pattern, read } of promotionKinds) {
    const match = pattern.exec(line)
    if (match) return read(match.slice(1))
  }
  return null
}

/** Of each group of so many units, the dearest first, all but the paid ones are cheaper: what is left over is the cheapest. */
function saveByGroups(
  runs: UnitRun[],
  { units, paidUnits, percent }: { units: number; paidUnits: number; percent: number },
): Saving {
  const groupedUnits = countUnits(runs) - (countUnits(runs) % units)
  const countCheaper = (position: number) =>
    Math.floor(position / units) * (units - paidUnits) + Math.max(0, (position % units) - paidUnits)
  const saving: Saving = { cents: 0, units: [] }
  let position = 0
  for (const run of runs) {
    const [start, end] = [Math.min(position, groupedUnits), Math.min(position + run.units, groupedUnits)]
    saving.cents += percentOf(run.fullPriceCents, percent) * (countCheaper(end) - countCheaper(start))
    saving.units.push(end - start)
    position += run.units
  }
  return saving
}

function saveByUnit(runs: UnitRun[], centsOf: (run: UnitRun) => number): Saving {
  return { cents: sumBy(runs, (run) => centsOf(run) * run.units), units: runs.map((run) => run.units) }
}

/** What a percentage takes off a price: the price that is left is rounded half up (specification, section 5). */
function percentOf(cents: number, percent: number): number {
  return cents - Math.floor((cents * (100 - percent) + 50) / 100)
}

function findMultiple(runs: UnitRun[], multiple: number, toText: (count: number) => string) {
  const restUnits = countUnits(runs) % multiple
  const units = multiple - restUnits
  return restUnits === 0 ? null : { units, text: toText(units) }
}

function countUnits(runs: UnitRun[]): number {
  return sumBy(runs, (run) => run.units)
}

function isUnitCount(units: number): boolean {
  return units >= minUnits && units <= maxUnits
}

function isPercent(percent: number): boolean {
  return percent >= 1 && percent <= 99
}
