import { type Context, createDryRunContext, type TransactionContext } from '../context.ts'
import type { Branch } from '../delivery/branch.ts'
import * as branchImport from '../delivery/branch-import.ts'
import type { BranchSettings } from '../delivery/branch-setting-schemas.ts'
import * as branchSettings from '../delivery/branch-settings.ts'
import { loadSetup } from '../delivery/branch-setup.ts'
import * as delivery from '../delivery/delivery.ts'
import { type BranchSetup, type BrokenBooking, findBrokenBookings } from '../delivery/kept-bookings.ts'
import { extendPickupDeadlines, listBookings } from '../orders/bookings.ts'
import type { ImportResult, ImportRowStream } from '../platform/csv/checked-rows.ts'
import type { ImportRow, RowFault } from '../platform/csv/table.ts'
import { ShopError } from '../platform/errors.ts'
import { assertSeen, toSeenHash } from '../platform/seen-state.ts'
import { record } from '../staff/audit.ts'
import { type Actor, requirePermission } from '../staff/roles.ts'
import { BrokenBookingsError } from './broken-bookings.ts'
import { recordImport } from './import-audit.ts'

export interface BackofficeBranch {
  branch: Branch
  settings: branchSettings.BranchSettingsInput
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

interface BranchImportOptions {
  /** Changes nothing, and returns what would change. */
  dryRun?: boolean
  /** The file counts, though orders rely on what it changes. */
  mayBreakBookings?: boolean
}

/** Those that one of the staff may see: their own, or all. */
export async function listBranches(ctx: Context, actor: Actor): Promise<BackofficeBranch[]> {
  requirePermission(actor, 'window.change')
  const branches = (await delivery.listBranches(ctx)).filter(
    ({ id }) => actor.branchId === null || id === actor.branchId,
  )
  const branchesWithSettings = await branchSettings.listBranchSettings(ctx, branches)
  return branchesWithSettings.map((details) => ({ ...details, seenHash: toSeenHash(details.settings) }))
}

/** @throws ShopError "staff.forbidden", "branch.unknown" */
export async function getBranch(ctx: Context, actor: Actor, id: number): Promise<BackofficeBranch> {
  const details = (await listBranches(ctx, actor)).find(({ branch }) => branch.id === id)
  if (!details) throw new ShopError('branch.unknown')
  return details
}

/**
 * Changes these settings, and leaves the others as they are.
 * @throws ShopError "staff.forbidden", "branch.unknown", "page.outdated", "branch.booked" where orders rely on what changes
 *   and were not seen
 */
export async function changeBranchSettings(
  ctx: Context,
  actor: Actor,
  branchId: number,
  settings: Partial<BranchSettings>,
  seenHashes: SeenSettings,
): Promise<void> {
  await getBranch(ctx, actor, branchId)
  await ctx.transact(async (ctx) => {
    assertSeen(await branchSettings.lockSettings(ctx, branchId), seenHashes.settings)
    const brokenBookings = await changeAndKeepBookings(ctx, branchId, settings)
    if (brokenBookings.length > 0 && toSeenHash(brokenBookings) !== seenHashes.brokenBookings)
      throw new ShopError('branch.booked')
    await record(ctx, actor, 'branches.change', { type: 'branch', id: branchId })
  })
}

/** The orders that these settings would not keep. Nothing is changed. */
export async function previewBrokenBookings(
  ctx: Context,
  actor: Actor,
  branchId: number,
  settings: Partial<BranchSettings>,
): Promise<BrokenBookings> {
  await getBranch(ctx, actor, branchId)
  const bookings = await createDryRunContext(ctx).transact((ctx) => changeAndKeepBookings(ctx, branchId, settings))
  return { bookings, seenHash: toSeenHash(bookings) }
}

/** @returns the orders that are not kept as they were promised */
async function changeAndKeepBookings(
  ctx: TransactionContext,
  branchId: number,
  settings: Partial<BranchSettings>,
): Promise<BrokenBooking[]> {
  const setups = await loadSetups(ctx, [branchId])
  await branchSettings.changeBranchSettings(ctx, branchId, settings)
  return keepBookings(ctx, setups)
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
  { dryRun = false, mayBreakBookings = false }: BranchImportOptions,
): Promise<{ result: ImportResult; brokenBookings: BrokenBooking[] }> {
  requirePermission(actor, 'window.change')
  // Read before: a file is read once, and a transaction may be retried.
  const rows: (ImportRow | RowFault)[] = []
  for await (const row of file) rows.push(row)
  return (dryRun ? createDryRunContext(ctx) : ctx).transact(async (ctx) => {
    const setups = await loadSetups(ctx, await delivery.listBranchIds(ctx))
    const result = await branchImport.importBranches(ctx, rows)
    if ('faults' in result) return { result, brokenBookings: [] }
    const brokenBookings = await keepBookings(ctx, setups)
    if (brokenBookings.length > 0 && !mayBreakBookings && !dryRun) throw new BrokenBookingsError(brokenBookings)
    if (!dryRun) await recordImport(ctx, actor, 'branches', result)
    return { result, brokenBookings }
  })
}

async function loadSetups(ctx: TransactionContext, branchIds: number[]): Promise<Map<number, BranchSetup>> {
  const setups = new Map<number, BranchSetup>()
  for (const branchId of branchIds) setups.set(branchId, await loadSetup(ctx, branchId))
  return setups
}

/**
 * Keeps pickups until the next open day, where it is only that.
 * @param setups what the branches' orders relied on before the change
 * @returns the orders that are not kept as they were promised
 */
async function keepBookings(ctx: TransactionContext, setups: Map<number, BranchSetup>): Promise<BrokenBooking[]> {
  const brokenBookings: BrokenBooking[] = []
  for (const [branchId, before] of setups) {
    const after = await loadSetup(ctx, branchId)
    brokenBookings.push(...findBrokenBookings(await listBookings(ctx, branchId), before, after))
    await extendPickupDeadlines(ctx, branchId, after.hours)
  }
  return brokenBookings
}
