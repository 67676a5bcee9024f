import { z } from 'zod'
import { createCustomerOperation } from '../wire/operation.ts'
import { FormIdSchema } from '../wire/values.ts'
import { AddressChanges, NewAddress } from './address-forms.ts'
import type { NewAddress as AddressFields, AddressService } from './addresses.ts'

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

export function createAddressesOperations({ addresses }: { addresses: AddressService }) {
  return {
    'address/getAddressList': createCustomerOperation({
      input: z.object({}),
      output: z.array(AddressDto),
      async run(_input, { customerId }) {
        return (await addresses.listAddresses(customerId)).map(toAddressDto)
      },
    }),
    'address/addAddress': createCustomerOperation({
      input: z.object({ newAddress: NewAddress }),
      wireNames: addressWireNames,
      example: { newAddress: exampleAddress },
      output: AddressDto,
      async run({ newAddress }, { customerId }) {
        return toAddressDto(await addresses.addAddress(customerId, newAddress))
      },
    }),
    'address/updateAddress': createCustomerOperation({
      input: z.object({ updatedAddress: AddressChanges, id: FormIdSchema }),
      wireNames: addressWireNames,
      example: { id: 1, updatedAddress: exampleAddress },
      output: AddressDto,
      async run({ updatedAddress, id }, { customerId }) {
        return toAddressDto(await addresses.changeAddress(customerId, id, updatedAddress))
      },
    }),
    'address/removeAddressById': createCustomerOperation({
      input: z.object({ id: FormIdSchema }),
      wireNames: addressWireNames,
      example: { id: 1 },
      output: z.array(AddressDto).meta({ description: 'the addresses that are left' }),
      async run({ id }, { customerId }) {
        await addresses.removeAddress(customerId, id)
        return (await addresses.listAddresses(customerId)).map(toAddressDto)
      },
    }),
  }
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
