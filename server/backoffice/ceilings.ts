import { parseRate } from '../catalogue/ceiling-rates.ts'
import * as ceilings from '../catalogue/ceilings.ts'
import type { CeilingImport } from '../catalogue/import/ceiling-import.ts'
import { findPricesAboveCeiling, type PriceAboveCeiling } from '../catalogue/import/price-check.ts'
import type { Context } from '../context.ts'
import { loadBranchStates } from '../delivery/branch-states.ts'
import { listBranches } from '../delivery/delivery.ts'
import { toShopDay } from '../platform/calendar.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { staffCommand } from '../staff/staff-command.ts'
import { createFileImporter, runCeilingImport } from './import-run.ts'
import { createImportLimiter, eraseStoredUpload, getStoredUpload, storeUpload } from './stored-uploads.ts'

/** By which rates a state's medicines have their ceiling, and who is there. */
export interface BranchStateRates extends ceilings.StateRates {
  state: string
  branchNames: string[]
  /** Of the rates, for the form that shows them. */
  seenHash: string
}

/** As a form has them: rates as they are typed, '' for one that is not known. */
export interface RateEdit {
  state: string
  genericRate: string
  otherRate: string
  source: string
}

/**
 * Replaces the shop's ceilings by a list of the CMED that somebody sent, in a process of its own.
 * @throws ShopError "staff.forbidden", "import.missing", "import.tooMuch", "import.busy", "ceilings.older", "page.outdated" for another
 *   list than the form showed, and those of an unusable file
 */
export async function uploadCeilings(
  ctx: Context,
  actor: Actor,
  { content, mayBeOlder }: { content: Uint8Array; mayBeOlder: boolean },
  seenHash: string,
): Promise<CeilingImport> {
  requirePermission(actor, 'products.ceilings')
  const token = await storeUpload(ctx, actor, { kind: 'ceilings', isChosen: mayBeOlder, contents: [['file', content]] })
  return ctx
    .memory(createImportLimiter)
    .run(async () => {
      assertSeen(await ceilings.findStoredCeilingList(ctx), seenHash)
      const { files } = await getStoredUpload(ctx, actor, token)
      const { databaseLocation } = ctx.settings
      const task = { kind: 'ceilings' as const, databaseLocation, file: files[0] ?? '', mayBeOlder, actor }
      return runCeilingImport(ctx.memory(createFileImporter), { ...task, now: ctx.clock.now() })
    })
    .finally(() => eraseStoredUpload(ctx, actor, token))
}

/** The list that counts, and the rates of the states where the shop has branches. @throws ShopError "staff.forbidden" */
export async function getCeilings(
  ctx: Context,
  actor: Actor,
): Promise<{
  list: ceilings.StoredCeilingList | null
  /** Of the list, for the form that shows it. */
  listHash: string
  stateRates: BranchStateRates[]
  /** The branches of which no state is known. */
  statelessBranchNames: string[]
}> {
  requirePermission(actor, 'products.ceilings')
  const [list, allRates, stateByBranchId, branches] = await Promise.all([
    ceilings.findStoredCeilingList(ctx),
    ceilings.listCeilingRates(ctx),
    loadBranchStates(ctx),
    listBranches(ctx),
  ])
  const listBranchNames = (state: string | null) =>
    branches.filter(({ id }) => stateByBranchId.get(id) === state).map(({ name }) => name)
  const branchStates = [...new Set([...stateByBranchId.values()].filter((state) => state !== null))].sort()
  const stateRates = branchStates.map((state) => {
    const rates = ceilings.selectStateRates(allRates, state)
    return { state, branchNames: listBranchNames(state), ...rates, seenHash: toSeenHash(rates) }
  })
  return { list, listHash: toSeenHash(list), stateRates, statelessBranchNames: listBranchNames(null) }
}

/** Prices above their ceiling, in every branch. @throws ShopError "staff.forbidden" */
export async function listPricesAboveCeiling(
  ctx: Context,
  actor: Actor,
): Promise<(PriceAboveCeiling & { branchName: string })[]> {
  requirePermission(actor, 'products.ceilings')
  const [{ pricesAboveCeiling }, branches] = await Promise.all([findPricesAboveCeiling(ctx), listBranches(ctx)])
  const branchNames = new Map(branches.map(({ id, name }) => [id, name]))
  return pricesAboveCeiling.map((price) => ({ ...price, branchName: branchNames.get(price.branchId) ?? '' }))
}

/**
 * Sets by which rates a state taxes medicines.
 * @throws ShopError "staff.forbidden", "branch.unknown" for a state without a branch, "ceilings.rate", "ceilings.source",
 *   "page.outdated"
 */
export const setCeilingRates = staffCommand({
  permission: 'products.ceilings',
  action: 'products.ceilings',
  async run(ctx, _, { state, source, ...typedRates }: RateEdit, seenHash: string) {
    const [genericRate, otherRate] = (['genericRate', 'otherRate'] as const).map((input) => {
      const rate = parseRate(typedRates[input])
      if (rate === null && typedRates[input].trim() !== '') throw new ShopError('ceilings.rate', { input })
      return rate
    })
    if (source === '') throw new ShopError('ceilings.source', { input: 'source' })
    if (![...(await loadBranchStates(ctx)).values()].includes(state)) throw new ShopError('branch.unknown')
    assertSeen(await ceilings.lockStateRates(ctx, state), seenHash)
    const sourceDate = toShopDay(ctx.clock.now())
    await ceilings.setCeilingRate(ctx, { state, isGeneric: true, rate: genericRate ?? null, source, sourceDate })
    await ceilings.setCeilingRate(ctx, { state, isGeneric: false, rate: otherRate ?? null, source, sourceDate })
    return { state, genericRate, otherRate }
  },
  audit: ({ state, genericRate, otherRate }) => ({
    type: 'ceilings',
    id: state,
    detail: `${genericRate ?? '–'} / ${otherRate ?? '–'}`,
  }),
})
