import type { Context, TransactionContext } from '../context.ts'
import type { Branch } from '../delivery/branch.ts'
import * as branchImport from '../delivery/branch-import.ts'
import type { BranchSettingsInput } from '../delivery/branch-settings.ts'
import * as branchSettings from '../delivery/branch-settings.ts'
import { listBranchSettings } from '../delivery/branch-settings.ts'
import * as delivery from '../delivery/delivery.ts'
import { type BrokenBooking, findBrokenBookings } from '../delivery/kept-bookings.ts'
import { extendPickupDeadlines, listBookings } from '../orders/bookings.ts'
import type { ImportOptions, ImportResult, ImportRowStream } from '../platform/csv/checked-rows.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { BrokenBookingsError } from './broken-bookings.ts'
import { recordImport } from './import-audit.ts'

export interface BackofficeBranch {
  branch: Branch
  settings: BranchSettingsInput
  /** The settings' hash, for the form that shows them. */
  seenHash: string
}

/** What the sender of changed settings had seen, as hashes. */
interface SeenSettings {
  settings: string
  /** Of the orders that the change does not keep, where they were told of; else empty. */
  brokenBookings: string
}

/** Orders that changed settings do not keep, and their hash, for the form that saves the settings all the same. */
export interface BrokenBookings {
  bookings: BrokenBooking[]
  seenHash: string
}

type BranchImportOptions = ImportOptions & {
  /** The file counts, though orders rely on what it changes. */
  mayBreakBookings?: boolean
}

/** Those that one of the staff may see: their own, or all. */
export async function listBranches(ctx: Context, actor: Actor): Promise<BackofficeBranch[]> {
  requirePermission(actor, 'window.change')
  const branches = (await delivery.listBranches(ctx)).filter(
    ({ id }) => actor.branchId === null || id === actor.branchId,
  )
  const branchesWithSettings = await listBranchSettings(ctx, branches)
  return branchesWithSettings.map((details) => ({ ...details, seenHash: toSeenHash(details.settings) }))
}

/**
 * @throws ShopError "staff.forbidden", "branch.unknown", "page.outdated", "branch.booked" where orders rely on what changes
 *   and were not seen, those of `changeBranchSettings`
 */
export async function changeBranchSettings(
  ctx: Context,
  actor: Actor,
  branchId: number,
  settings: BranchSettingsInput,
  seenHashes: SeenSettings,
): Promise<void> {
  await assertVisibleBranch(ctx, actor, branchId)
  await branchSettings.changeBranchSettings(ctx, branchId, settings, async (ctx, change) => {
    assertSeen(change.settings, seenHashes.settings)
    const brokenBookings = await keepBookings(ctx, change)
    if (brokenBookings.length > 0 && toSeenHash(brokenBookings) !== seenHashes.brokenBookings)
      throw new ShopError('branch.booked')
    await record(ctx, actor, 'branches.change', { type: 'branch', id: branchId })
  })
}

/** The orders that these settings would not keep. Nothing is changed. @throws those of `changeBranchSettings` */
export async function previewBrokenBookings(
  ctx: Context,
  actor: Actor,
  branchId: number,
  settings: BranchSettingsInput,
): Promise<BrokenBookings> {
  await assertVisibleBranch(ctx, actor, branchId)
  let bookings: BrokenBooking[] = []
  await branchSettings.changeBranchSettings(
    ctx,
    branchId,
    settings,
    async (ctx, change) => {
      bookings = await keepBookings(ctx, change)
    },
    { dryRun: true },
  )
  return { bookings, seenHash: toSeenHash(bookings) }
}

/**
 * Imports a file of branches.
 * @returns with the orders that it does not keep
 * @throws ShopError "staff.forbidden"; BrokenBookingsError where there are such and they must be kept
 */
export async function importBranches(
  ctx: Context,
  actor: Actor,
  file: ImportRowStream,
  { mayBreakBookings = false, ...options }: BranchImportOptions,
): Promise<{ result: ImportResult; brokenBookings: BrokenBooking[] }> {
  requirePermission(actor, 'window.change')
  const brokenBookings: BrokenBooking[] = []
  const result = await branchImport.importBranches(ctx, file, {
    ...options,
    async changeHook(ctx, changes, summary) {
      for (const change of changes) brokenBookings.push(...(await keepBookings(ctx, change)))
      if (brokenBookings.length > 0 && !mayBreakBookings && !options.dryRun)
        throw new BrokenBookingsError(brokenBookings)
      if (!options.dryRun) await recordImport(ctx, actor, 'branches', summary)
    },
  })
  return { result, brokenBookings }
}

/** Keeps pickups until the next open day, where it is only that. @returns the orders that are not kept as they were promised */
async function keepBookings(
  ctx: TransactionContext,
  { branchId, before, after }: branchImport.ImportedBranchChange,
): Promise<BrokenBooking[]> {
  const brokenBookings = findBrokenBookings(await listBookings(ctx, branchId), before, after)
  await extendPickupDeadlines(ctx, branchId, after.hours)
  return brokenBookings
}

async function assertVisibleBranch(ctx: Context, actor: Actor, branchId: number): Promise<void> {
  const branches = await listBranches(ctx, actor)
  if (!branches.some(({ branch }) => branch.id === branchId)) throw new ShopError('branch.unknown')
}
