import { contentTexts } from '../../app/texts/operator/content.ts'
import type { Sentence } from '../../app/texts/operator/sentence.ts'
import type { CatalogueGaps } from '../catalogue/catalogue-gaps.ts'
import type { StaffRole } from '../database/schema.ts'
import type { BranchGap, BranchGaps } from '../delivery/branch-gaps.ts'

/** What a shop shows, as far as its opening asks for it. */
export interface ShopContent {
  isSandbox: boolean
  hasProfile: boolean
  /** What is wrong with shop.json, where a start would refuse it. */
  profileFault: Sentence | null
  /** Fields of shop.json that are still the demo's. */
  pretendNames: string[]
  hasMail: boolean
  hasPayment: boolean
  isCounterOpen: boolean
  /** Of those who sign in. */
  staffRoles: StaffRole[]
  branches: BranchGaps[]
  catalogue: CatalogueGaps
  /** What waits to be completed, and its worth. */
  pending: { count: number; worthCents: number }
}

export interface ContentFinding {
  /** Without what is to be done nobody can buy, or the law forbids to sell. */
  state: keyof typeof contentTexts.states
  area: keyof typeof contentTexts.areas
  message: Sentence
}

type Area = ContentFinding['area']
const todo = (area: Area, message: Sentence): ContentFinding => ({ state: 'todo', area, message })
const hint = (area: Area, message: Sentence): ContentFinding => ({ state: 'hint', area, message })

/** What is missing for the opening, in the order in which one does it. */
export function listContentFindings(content: ShopContent): ContentFinding[] {
  return [...findInSettings(content), ...findInBranches(content), ...findInCatalogue(content), ...findInStaff(content)]
}

function findInSettings(content: ShopContent): ContentFinding[] {
  const { isSandbox, hasProfile, profileFault, pretendNames, hasMail, hasPayment } = content
  return [
    ...(isSandbox ? [hint('shop', contentTexts.sandbox)] : []),
    ...(hasProfile ? [] : [todo('shop', contentTexts.noProfile)]),
    ...(profileFault ? [todo('shop', profileFault)] : []),
    ...pretendNames.map((name) => todo('shop', contentTexts.pretendValue(name))),
    ...(hasMail ? [] : [todo('mail', contentTexts.noMail)]),
    ...(hasPayment ? [] : [todo('payment', contentTexts.noPayment)]),
  ]
}

/** Of a branch whose customers have no other way to it. */
const todoGaps: BranchGap[] = ['hours', 'customers', 'windows']
/** Where there is one branch, the shop's own data are its. */
const gapsOfSeveral: BranchGap[] = ['phone', 'pharmacist', 'legalData']

function findInBranches({ branches }: ShopContent): ContentFinding[] {
  if (branches.length === 0) return [todo('branches', contentTexts.noBranch)]
  return (Object.keys(contentTexts.gaps) as BranchGap[]).flatMap((gap) => {
    const lackingBranches = branches.filter(({ gaps }) => gaps.includes(gap))
    if (lackingBranches.length === 0 || (branches.length === 1 && gapsOfSeveral.includes(gap))) return []
    const message = contentTexts.gaps[gap](lackingBranches)
    return [todoGaps.includes(gap) ? todo('branches', message) : hint('branches', message)]
  })
}

function findInCatalogue(content: ShopContent): ContentFinding[] {
  const { productCount, medicineCount, unregistered, hasCeilingList, aboveCeiling, withoutPictureCount } =
    content.catalogue
  const { count, worthCents } = content.pending
  return [
    ...(productCount === 0 ? [todo('products', contentTexts.noProduct)] : findInOffers(content)),
    ...(unregistered.count > 0
      ? [todo('products', contentTexts.unregistered(unregistered.count, unregistered.skus))]
      : []),
    ...(aboveCeiling.count > 0
      ? [todo('products', contentTexts.aboveCeiling(aboveCeiling.count, aboveCeiling.skus))]
      : []),
    ...(medicineCount > 0 && !hasCeilingList ? [hint('products', contentTexts.noCeilingList)] : []),
    ...(count > 0 ? [hint('products', contentTexts.pending(count, worthCents))] : []),
    ...(withoutPictureCount > 0 ? [hint('products', contentTexts.withoutPicture(withoutPictureCount))] : []),
  ]
}

function findInOffers({ branches, catalogue: { productCount, branches: counts } }: ShopContent): ContentFinding[] {
  const branchesWithCounts = branches.map(({ id, name }) => {
    const { pricedCount = 0, buyableCount = 0 } = counts.find(({ branchId }) => branchId === id) ?? {}
    return {
      id,
      name,
      unpricedCount: productCount - pricedCount,
      hasPrices: pricedCount > 0,
      isEmpty: buyableCount === 0,
    }
  })
  const unpricedBranches = branchesWithCounts.filter(({ hasPrices }) => !hasPrices)
  const emptyBranches = branchesWithCounts.filter(({ hasPrices, isEmpty }) => hasPrices && isEmpty)
  const partlyPricedBranches = branchesWithCounts.filter(
    ({ hasPrices, unpricedCount }) => hasPrices && unpricedCount > 0,
  )
  const isNothingForSale = branches.length > 0 && branchesWithCounts.every(({ isEmpty }) => isEmpty)
  return [
    ...(isNothingForSale ? [todo('products', contentTexts.nothingForSale)] : []),
    ...(unpricedBranches.length > 0 ? [todo('products', contentTexts.unpricedBranches(unpricedBranches))] : []),
    ...(emptyBranches.length > 0 && !isNothingForSale
      ? [hint('products', contentTexts.emptyShelves(emptyBranches))]
      : []),
    ...partlyPricedBranches.map((branch) =>
      hint('products', contentTexts.unpricedProducts(branch.unpricedCount, branch)),
    ),
  ]
}

function findInStaff({ isCounterOpen, staffRoles, catalogue }: ShopContent): ContentFinding[] {
  if (!isCounterOpen) return [hint('staff', contentTexts.closedCounter)]
  const noPharmacist = (catalogue.prescriptionCount > 0 ? todo : hint)('staff', contentTexts.noPharmacist)
  return [
    ...(staffRoles.includes('owner') ? [] : [todo('staff', contentTexts.noOwner)]),
    ...(staffRoles.includes('pharmacist') ? [] : [noPharmacist]),
  ]
}
