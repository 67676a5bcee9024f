import { z } from 'zod'
import { AddressChanges, NewAddress } from '../addresses/address-forms.ts'
import type { NewAddress as AddressFields } from '../addresses/addresses.ts'
import { addAddress, changeAddress, listAddresses, removeAddress } from '../addresses/addresses.ts'
import { FormIdSchema } from '../wire/values.ts'
import { createDto } from './dto.ts'
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

export const AddressDto = createDto<AddressFields & { id: number }>()({
  id: [z.number(), ({ id }) => id],
  address_type: [z.string(), ({ addressType }) => addressType],
  /** Street, number and complement in one line. */
  address: [z.string(), ({ street, number, complement }) => [street, number, complement].filter(Boolean).join(', ')],
  complement: [z.string(), ({ complement }) => complement],
  street: [z.string(), ({ street }) => street],
  number: [z.string(), ({ number }) => number],
  neighborhood: [z.string(), ({ neighborhood }) => neighborhood],
  city: [z.string(), ({ city }) => city],
  state: [z.string(), ({ state }) => state],
  zipcode: [z.string(), ({ zipcode }) => zipcode],
  place_id: [z.string().nullable(), ({ placeId }) => placeId ?? null],
})

export const addressesOperations = {
  'address/getAddressList': createCustomerOperation({
    input: z.object({}),
    output: z.array(AddressDto.schema),
    async run(ctx, _input, { customerId }) {
      return (await listAddresses(ctx, customerId)).map(AddressDto.toDto)
    },
  }),
  'address/addAddress': createCustomerOperation({
    input: z.object({ newAddress: NewAddress }),
    wireNames: addressWireNames,
    example: { newAddress: exampleAddress },
    output: AddressDto.schema,
    async run(ctx, { newAddress }, { customerId }) {
      return AddressDto.toDto(await addAddress(ctx, customerId, newAddress))
    },
  }),
  'address/updateAddress': createCustomerOperation({
    input: z.object({ updatedAddress: AddressChanges, id: FormIdSchema }),
    wireNames: addressWireNames,
    example: { id: 1, updatedAddress: exampleAddress },
    output: AddressDto.schema,
    async run(ctx, { updatedAddress, id }, { customerId }) {
      return AddressDto.toDto(await changeAddress(ctx, customerId, id, updatedAddress))
    },
  }),
  'address/removeAddressById': createCustomerOperation({
    input: z.object({ id: FormIdSchema }),
    wireNames: addressWireNames,
    example: { id: 1 },
    output: z.array(AddressDto.schema).meta({ description: 'the addresses that are left' }),
    async run(ctx, { id }, { customerId }) {
      await removeAddress(ctx, customerId, id)
      return (await listAddresses(ctx, customerId)).map(AddressDto.toDto)
    },
  }),
}
