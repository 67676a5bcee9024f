import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { customerOperation } from '../api/operation.ts'
import { oneLine, TypedId, typedText } from '../api/wire.ts'
import type { Address, Addresses } from './addresses.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const line = (message: string, most: number) => text(most, message).pipe(z.string(message).min(1, message))
const text = (most: number, message?: string) =>
  typedText(message).max(most, fields.tooLong(most)).regex(oneLine, fields.unreadable)

/** Specification, section 3. */
const defaultType = 'Outros'

/** An address as forms and calls send it (specification, section 3). */
const NewAddress = z.object({
  zipcode: z
    .string(fields.zipcode)
    .transform((typed) => typed.replace(/[\s.-]/g, ''))
    .pipe(z.string(fields.zipcode).regex(/^\d{8}$/, fields.zipcode)),
  address_type: text(40)
    .transform((typed) => typed || defaultType)
    .default(defaultType),
  street: line(fields.street, 120),
  number: line(fields.number, 20),
  complement: text(80).default(''),
  neighborhood: line(fields.neighborhood, 80),
  city: line(fields.city, 80),
  state: z.string(fields.state).trim().toUpperCase().pipe(z.enum(states, fields.state)),
})

const exampleAddress = {
  zipcode: '01310-100',
  street: 'Avenida Paulista',
  number: '900',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

export const AddressOnWire = z.object({
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

export function addressesOperations({ addresses }: { addresses: Addresses }) {
  return {
    'address/getAddressList': customerOperation({
      input: z.object({}),
      output: z.array(AddressOnWire),
      async run(_input, { customerId }) {
        return (await addresses.listAddresses(customerId)).map(onWire)
      },
    }),
    'address/addAddress': customerOperation({
      input: z.object({ newAddress: NewAddress }),
      example: { newAddress: exampleAddress },
      output: AddressOnWire,
      async run({ newAddress }, { customerId }) {
        return onWire(await addresses.addAddress(customerId, fromWire(newAddress)))
      },
    }),
    'address/updateAddress': customerOperation({
      input: z.object({ updatedAddress: NewAddress, id: TypedId }),
      example: { id: 1, updatedAddress: exampleAddress },
      output: AddressOnWire,
      async run({ updatedAddress, id }, { customerId }) {
        return onWire(await addresses.changeAddress(customerId, id, fromWire(updatedAddress)))
      },
    }),
    'address/removeAddressById': customerOperation({
      input: z.object({ id: TypedId }),
      example: { id: 1 },
      output: z.array(AddressOnWire).meta({ description: 'the addresses that are left' }),
      async run({ id }, { customerId }) {
        await addresses.removeAddress(customerId, id)
        return (await addresses.listAddresses(customerId)).map(onWire)
      },
    }),
  }
}

function fromWire({ address_type, ...rest }: z.output<typeof NewAddress>) {
  return { ...rest, addressType: address_type }
}

export function onWire(address: Address): z.input<typeof AddressOnWire> {
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
    place_id: null,
  }
}
