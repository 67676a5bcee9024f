import { z } from 'zod'
import { AddressChanges, NewAddress } from '../addresses/address-forms.ts'
import type { NewAddress as AddressFields } from '../addresses/addresses.ts'
import { addAddress, changeAddress, listAddresses, removeAddress } from '../addresses/addresses.ts'
import { FormIdSchema } from '../wire/values.ts'
import { createCustomerOperation } from './operation.ts'

const exampleAddress = {
  zipcode: '01310-100',
  street: 'Avenida Paulista',
  number: '900',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

const addressWireNames = { address: 'delivery_address_id', addressType: 'address_type', placeId: 'place_id' }

export const AddressDto = z.object({
  id: z.number(),
  address_type: z.string(),
  /** Street, number and complement in one line. */
  address: z.string(),
  complement: z.string(),
  street: z.string(),
  number: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  place_id: z.string().nullable(),
})

export const addressesOperations = {
  'address/getAddressList': createCustomerOperation({
    input: z.object({}),
    output: z.array(AddressDto),
    async run(ctx, _input, { customerId }) {
      return (await listAddresses(ctx, customerId)).map(toAddressDto)
    },
  }),
  'address/addAddress': createCustomerOperation({
    input: z.object({ newAddress: NewAddress }),
    wireNames: addressWireNames,
    example: { newAddress: exampleAddress },
    output: AddressDto,
    async run(ctx, { newAddress }, { customerId }) {
      return toAddressDto(await addAddress(ctx, customerId, newAddress))
    },
  }),
  'address/updateAddress': createCustomerOperation({
    input: z.object({ updatedAddress: AddressChanges, id: FormIdSchema }),
    wireNames: addressWireNames,
    example: { id: 1, updatedAddress: exampleAddress },
    output: AddressDto,
    async run(ctx, { updatedAddress, id }, { customerId }) {
      return toAddressDto(await changeAddress(ctx, customerId, id, updatedAddress))
    },
  }),
  'address/removeAddressById': createCustomerOperation({
    input: z.object({ id: FormIdSchema }),
    wireNames: addressWireNames,
    example: { id: 1 },
    output: z.array(AddressDto).meta({ description: 'the addresses that are left' }),
    async run(ctx, { id }, { customerId }) {
      await removeAddress(ctx, customerId, id)
      return (await listAddresses(ctx, customerId)).map(toAddressDto)
    },
  }),
}

export function toAddressDto(address: AddressFields & { id: number }): z.input<typeof AddressDto> {
  return {
    id: address.id,
    address_type: address.addressType,
    address: [address.street, address.number, address.complement].filter(Boolean).join(', '),
    complement: address.complement,
    street: address.street,
    number: address.number,
    neighborhood: address.neighborhood,
    city: address.city,
    state: address.state,
    zipcode: address.zipcode,
    place_id: address.placeId ?? null,
  }
}
