import type { ApplicablePromotion } from '../catalogue/bag-promotions/bag-promotions.ts'
import type { PromotionRule, UnitRun } from '../catalogue/bag-promotions/promotion-kinds.ts'
import { sumBy } from '../platform/sum-by.ts'
import type { LineDiscount } from './bag.ts'
import { divideCents } from './coupon-discount.ts'

/** A line as promotions see it. Prices per unit, in cents. */
export interface PromotableLine {
  productId: number
  quantity: number
  fullPriceCents: number
  /** After the product's own discount, which a unit has where no promotion takes it. */
  priceCents: number
}

/** A promotion with the runs of the bag that it counts for, the dearest first. */
interface Candidate {
  id: number
  title: string
  runs: Run[]
  save: PromotionRule['save']
}

/** The same with where its runs stand in their group. */
type GroupCandidate = Candidate & { positions: number[] }

interface Run extends UnitRun {
  ownDiscountCents: number
}

/** What a promotion takes off some units of each run of its group. */
interface Allocation {
  promotionId: number
  title: string
  units: number[]
  cents: number
  /** What it takes off beyond the products' own discounts. */
  gainCents: number
}

interface Division {
  gainCents: number
  allocations: Allocation[]
}

/** Ways to divide units that are tried in a bag; above them the promotion that saves most comes first. */
const maxDivisions = 20_000

/**
 * What promotions take off a bag's lines: each unit has the product's own discount or one promotion, whichever are best for the
 * customer together. A promotion's saving is shared by all units that it needs, by their prices.
 *
 * The best division is found for small bags, and wherever one promotion alone counts for products without a discount of their own; a bag
 * of 150 lines with thirty promotions takes some milliseconds.
 */
export function applyPromotions(
  lines: PromotableLine[],
  promotions: ApplicablePromotion[],
  { now, isMember }: { now: Date; isMember: boolean },
): (LineDiscount & { productId: number })[] {
  const runs = lines
    .map(({ productId, quantity, fullPriceCents, priceCents }) => {
      return { productId, units: quantity, fullPriceCents, ownDiscountCents: fullPriceCents - priceCents }
    })
    .sort((a, b) => b.fullPriceCents - a.fullPriceCents || a.productId - b.productId)
  const candidates = promotions
    .filter((promotion) => isRunning(promotion, now) && (isMember || !promotion.rule.isForMembers))
    .sort((a, b) => a.id - b.id)
    .flatMap((promotion) => toCandidate(promotion, runs))
  let triedDivisions = 0
  return groupRuns(runs, candidates).flatMap((group) => {
    const positionByRun = new Map(group.map((run, position) => [run, position]))
    const concerned = candidates.flatMap((candidate) => {
      const positions = candidate.runs.flatMap((run) => positionByRun.get(run) ?? [])
      return positions.length > 0 ? [{ ...candidate, positions }] : []
    })
    if (concerned.length === 0) return toLineDiscounts(group, [])
    const divisionCount = countDivisions(concerned, group)
    const isSmall = triedDivisions + divisionCount <= maxDivisions
    if (isSmall) triedDivisions += divisionCount
    return toLineDiscounts(group, isSmall ? findBestDivision(concerned, group) : divideGreedily(concerned, group))
  })
}

/** Its start counts, its end does not. */
export function isRunning({ startsAt, endsAt }: Pick<ApplicablePromotion, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return startsAt <= now && (endsAt === null || now < endsAt)
}

function toCandidate({ id, rule, productIds, productCount }: ApplicablePromotion, runs: Run[]): Candidate[] {
  const ids = new Set(productIds)
  const concerned = runs.filter(({ productId }) => ids.has(productId))
  const isApplicable = concerned.length > 0 && (!rule.isSet || concerned.length === productCount)
  return isApplicable ? [{ id, title: rule.title, runs: concerned, save: rule.save }] : []
}

/** Runs that share a promotion, also by way of others, are one group. */
function groupRuns(runs: Run[], candidates: Candidate[]): Run[][] {
  const groupOf = new Map(runs.map((run) => [run, new Set([run])]))
  for (const candidate of candidates) {
    const groups = [...new Set(candidate.runs.map((run) => groupOf.get(run) as Set<Run>))]
    if (groups.length === 1) continue
    const jointGroup = new Set(groups.flatMap((group) => [...group]))
    for (const run of jointGroup) groupOf.set(run, jointGroup)
  }
  return [...new Set(groupOf.values())].map((group) => runs.filter((run) => group.has(run)))
}

/** None where a promotion takes all that it can, and nothing else wants it. */
function countDivisions(candidates: GroupCandidate[], runs: Run[]): number {
  if (candidates.length === 1 && runs.every(({ ownDiscountCents }) => ownDiscountCents === 0))
    return Number.POSITIVE_INFINITY
  return runs.reduce((product, { units }) => product * (((units + 1) * (units + 2)) / 2), candidates.length)
}

/** What a promotion makes of so many units of each run. Units that it does not need keep their own discount. */
function allocate({ id, title, save, runs, positions }: GroupCandidate, units: number[]): Allocation {
  const saving = save(
    runs.map(({ productId, fullPriceCents }, index) => {
      return { productId, fullPriceCents, units: units[positions[index] as number] as number }
    }),
  )
  const allocation = { promotionId: id, title, units: units.map(() => 0), cents: saving.cents, gainCents: saving.cents }
  for (const [index, run] of runs.entries()) {
    const neededUnits = saving.units[index] as number
    allocation.units[positions[index] as number] = neededUnits
    allocation.gainCents -= run.ownDiscountCents * neededUnits
  }
  return allocation
}

/** For every number of units, up to the bag's, what the promotions looked at so far can make of them. */
function findBestDivision(candidates: GroupCandidate[], runs: Run[]): Allocation[] {
  const unitCounts = listUnitCounts(runs)
  let divisions = unitCounts.map((): Division => ({ gainCents: 0, allocations: [] }))
  for (const candidate of candidates) {
    const allocations = listAllocations(candidate, unitCounts, runs)
    divisions = unitCounts.map((units, index) => findBest(divisions, { units, index }, allocations))
  }
  return divisions.at(-1)?.allocations ?? []
}

/** Of these units with or without one more promotion. @param divisions by the index of their units */
function findBest(
  divisions: Division[],
  { units, index }: { units: number[]; index: number },
  allocations: (Allocation & { index: number })[],
): Division {
  let best = divisions[index] as Division
  for (const allocation of allocations) {
    if (allocation.index > index || allocation.units.some((count, position) => count > (units[position] as number)))
      continue
    const rest = divisions[index - allocation.index] as Division
    if (rest.gainCents + allocation.gainCents > best.gainCents)
      best = { gainCents: rest.gainCents + allocation.gainCents, allocations: [...rest.allocations, allocation] }
  }
  return best
}

/** Everything that a promotion can take part of its units for, and gain by it; with the index of those units. */
function listAllocations(candidate: GroupCandidate, unitCounts: number[][], runs: Run[]) {
  const allocationByIndex = new Map<number, Allocation & { index: number }>()
  for (const units of unitCounts) {
    const allocation = allocate(candidate, units)
    const index = runs.reduce((sum, run, position) => sum * (run.units + 1) + (allocation.units[position] as number), 0)
    if (allocation.gainCents > 0) allocationByIndex.set(index, { ...allocation, index })
  }
  return [...allocationByIndex.values()]
}

/** Every number of units of each run, those of the last run next to each other: the sum of two has the sum of their indexes. */
function listUnitCounts(runs: Run[]): number[][] {
  return runs.reduce<number[][]>(
    (counts, run) =>
      counts.flatMap((units) => Array.from({ length: run.units + 1 }, (_, runUnits) => [...units, runUnits])),
    [[]],
  )
}

/** The promotion that gains most by itself comes first, each with or without the units that have a discount of their own. */
function divideGreedily(candidates: GroupCandidate[], runs: Run[]): Allocation[] {
  const allocateBest = (candidate: GroupCandidate, units: number[]) => {
    const undiscountedUnits = units.map((count, index) => (runs[index]?.ownDiscountCents === 0 ? count : 0))
    const [withAll, withoutDiscounted] = [allocate(candidate, units), allocate(candidate, undiscountedUnits)]
    return withAll.gainCents >= withoutDiscounted.gainCents ? withAll : withoutDiscounted
  }
  const allUnits = runs.map(({ units }) => units)
  const ranked = candidates
    .map((candidate) => ({ candidate, gainCents: allocateBest(candidate, allUnits).gainCents }))
    .sort((a, b) => b.gainCents - a.gainCents || a.candidate.id - b.candidate.id)
  const allocations: Allocation[] = []
  let remainingUnits = allUnits
  for (const { candidate } of ranked) {
    if (remainingUnits.every((count) => count === 0)) break
    const allocation = allocateBest(candidate, remainingUnits)
    if (allocation.gainCents <= 0) continue
    allocations.push(allocation)
    remainingUnits = subtractUnits(remainingUnits, allocation)
  }
  return allocations
}

function subtractUnits(units: number[], allocation: Allocation): number[] {
  return units.map((count, index) => count - (allocation.units[index] ?? 0))
}

function toLineDiscounts(runs: Run[], allocations: Allocation[]): (LineDiscount & { productId: number })[] {
  const promotionDiscounts = allocations.flatMap(({ promotionId, title, units, cents }) => {
    const shares = divideCents(
      cents,
      runs.map(({ fullPriceCents }, index) => fullPriceCents * (units[index] ?? 0)),
    )
    return runs.map(({ productId }, index) => {
      return { productId, promotionId, title, units: units[index] ?? 0, cents: shares[index] ?? 0 }
    })
  })
  const ownDiscounts = runs.map(({ productId, units, ownDiscountCents }, index) => {
    const ownUnits = units - sumBy(allocations, (allocation) => allocation.units[index] ?? 0)
    return { productId, promotionId: 0, title: '', units: ownUnits, cents: ownUnits * ownDiscountCents }
  })
  return [...promotionDiscounts, ...ownDiscounts].filter(({ cents }) => cents > 0)
}
