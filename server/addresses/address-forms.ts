import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { readCode, readTyped } from '../platform/typed.ts'
import { changeOf, oneLine, typedName, typedText } from '../wire/values.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const text = (most: number, message?: string) =>
  typedText(message).max(most, fields.tooLong(most)).regex(oneLine, fields.unreadable)

/** Specification, section 3. */
const defaultType = 'Outros'

/** An address as forms and calls send it (specification, section 3). */
const zipcode = z
  .string(fields.zipcode)
  .transform(readCode)
  .pipe(z.string(fields.zipcode).regex(/^\d{8}$/, fields.zipcode))
const address_type = text(40).regex(/\p{L}|^$/u, fields.addressType)
const street = typedName(fields.street, 120)
const number = text(20, fields.number).regex(/[\p{L}\p{N}]/u, fields.number)
const complement = text(80)
const neighborhood = typedName(fields.neighborhood, 80)
const city = typedName(fields.city, 80)
const state = z.string(fields.state).overwrite(readTyped).toUpperCase().pipe(z.enum(states, fields.state))
/** The place's id at a map service, for clients that have one. */
const place_id = text(200)

export const NewAddress = z
  .object({
    zipcode,
    address_type: address_type.nullish(),
    street,
    number,
    complement: complement.nullish(),
    neighborhood,
    city,
    state,
    place_id: place_id.nullish(),
  })
  .transform(({ address_type, complement, place_id, ...rest }) => ({
    ...rest,
    addressType: address_type || defaultType,
    complement: complement ?? '',
    placeId: place_id || null,
  }))

/** What an existing address becomes: what is left out stays as it is; an empty type is the default one. */
export const ChangedAddress = z
  .object({
    zipcode: changeOf(zipcode),
    address_type: changeOf(address_type.nullable()),
    street: changeOf(street),
    number: changeOf(number),
    complement: changeOf(complement.nullable()),
    neighborhood: changeOf(neighborhood),
    city: changeOf(city),
    state: changeOf(state),
    place_id: changeOf(place_id.nullable()),
  })
  .transform(({ address_type, complement, place_id, ...rest }) => ({
    ...rest,
    addressType: address_type === undefined ? undefined : address_type || defaultType,
    complement: complement === null ? '' : complement,
    placeId: place_id === undefined ? undefined : place_id || null,
  }))
