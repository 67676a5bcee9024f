import { data } from '@remix-run/node'
import { z } from 'zod'
import type { Address } from '#server/addresses/addresses.ts'
import { buttonAlone, type CustomerSender, replyOf } from '../http/define-form.server.ts'
import { customerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { flashMessage, isRefusal, notFound, refusalPage } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import { accountTexts, addressTexts } from '../texts/account.ts'
import { placeOf } from './signing-in.server.ts'

const addressPage = '/minha-conta?section=endereco'

const addressFields = {
  zipcode: 'zipcode',
  addressType: 'address_type',
  street: 'street',
  number: 'number',
  complement: 'complement',
  neighborhood: 'neighborhood',
  city: 'city',
  state: 'state',
  placeId: 'place_id',
} as const

/** 'Salvar endereço' of an existing one. */
export const changeAddress = customerForm({
  intent: 'change',
  sentBy: 'id',
  schema: ({ addresses }) => addresses.forms.ChangedAddress,
  fields: addressFields,
  isKept: true,
  run: ({ shop, form, visitor }, address) =>
    shop.addresses.changeAddress(visitor.customer.id, parseId(form.get('id')), address).catch((error: unknown) => {
      throw isRefusal(error, 'address.unknown') ? notFound() : error
    }),
  next: (who, saved) => afterSaving(who, saved, false),
})

/** 'Salvar endereço' of the first one, by who came without a name. */
export const addFirstAddress = customerForm({
  intent: 'first',
  sentBy: 'full_name',
  schema: ({ accounts, addresses }) => addresses.forms.NewAddress.and(accounts.forms.Receiver),
  fields: { ...addressFields, fullName: 'full_name', phone: 'phone' },
  isKept: true,
  async run({ shop, visitor }, { fullName, phone, ...address }) {
    await shop.accounts.nameReceiver(visitor.customer.id, { fullName, phone })
    return shop.addresses.addAddress(visitor.customer.id, address)
  },
  next: (who, saved) => afterSaving(who, saved, true),
})

/** 'Salvar endereço' of a new one. */
export const addAddress = customerForm({
  intent: 'add',
  schema: ({ addresses }) => addresses.forms.NewAddress,
  fields: addressFields,
  isKept: true,
  run: ({ shop, visitor }, address) => shop.addresses.addAddress(visitor.customer.id, address),
  next: (who, saved) => afterSaving(who, saved, true),
})

async function afterSaving({ shop, form, visitor }: CustomerSender, { id, zipcode }: Address, isNew: boolean) {
  const { customer, chosen, branch } = visitor
  const saved = safeRedirect(form.get('redirectTo'), addressPage)
  const branchId = await shop.delivery.branchIdFor(zipcode)
  const isCovered = branchId > 0
  // The first one is delivered to, as after signing in, where the same branch delivers there: nothing in the bag changes.
  const isFirst = isNew && !chosen?.addressId && isCovered && chosen?.branchId === branchId && !branch.shippingLater
  const first = isFirst ? { branchId, zipcode, addressId: id } : undefined
  return {
    to: isCovered ? saved : `/cep/avise-me?${new URLSearchParams({ cep: zipcode, redirectTo: saved })}`,
    branch: chosen ? first : await placeOf(shop, customer.id, null),
    flash: flashMessage('ok', accountTexts.addressSaved),
  }
}

/** 'Remover'. */
export const removeAddress = customerForm({
  ...buttonAlone,
  intent: 'remove',
  sentBy: 'remove',
  async run({ shop, form, visitor }) {
    const id = parseId(form.get('remove'))
    await shop.addresses.removeAddress(visitor.customer.id, id).catch(refusalPage)
    return id
  },
  next: ({ visitor: { chosen } }, id) => ({
    to: addressPage,
    branch: chosen?.addressId === id ? { ...chosen, addressId: null } : undefined,
    flash: flashMessage('ok', accountTexts.addressRemoved),
  }),
})

/** 'Preencher endereço': the form again, with the street of its postal code where that is known. */
export const fillStreet = customerForm({
  intent: 'fill',
  schema: () => z.object({ zipcode: z.string().default('') }),
  fields: { zipcode: addressFields.zipcode },
  isKept: true,
  async run({ shop }, { zipcode }) {
    return shop.addresses.findStreet((await shop.delivery.resolveZipcode(zipcode)).zipcode)
  },
  next({ form }, street) {
    const typed = [...form].filter(([name]) => !street || !Object.hasOwn(street, name))
    const errors = street ? {} : { zipcode: [addressTexts.streetUnknown] }
    const result = replyOf([...typed, ...Object.entries(street ?? {})], errors)
    return data({ form: 'fill', result }, street ? 200 : 422)
  },
})
