import { z } from 'zod'
import { amountSchema, createSingleLineSchema } from '../platform/csv/cell-schemas.ts'
import type { CheckedRow } from '../platform/csv/checked-rows.ts'
import type { TableColumns } from '../platform/csv/table.ts'

export const addressColumns = ['zipcode', 'street', 'number', 'neighborhood', 'city', 'state'] as const
const optionalTextSchema = z.string().trim().max(200, 'is longer than 200 characters').default('')

/** Specification, section 3. */
export const defaultAddressType = 'Outros'

export const GainRow = z
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
export type CheckedGainRow = CheckedRow<typeof GainRow>

export const gainColumns: TableColumns = {
  required: ['email', 'gain', 'balance'],
  optional: ['address_type', ...addressColumns, 'complement'],
  money: ['balance'],
}
