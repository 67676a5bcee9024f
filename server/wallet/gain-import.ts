import { z } from 'zod'
import type { CustomerService } from '../accounts/customers.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { amountSchema, createSingleLineSchema } from '../platform/csv/cell-schemas.ts'
import {
  type CheckedRow,
  checkRows,
  createFaultList,
  type ImportResult,
  type ImportRowStream,
} from '../platform/csv/checked-rows.ts'
import type { TableColumns } from '../platform/csv/table.ts'
import { sumLedgerEntries } from './wallet.sql.ts'

const addressColumns = ['zipcode', 'street', 'number', 'neighborhood', 'city', 'state'] as const
const optionalTextSchema = z.string().trim().max(200, 'is longer than 200 characters').default('')

/** Specification, section 3. */
const defaultAddressType = 'Outros'

const GainRow = z
  .object({
    email: createSingleLineSchema(160).toLowerCase(),
    gain: createSingleLineSchema(120),
    balance: amountSchema,
    address_type: optionalTextSchema,
    zipcode: optionalTextSchema,
    street: optionalTextSchema,
    number: optionalTextSchema,
    complement: optionalTextSchema,
    neighborhood: optionalTextSchema,
    city: optionalTextSchema,
    state: optionalTextSchema,
  })
  .superRefine((row, { addIssue }) => {
    if (addressColumns.every((column) => row[column] === '')) return
    for (const column of addressColumns)
      if (row[column] === '') addIssue({ code: 'custom', path: [column], message: 'is empty, yet there is an address' })
    if (row.zipcode !== '' && !/^\d{5}-?\d{3}$/.test(row.zipcode))
      addIssue({ code: 'custom', path: ['zipcode'], message: 'must be a postal code such as 01310-100' })
  })
type CheckedGainRow = CheckedRow<typeof GainRow>

export const gainColumns: TableColumns = {
  required: ['email', 'gain', 'balance'],
  optional: ['address_type', ...addressColumns, 'complement'],
  money: ['balance'],
}

/**
 * Imports customers' gains with their balances: the ledger gets the difference, so importing a file twice credits nothing
 * twice. A gain with several addresses has a row for each; if the file gives none, the existing ones stay.
 */
export async function importGains(
  { transact }: Database,
  clock: Clock,
  { loadIdsByEmail, lockBalances }: Pick<CustomerService, 'loadIdsByEmail' | 'lockBalances'>,
  file: ImportRowStream,
): Promise<ImportResult> {
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

  return transact(async (tx) => {
    const customerIdByEmail = await loadIdsByEmail(
      rows.map(({ row }) => row.email),
      tx,
    )
    for (const { line, row } of rows)
      if (!customerIdByEmail.has(row.email))
        faults.add({ line, column: 'email', reason: `"${row.email}" is no customer's e-mail` })
    if (faults.count > 0) return faults.toResult()
    // In one order, so that two imports never wait for each other.
    for (const id of [...customerIdByEmail.values()].sort((a, b) => a - b)) await lockBalances(tx, id)

    const result = { read: rows.length, changed: 0, added: 0, withdrawn: 0 }
    for (const gainRows of checkedRowsByGain.values()) {
      const outcome = await saveGain(tx, clock, customerIdByEmail, gainRows)
      if (outcome) result[outcome] += 1
    }
    return result
  })
}

/** @param firstCheckedRow the first row of one gain, which has a row for each of its addresses */
async function saveGain(
  tx: Transaction,
  clock: Clock,
  customerIdByEmail: Map<string, number>,
  [firstCheckedRow, ...otherCheckedRows]: CheckedGainRow[],
): Promise<'added' | 'changed' | null> {
  if (!firstCheckedRow) return null
  const { email, gain: name, balance } = firstCheckedRow.row
  const customerId = customerIdByEmail.get(email) ?? 0
  const now = clock.now().toISOString()
  const existingGain = await tx
    .selectFrom('gain')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .executeTakeFirst()
  const { id } =
    existingGain ??
    (await tx
      .insertInto('gain')
      .values({ customer_id: customerId, name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow())

  const differenceCents = balance - (await sumLedgerEntries(tx, customerId, id))
  if (differenceCents !== 0) {
    const kind = differenceCents > 0 ? 'credit' : 'adjustment'
    const entry = { customer_id: customerId, gain_id: id, order_id: null, kind, amount_cents: differenceCents } as const
    await tx
      .insertInto('ledger_entry')
      .values({ ...entry, entered_at: now })
      .execute()
  }
  const haveAddressesChanged = await replaceAddressesIfChanged(
    tx,
    id,
    [firstCheckedRow, ...otherCheckedRows].flatMap(toGainAddresses),
  )
  if (!existingGain) return 'added'
  return differenceCents !== 0 || haveAddressesChanged ? 'changed' : null
}

type GainAddress = Omit<Row<'gain_address'>, 'id' | 'gain_id'>

function toGainAddresses({ row }: CheckedGainRow): GainAddress[] {
  const { email, gain, balance, address_type, zipcode, ...remainingColumns } = row
  return zipcode === ''
    ? []
    : [{ ...remainingColumns, address_type: address_type || defaultAddressType, zipcode: zipcode.replace('-', '') }]
}

/** @returns whether anything differed */
async function replaceAddressesIfChanged(tx: Transaction, gainId: number, addresses: GainAddress[]): Promise<boolean> {
  if (addresses.length === 0) return false
  const storedAddresses = await tx
    .selectFrom('gain_address')
    .selectAll()
    .where('gain_id', '=', gainId)
    .orderBy('id')
    .execute()
  const columns = Object.keys(addresses[0] ?? {}) as (keyof GainAddress)[]
  const toComparable = (rows: GainAddress[]) =>
    JSON.stringify(rows.map((address) => columns.map((column) => address[column])))
  if (toComparable(addresses) === toComparable(storedAddresses)) return false
  await tx.deleteFrom('gain_address').where('gain_id', '=', gainId).execute()
  await tx
    .insertInto('gain_address')
    .values(addresses.map((address) => ({ gain_id: gainId, ...address })))
    .execute()
  return true
}
