import { loadIdsByEmail, lockBalances } from '../accounts/customers.ts'
import type { Context, TransactionContext } from '../context.ts'
import type { Row } from '../database/schema.ts'
import { checkRows, createFaultList, type ImportResult, type ImportRowStream } from '../platform/csv/checked-rows.ts'
import type { RowFault } from '../platform/csv/table.ts'
import { type CheckedGainRow, defaultAddressType, GainRow } from './gain-row.ts'
import { adjustToGranted } from './granted-gains.ts'

/**
 * Imports customers' gains: `balance` is what a file grants each holder in all, whatever was spent of it. The ledger gets the
 * difference to what files granted before, so importing a file twice, or one of before a purchase, credits nothing twice. A gain with several addresses has a row for each; if the file gives none, the existing ones stay.
 */
export async function importGains(ctx: Context, file: ImportRowStream): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, GainRow, faults)
  const checkedRowsByGain = new Map<string, CheckedGainRow[]>()
  for (const checkedRow of rows) {
    const gainKey = JSON.stringify([checkedRow.row.email, checkedRow.row.gain])
    checkedRowsByGain.set(gainKey, [...(checkedRowsByGain.get(gainKey) ?? []), checkedRow])
  }
  for (const [firstCheckedRow, ...otherCheckedRows] of checkedRowsByGain.values())
    for (const { line, row } of otherCheckedRows)
      if (row.balance !== firstCheckedRow?.row.balance)
        faults.add({
          line,
          column: 'balance',
          reason: `differs from line ${firstCheckedRow?.line}, which is the same gain`,
        })

  return ctx.transact(async (ctx) => {
    const customerIdByEmail = await loadIdsByEmail(
      ctx,
      rows.map(({ row }) => row.email),
    )
    for (const { line, row } of rows)
      if (!customerIdByEmail.has(row.email))
        faults.add({ line, column: 'email', reason: `"${row.email}" is no customer's e-mail` })
    if (faults.count > 0) return faults.toResult()
    // In one order, so that two imports never wait for each other.
    for (const id of [...customerIdByEmail.values()].sort((a, b) => a - b)) await lockBalances(ctx, id)

    const outcomes: SavedGain[] = []
    for (const gainRows of checkedRowsByGain.values()) outcomes.push(await saveGain(ctx, customerIdByEmail, gainRows))
    const countOutcomes = (kind: 'added' | 'changed') => outcomes.filter(({ outcome }) => outcome === kind).length
    const notes = outcomes.flatMap(({ spentNote }) => spentNote ?? [])
    return {
      read: rows.length,
      changed: countOutcomes('changed'),
      added: countOutcomes('added'),
      withdrawn: 0,
      ...(notes.length > 0 && { notes }),
    }
  })
}

interface SavedGain {
  /** Null where it stays as it was. */
  outcome: 'added' | 'changed' | null
  /** Of one that was lowered below what was spent. */
  spentNote: RowFault | null
}

/** @param firstCheckedRow the first row of one gain, which has a row for each of its addresses */
async function saveGain(
  ctx: TransactionContext,
  customerIdByEmail: Map<string, number>,
  [firstCheckedRow, ...otherCheckedRows]: CheckedGainRow[],
): Promise<SavedGain> {
  if (!firstCheckedRow) return { outcome: null, spentNote: null }
  const { line, row } = firstCheckedRow
  const { email, gain: name, balance: grantedCents } = row
  const customerId = customerIdByEmail.get(email) ?? 0
  const now = ctx.clock.now()
  const existingGain = await ctx.db
    .selectFrom('gain')
    .select('id')
    .where('customerId', '=', customerId)
    .where('name', '=', name)
    .executeTakeFirst()
  const { id } =
    existingGain ??
    (await ctx.db
      .insertInto('gain')
      .values({ customerId, name, createdAt: now, grantedCents })
      .returning('id')
      .executeTakeFirstOrThrow())

  await ctx.db.updateTable('gain').set({ grantedCents }).where('id', '=', id).execute()
  const { changedCents, spentCents } = await adjustToGranted(ctx, {
    gainId: id,
    customerId,
    grantedCents,
  })
  const spentNote = {
    line,
    column: 'balance',
    reason: `is less than was granted before: ${formatReais(spentCents)} of the difference were spent already, so only ${formatReais(-changedCents)} were taken back`,
  }
  const haveAddressesChanged = await replaceAddressesIfChanged(
    ctx,
    id,
    [firstCheckedRow, ...otherCheckedRows].flatMap(toGainAddresses),
  )
  const isChanged = changedCents !== 0 || haveAddressesChanged
  return {
    outcome: existingGain ? (isChanged ? 'changed' : null) : 'added',
    spentNote: spentCents > 0 ? spentNote : null,
  }
}

function formatReais(cents: number): string {
  return (cents / 100).toFixed(2)
}

type GainAddress = Omit<Row<'gainAddress'>, 'id' | 'gainId'>

function toGainAddresses({ row }: CheckedGainRow): GainAddress[] {
  const { email, gain, balance, address_type, zipcode, ...remainingColumns } = row
  return zipcode === ''
    ? []
    : [{ ...remainingColumns, addressType: address_type || defaultAddressType, zipcode: zipcode.replace('-', '') }]
}

/** @returns whether anything differed */
async function replaceAddressesIfChanged(
  ctx: TransactionContext,
  gainId: number,
  addresses: GainAddress[],
): Promise<boolean> {
  if (addresses.length === 0) return false
  const storedAddresses = await ctx.db
    .selectFrom('gainAddress')
    .selectAll()
    .where('gainId', '=', gainId)
    .orderBy('id')
    .execute()
  const columns = Object.keys(addresses[0] ?? {}) as (keyof GainAddress)[]
  const toComparable = (rows: GainAddress[]) =>
    JSON.stringify(rows.map((address) => columns.map((column) => address[column])))
  if (toComparable(addresses) === toComparable(storedAddresses)) return false
  await ctx.db.deleteFrom('gainAddress').where('gainId', '=', gainId).execute()
  await ctx.db
    .insertInto('gainAddress')
    .values(addresses.map((address) => ({ gainId, ...address })))
    .execute()
  return true
}
