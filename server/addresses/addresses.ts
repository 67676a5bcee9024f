/** A customer's delivery addresses. Every verb takes the customer: another customer's address is reported as unknown. */

import type { z } from 'zod'
import type { Context, TransactionContext } from '../context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import { ShopError } from '../platform/errors.ts'
import { addressFields, type NewAddress as NewAddressForm } from './address-forms.ts'
import { isReadablePair, isSamePair, isStreetOfOtherZipcode, judgeStreet, type StreetPair } from './street-fit.ts'

/** An empty complement is '', a postal code eight digits. */
export type NewAddress = Omit<AddressFields, 'placeId'> & Partial<Pick<AddressFields, 'placeId'>>
type AddressFields = z.output<typeof NewAddressForm>

/** What is left out stays as it is. */
export type AddressChanges = { [Field in keyof NewAddress]?: NewAddress[Field] | undefined }

export type Address = AddressFields & { id: number }

const fields = Object.keys(addressFields) as (keyof AddressFields)[]
const columns = ['id', ...fields] as const

/** So many fit a page, and more than anybody lives at. */
const maxAddresses = 50

/** Oldest first. */
export async function listAddresses(ctx: Context, customerId: number): Promise<Address[]> {
  return ctx.db.selectFrom('address').select(columns).where('customerId', '=', customerId).orderBy('id').execute()
}

/** @throws ShopError "address.unknown" */
export async function getAddress(ctx: Context, customerId: number, id: number): Promise<Address> {
  const address = await ctx.db
    .selectFrom('address')
    .select(columns)
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (!address) throw new ShopError('address.unknown', { input: 'address' })
  return address
}

/**
 * Asks about a street that may have stayed where the postal code was changed, before it is saved.
 * @param pagePair the postal code and street that the page showed first
 * @param confirmedPair those that were asked about before, and are sent again
 * @throws ShopError "address.doubtful"; "input.invalid" for a pair that no page has
 */
export async function assertStreetFits(
  ctx: Context,
  customerId: number,
  address: Pick<NewAddress, 'zipcode' | 'street' | 'city' | 'state'>,
  { pagePair, confirmedPair }: { pagePair: StreetPair; confirmedPair: StreetPair },
): Promise<void> {
  if (!isReadablePair(pagePair) || !isReadablePair(confirmedPair)) throw new ShopError('input.invalid')
  if (isSamePair(address, confirmedPair)) return
  const isFromPage = isStreetOfOtherZipcode(address, pagePair)
  const isDoubtful =
    isFromPage || (await listAddresses(ctx, customerId)).some((other) => isStreetOfOtherZipcode(address, other))
  if (!isDoubtful) return
  const streetOfZipcode = await ctx.providers.findStreet(address.zipcode)
  const judgement = judgeStreet(streetOfZipcode, address)
  if (judgement === 'differs' || (judgement === 'unknown' && isFromPage))
    throw new ShopError('address.doubtful', { input: 'street', street: streetOfZipcode?.street || undefined })
}

/** The street that a postal code has, where another one was given beside it; null where they fit, or nobody knows. */
export async function findOtherStreet(
  ctx: Context,
  address: Pick<NewAddress, 'zipcode' | 'street' | 'city' | 'state'>,
): Promise<string | null> {
  const streetOfZipcode = await ctx.providers.findStreet(address.zipcode)
  if (judgeStreet(streetOfZipcode, address) !== 'differs' || streetOfZipcode === null) return null
  return [streetOfZipcode.street, streetOfZipcode.city].filter(Boolean).join(', ')
}

export function addAddress(ctx: Context, customerId: number, newAddress: NewAddress): Promise<Address> {
  return ctx.transact((ctx) => insertAddress(ctx, customerId, newAddress))
}

/** For a form: sent twice, it makes one address. Each call of a program makes one. */
export function addAddressOnce(ctx: Context, customerId: number, newAddress: NewAddress): Promise<Address> {
  return ctx.transact(async (ctx) => {
    await lockUntilCommit(ctx.engine, ctx.db, 'address', customerId)
    const equalAddress = (await listAddresses(ctx, customerId)).find((address) =>
      fields.every((field) => address[field] === (newAddress[field] ?? null)),
    )
    return equalAddress ?? insertAddress(ctx, customerId, newAddress)
  })
}

async function insertAddress(ctx: TransactionContext, customerId: number, newAddress: NewAddress): Promise<Address> {
  await lockUntilCommit(ctx.engine, ctx.db, 'address', customerId)
  const { count } = await ctx.db
    .selectFrom('address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= maxAddresses) throw new ShopError('address.tooMany', { max: maxAddresses })
  return ctx.db
    .insertInto('address')
    .values({ ...pickFields(newAddress), customerId, createdAt: ctx.clock.now() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Orders keep a copy of the address they were placed with. @throws ShopError "address.unknown" */
export async function changeAddress(
  ctx: Context,
  customerId: number,
  id: number,
  changes: AddressChanges,
): Promise<Address> {
  const address = await ctx.db
    .updateTable('address')
    // Never no column, though a change may leave out everything.
    .set({ customerId, ...pickFields(changes) })
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .returning(columns)
    .executeTakeFirst()
  if (!address) throw new ShopError('address.unknown')
  return address
}

/** Of two concurrent removals, one is refused. @throws ShopError "address.unknown" */
export async function removeAddress(ctx: Context, customerId: number, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('address')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ShopError('address.unknown')
}

/** Callers may give a whole address, with an id of its own. */
function pickFields<Given extends AddressChanges>(address: Given): Pick<Given, keyof Given & keyof AddressFields> {
  return Object.fromEntries(fields.map((field) => [field, address[field]])) as Given
}
