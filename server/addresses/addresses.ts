import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Database, Transaction } from '../database/connection.ts'
import type { Row } from '../database/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { ShopError } from '../platform/errors.ts'
import * as forms from './address-forms.ts'
import type { StreetLookup } from './street-lookup.ts'

export interface NewAddress {
  addressType: string
  /** Eight digits. */
  zipcode: string
  street: string
  number: string
  complement: string
  neighborhood: string
  city: string
  state: string
  /** The place's id at a map service. */
  placeId?: string | null | undefined
}

/** What is left out stays as it is. */
export type AddressChanges = { [Field in keyof NewAddress]?: NewAddress[Field] | undefined }

export interface Address extends NewAddress {
  id: number
  placeId: string | null
}

/** So many fit a page, and more than anybody lives at. */
const maxAddresses = 50

export type AddressService = ReturnType<typeof createAddressService>

/** A customer's delivery addresses. Every verb takes the customer: another customer's address is reported as unknown. */
export function createAddressService({ engine, db, transact }: Database, clock: Clock, findStreet: StreetLookup) {
  return { forms, listAddresses, getAddress, addAddress, changeAddress, removeAddress, findStreet }

  /** Oldest first. */
  async function listAddresses(customerId: number): Promise<Address[]> {
    const rows = await db
      .selectFrom('address')
      .selectAll()
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
    return rows.map(toAddress)
  }

  /** @throws ShopError "address.unknown" */
  async function getAddress(customerId: number, id: number): Promise<Address> {
    const row = await db
      .selectFrom('address')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (!row) throw new ShopError('address.unknown', { input: 'address' })
    return toAddress(row)
  }

  /** @throws ShopError "address.tooMany" */
  function addAddress(customerId: number, newAddress: NewAddress): Promise<Address> {
    return transact((tx) => insertAddress(tx, customerId, newAddress))
  }

  async function insertAddress(tx: Transaction, customerId: number, newAddress: NewAddress): Promise<Address> {
    await lockUntilCommit(engine, tx, 'address', customerId)
    const { count } = await tx
      .selectFrom('address')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    if (count >= maxAddresses) throw new ShopError('address.tooMany', { max: maxAddresses })
    const row = await tx
      .insertInto('address')
      .values({
        customer_id: customerId,
        address_type: newAddress.addressType,
        place_id: newAddress.placeId ?? null,
        zipcode: newAddress.zipcode,
        street: newAddress.street,
        number: newAddress.number,
        complement: newAddress.complement,
        neighborhood: newAddress.neighborhood,
        city: newAddress.city,
        state: newAddress.state,
        created_at: clock.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAddress(row)
  }

  /** Orders keep a copy of the address they were placed with. @throws ShopError "address.unknown" */
  async function changeAddress(customerId: number, id: number, changes: AddressChanges): Promise<Address> {
    const row = await db
      .updateTable('address')
      // Never no column, though a change may leave out everything.
      .set({ customer_id: customerId, ...toAddressColumns(changes) })
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new ShopError('address.unknown')
    return toAddress(row)
  }

  /** Of two concurrent removals, one is refused. @throws ShopError "address.unknown" */
  async function removeAddress(customerId: number, id: number): Promise<void> {
    const { numDeletedRows } = await db
      .deleteFrom('address')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new ShopError('address.unknown')
  }
}

function toAddressColumns(changes: AddressChanges) {
  const { addressType, placeId, zipcode, street, number, complement, neighborhood, city, state } = changes
  return {
    address_type: addressType,
    place_id: placeId,
    zipcode,
    street,
    number,
    complement,
    neighborhood,
    city,
    state,
  }
}

function toAddress(row: Row<'address'>): Address {
  return {
    id: row.id,
    addressType: row.address_type,
    zipcode: row.zipcode,
    street: row.street,
    number: row.number,
    complement: row.complement,
    neighborhood: row.neighborhood,
    city: row.city,
    state: row.state,
    placeId: row.place_id,
  }
}
