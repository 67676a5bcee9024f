import { z } from 'zod'
import type { Customers } from '../accounts/customers.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { amount, line } from '../platform/csv/cells.ts'
import {
  type CheckedRow,
  checkRows,
  createFaultList,
  type ImportFile,
  type ImportResult,
} from '../platform/csv/checked-rows.ts'
import type { Columns } from '../platform/csv/table.ts'
import { sumEntries } from './wallet.sql.ts'

const place = ['zipcode', 'street', 'number', 'neighborhood', 'city', 'state'] as const
const optional = z.string().trim().max(200, 'is longer than 200 characters').default('')

/** Specification, section 3. */
const defaultAddressType = 'Outros'

const GainRow = z
  .object({
    email: line(160).toLowerCase(),
    gain: line(120),
    balance: amount,
    address_type: optional,
    zipcode: optional,
    street: optional,
    number: optional,
    complement: optional,
    neighborhood: optional,
    city: optional,
    state: optional,
  })
  .superRefine((row, { addIssue }) => {
    if (place.every((column) => row[column] === '')) return
    for (const column of place)
      if (row[column] === '') addIssue({ code: 'custom', path: [column], message: 'is empty, yet there is an address' })
    if (row.zipcode !== '' && !/^\d{5}-?\d{3}$/.test(row.zipcode))
      addIssue({ code: 'custom', path: ['zipcode'], message: 'must be a postal code such as 01310-100' })
  })
type GainLine = CheckedRow<typeof GainRow>

export const gainColumns: Columns = {
  required: ['email', 'gain', 'balance'],
  optional: ['address_type', ...place, 'complement'],
  money: ['balance'],
}

/**
 * Imports customers' gains with their balances: the ledger gets the difference, so importing a file twice credits nothing
 * twice. A gain with several addresses has a row for each; if the file gives none, the existing ones stay.
 */
export async function importGains(
  { transact }: Database,
  clock: Clock,
  { findIdsByEmail, lockBalances }: Pick<Customers, 'findIdsByEmail' | 'lockBalances'>,
  file: ImportFile,
): Promise<ImportResult> {
  const faults = createFaultList()
  const rows = await checkRows(file, GainRow, faults)
  const gains = new Map<string, GainLine[]>()
  for (const checked of rows) {
    const key = JSON.stringify([checked.row.email, checked.row.gain])
    gains.set(key, [...(gains.get(key) ?? []), checked])
  }
  for (const [first, ...others] of gains.values())
    for (const { line, row } of others)
      if (row.balance !== first?.row.balance)
        faults.add({ line, column: 'balance', reason: `differs from line ${first?.line}, which is the same gain` })

  return transact(async (tx) => {
    const customers = await findIdsByEmail(
      rows.map(({ row }) => row.email),
      tx,
    )
    for (const { line, row } of rows)
      if (!customers.has(row.email))
        faults.add({ line, column: 'email', reason: `"${row.email}" is no customer's e-mail` })
    if (faults.count > 0) return faults.result()
    // In one order, so that two imports never wait for each other.
    for (const id of [...customers.values()].sort((a, b) => a - b)) await lockBalances(tx, id)

    const result = { read: rows.length, changed: 0, added: 0, withdrawn: 0 }
    for (const lines of gains.values()) {
      const outcome = await writeGain(tx, clock, customers, lines)
      if (outcome) result[outcome] += 1
    }
    return result
  })
}

/** @param lines the rows of one gain, one for each of its addresses */
async function writeGain(
  tx: Transaction,
  clock: Clock,
  customers: Map<string, number>,
  [first, ...others]: GainLine[],
): Promise<'added' | 'changed' | null> {
  if (!first) return null
  const { email, gain: name, balance } = first.row
  const customerId = customers.get(email) ?? 0
  const now = clock.now().toISOString()
  const existing = await tx
    .selectFrom('gain')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .executeTakeFirst()
  const { id } =
    existing ??
    (await tx
      .insertInto('gain')
      .values({ customer_id: customerId, name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow())

  const difference = balance - (await sumEntries(tx, customerId, id))
  if (difference !== 0) {
    const kind = difference > 0 ? 'credit' : 'adjustment'
    const entry = { customer_id: customerId, gain_id: id, order_id: null, kind, amount_cents: difference } as const
    await tx
      .insertInto('ledger_entry')
      .values({ ...entry, entered_at: now })
      .execute()
  }
  const isMoved = await writeAddresses(tx, id, [first, ...others].flatMap(addressOf))
  if (!existing) return 'added'
  return difference !== 0 || isMoved ? 'changed' : null
}

type GainAddress = Omit<Row<'gain_address'>, 'id' | 'gain_id'>

function addressOf({ row }: GainLine): GainAddress[] {
  const { email, gain, balance, address_type, zipcode, ...rest } = row
  return zipcode === ''
    ? []
    : [{ ...rest, address_type: address_type || defaultAddressType, zipcode: zipcode.replace('-', '') }]
}

/** @returns whether anything differed */
async function writeAddresses(tx: Transaction, gainId: number, addresses: GainAddress[]): Promise<boolean> {
  if (addresses.length === 0) return false
  const before = await tx.selectFrom('gain_address').selectAll().where('gain_id', '=', gainId).orderBy('id').execute()
  const columns = Object.keys(addresses[0] ?? {}) as (keyof GainAddress)[]
  const comparable = (all: GainAddress[]) =>
    JSON.stringify(all.map((address) => columns.map((column) => address[column])))
  if (comparable(addresses) === comparable(before)) return false
  await tx.deleteFrom('gain_address').where('gain_id', '=', gainId).execute()
  await tx
    .insertInto('gain_address')
    .values(addresses.map((address) => ({ gain_id: gainId, ...address })))
    .execute()
  return true
}
