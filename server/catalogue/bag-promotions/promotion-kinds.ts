import { z } from 'zod'
import { limits } from '../../../app/texts/limits.ts'
import { sumBy } from '../../platform/sum-by.ts'
import { createIntegerSchema } from '../../wire/values.ts'

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

interface PromotionKind<Rule> {
  /** The fields that say how much, as people type them. */
  rule: z.ZodType<Rule>
  /** @param runs the dearest first */
  save: (rule: Rule, runs: UnitRun[]) => Saving
  /** How many units more of the same products make it take off more; null where no more units do. */
  countMissingUnits: (rule: Rule, runs: UnitRun[]) => number | null
  /** Only for who is signed in. */
  isForMembers?: true
  /** Of each product one unit. */
  isSet?: true
}

const UnitsSchema = createIntegerSchema(z.number().int().min(2).max(12))
const PercentSchema = createIntegerSchema(z.number().int().min(1).max(99))
const PriceSchema = createIntegerSchema(z.number().int().min(1).max(limits.priceCents))

function defineKind<Rule>(kind: PromotionKind<Rule>): PromotionKind<Rule> {
  return kind
}

/** Every kind of promotion whose price depends on the bag. */
export const promotionKinds = {
  /** 'Leve 3, pague 2'. */
  payFewer: defineKind({
    rule: z
      .object({ units: UnitsSchema, paidUnits: createIntegerSchema(z.number().int().min(1).max(11)) })
      .refine(({ units, paidUnits }) => paidUnits < units, { path: ['paidUnits'] }),
    save: ({ units, paidUnits }, runs) => saveByGroups(runs, { units, paidUnits, percent: 100 }),
    countMissingUnits: ({ units }, runs) => countMissingToMultiple(countUnits(runs), units),
  }),
  secondUnit: defineKind({
    rule: z.object({ percent: PercentSchema }),
    save: ({ percent }, runs) => saveByGroups(runs, { units: 2, paidUnits: 1, percent }),
    countMissingUnits: (_rule, runs) => countMissingToMultiple(countUnits(runs), 2),
  }),
  fromUnits: defineKind({
    rule: z.object({ units: UnitsSchema, priceCents: PriceSchema }),
    save({ units, priceCents }, runs) {
      if (countUnits(runs) < units) return { cents: 0, units: runs.map(() => 0) }
      const cents = sumBy(runs, (run) => Math.max(0, run.fullPriceCents - priceCents) * run.units)
      return { cents, units: runs.map((run) => run.units) }
    },
    countMissingUnits({ units }, runs) {
      const missingUnits = units - countUnits(runs)
      return missingUnits > 0 ? missingUnits : null
    },
  }),
  kit: defineKind({
    rule: z.object({ priceCents: PriceSchema }),
    isSet: true,
    save({ priceCents }, runs) {
      const kits = Math.min(...runs.map((run) => run.units))
      const savedCents = sumBy(runs, (run) => run.fullPriceCents) - priceCents
      return { cents: Math.max(0, savedCents) * kits, units: runs.map(() => kits) }
    },
    countMissingUnits: () => null,
  }),
  club: defineKind({
    rule: z.object({ percent: PercentSchema }),
    isForMembers: true,
    save({ percent }, runs) {
      const cents = sumBy(runs, (run) => percentOf(run.fullPriceCents, percent) * run.units)
      return { cents, units: runs.map((run) => run.units) }
    },
    countMissingUnits: () => null,
  }),
}

export type PromotionKindName = keyof typeof promotionKinds
export const promotionKindNames = Object.keys(promotionKinds) as PromotionKindName[]

export type PromotionRule = {
  [Name in PromotionKindName]: { kind: Name; rule: z.output<(typeof promotionKinds)[Name]['rule']> }
}[PromotionKindName]

/** A kind with its rule filled in. */
export function bindKind<Name extends PromotionKindName>({ kind, rule }: Extract<PromotionRule, { kind: Name }>) {
  const definition = promotionKinds[kind] as unknown as PromotionKind<typeof rule>
  return {
    isForMembers: definition.isForMembers ?? false,
    isSet: definition.isSet ?? false,
    save: (runs: UnitRun[]) => definition.save(rule, runs),
    countMissingUnits: (runs: UnitRun[]) => definition.countMissingUnits(rule, runs),
  }
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

/** What a percentage takes off a price: the price that is left is rounded half up (specification, section 5). */
function percentOf(cents: number, percent: number): number {
  return cents - Math.floor((cents * (100 - percent) + 50) / 100)
}

function countMissingToMultiple(units: number, multiple: number): number | null {
  return units % multiple === 0 ? null : multiple - (units % multiple)
}

function countUnits(runs: UnitRun[]): number {
  return sumBy(runs, (run) => run.units)
}
