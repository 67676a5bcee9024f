import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import type { Address } from '#server/addresses/addresses.ts'
import type { Shop } from '#server/shop.ts'
import type { Destination } from '../http/cookie-values.server.ts'
import type { CookieChanges } from '../http/cookies.server.ts'
import { type CustomerFormContext, toSubmissionResult } from '../http/define-form.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { defineCustomerForm } from '../http/handle-forms.server.ts'
import { createFlashMessage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountTexts, addressTexts } from '../texts/account.ts'
import { formatStreetPair, parseStreetPair, streetPairFieldNames } from '../ui/address-form/street-pair.ts'

export const addressBookPath = '/minha-conta?section=endereco'
const bagPath = '/checkout/sacola'

/** For the fields of an address's form, and of its receiver. */
export const describeAddressInputs = ({ addresses, accounts }: Shop) => ({
  address: describeInputs(addresses.forms.NewAddress),
  receiver: describeInputs(accounts.forms.Receiver),
})

/** 'Salvar endereço' of the first one, by who came without a name. */
export const addFirstAddressForm = defineCustomerForm({
  intent: 'first',
  identifyingField: 'full_name',
  schema: ({ accounts, addresses }) => addresses.forms.NewAddress.and(accounts.forms.Receiver),
  isResumable: true,
  async run(context, { fullName, phone, ...address }) {
    const { shop, visitor } = context
    await assertStreetFits(context, address)
    await shop.accounts.saveReceiver(visitor.customer.id, { fullName, phone })
    return shop.addresses.addAddressOnce(visitor.customer.id, address)
  },
  respond: (context, address) => buildSavedAddressRedirect(context, address, true),
})

/** 'Salvar endereço' of a new one. */
export const addAddressForm = defineCustomerForm({
  intent: 'add',
  schema: ({ addresses }) => addresses.forms.NewAddress,
  isResumable: true,
  async run(context, address) {
    await assertStreetFits(context, address)
    return context.shop.addresses.addAddressOnce(context.visitor.customer.id, address)
  },
  respond: (context, address) => buildSavedAddressRedirect(context, address, true),
})

/** Of a change that leaves out the street or its postal code there is nothing to ask. */
export async function assertStreetFits(
  { shop, formData, visitor }: CustomerFormContext,
  { zipcode, street, city, state }: { [Field in 'zipcode' | 'street' | 'city' | 'state']?: Address[Field] | undefined },
): Promise<void> {
  if (!zipcode || !street || !city || !state) return
  await shop.addresses.assertStreetFits(
    visitor.customer.id,
    { zipcode, street, city, state },
    {
      pagePair: parseStreetPair(formData.get(streetPairFieldNames.page)),
      confirmedPair: parseStreetPair(formData.get(streetPairFieldNames.confirmed)),
    },
  )
}

export async function buildSavedAddressRedirect(
  { shop, formData, visitor }: CustomerFormContext,
  { id, zipcode }: Address,
  isNew: boolean,
) {
  const { customer, destination, branch } = visitor
  const returnTo = safeRedirect(formData.get('redirectTo'), addressBookPath)
  const branchId = await shop.delivery.findBranchId(zipcode)
  const isCovered = branchId > 0
  // The first one is delivered to, as after signing in, where the same branch delivers there: nothing in the bag changes.
  const becomesDestination =
    isNew && !destination?.addressId && isCovered && destination?.branchId === branchId && !branch.shipsByAppointment
  const newDestination = becomesDestination ? { branchId, zipcode, addressId: id } : undefined
  return {
    to: isCovered
      ? buildAddressSelectionPath(returnTo, id)
      : `/cep/avise-me?${new URLSearchParams({ cep: zipcode, redirectTo: returnTo })}`,
    branch: destination ? newDestination : await chooseDeliveryAddress(shop, customer.id, null),
    flash: createFlashMessage('ok', accountTexts.addressSaved),
  }
}

/** The bag offers a saved address as the one that was picked. */
function buildAddressSelectionPath(path: string, addressId: number): string {
  return path === bagPath ? `${bagPath}?endereco=${addressId}#delivery_address_id` : path
}

/** 'Preencher endereço': the form again, with the street of its postal code where that is known. */
export const fillStreetForm = defineCustomerForm({
  intent: 'fill',
  schema: () => z.object({ zipcode: z.string().default('') }),
  isResumable: true,
  async run({ shop }, { zipcode }) {
    return shop.addresses.findStreet((await shop.delivery.resolveZipcode(zipcode)).zipcode)
  },
  respond({ formData }, street) {
    const pagePair = formatStreetPair(String(formData.get('zipcode') ?? ''), street?.street)
    const filledFields: Record<string, string> = street ? { ...street, [streetPairFieldNames.page]: pagePair } : {}
    const remainingEntries = [...formData].filter(([name]) => !Object.hasOwn(filledFields, name))
    const errors = street ? {} : { zipcode: [addressTexts.streetUnknown] }
    const result = toSubmissionResult([...remainingEntries, ...Object.entries(filledFields)], errors)
    return data({ intent: 'fill', result }, street ? 200 : 422)
  },
})

/** For a new address: the postal code given earlier, unless an address has it already, with its street where that is found. */
export async function loadAddressPrefill(
  { context }: LoaderFunctionArgs,
  addresses: Address[],
  zipcode: string | undefined,
) {
  if (!zipcode || addresses.some((address) => address.zipcode === zipcode)) return {}
  return { zipcode, ...(await context.shop.addresses.findStreet(zipcode)) }
}

/**
 * Where to deliver, once it is known who is signed in: the address that has the postal code given before, else the first one.
 * Not where the shop does not deliver, or only by appointment (specification, section 4): that the customer chooses.
 */
export async function chooseDeliveryAddress(
  shop: Shop,
  customerId: number,
  destination: Destination | null,
): Promise<CookieChanges['branch']> {
  const addresses = await shop.addresses.listAddresses(customerId)
  if (destination) {
    const matchingAddress = addresses.find(({ zipcode }) => zipcode === destination.zipcode)
    return matchingAddress && destination.branchId > 0 ? { ...destination, addressId: matchingAddress.id } : undefined
  }
  const [address] = addresses
  if (!address) return undefined
  const branchId = await shop.delivery.findBranchId(address.zipcode)
  const isByAppointmentOnly = (await shop.delivery.getBranchOrDefault(branchId)).shipsByAppointment
  return branchId === 0 || isByAppointmentOnly
    ? undefined
    : { branchId, zipcode: address.zipcode, addressId: address.id }
}
