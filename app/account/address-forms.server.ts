import { defineCustomerForm } from '../http/handle-forms.server.ts'
import { parseId } from '../http/ids.ts'
import { createFlashMessage, isShopError, throwAsErrorPage, throwNotFound } from '../http/responses.server.ts'
import { addressBookPath, assertStreetFits, buildSavedAddressRedirect } from '../shell/address-forms.server.ts'
import { accountTexts } from '../texts/account.ts'

/** 'Salvar endereço' of an existing one. */
export const changeAddressForm = defineCustomerForm({
  intent: 'change',
  identifyingField: 'id',
  schema: ({ addresses }) => addresses.forms.AddressChanges,
  isResumable: true,
  async run(context, address) {
    const { shop, formData, visitor } = context
    await assertStreetFits(context, address)
    return shop.addresses
      .changeAddress(visitor.customer.id, parseId(formData.get('id')), address)
      .catch((error: unknown) => {
        throw isShopError(error, 'address.unknown') ? throwNotFound() : error
      })
  },
  respond: (context, outcome) => buildSavedAddressRedirect(context, outcome, false),
})

/** 'Remover'. */
export const removeAddressForm = defineCustomerForm({
  intent: 'remove',
  identifyingField: 'remove',
  async run({ shop, formData, visitor }) {
    const id = parseId(formData.get('remove'))
    await shop.addresses.removeAddress(visitor.customer.id, id).catch(throwAsErrorPage)
    return id
  },
  respond: ({ visitor: { destination } }, id) => ({
    to: addressBookPath,
    branch: destination?.addressId === id ? { ...destination, addressId: null } : undefined,
    flash: createFlashMessage('ok', accountTexts.addressRemoved),
  }),
})
