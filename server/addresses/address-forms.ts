import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { normalizeCode, normalizeInput } from '../platform/user-input.ts'
import { displayName, oneLine, optionalUpdate, userText } from '../wire/values.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const text = (max: number, message?: string) =>
  userText(message).max(max, fields.tooLong(max)).regex(oneLine, fields.unreadable)

/** Specification, section 3. */
const defaultType = 'Outros'

/** An address as it is typed (specification, section 3). */
const zipcode = z
  .string(fields.zipcode)
  .transform(normalizeCode)
  .pipe(z.string(fields.zipcode).regex(/^\d{8}$/, fields.zipcode))
const addressType = text(40).regex(/\p{L}|^$/u, fields.addressType)
const street = displayName(fields.street, 120)
const number = text(20, fields.number).regex(/[\p{L}\p{N}]/u, fields.number)
const complement = text(80)
const neighborhood = displayName(fields.neighborhood, 80)
const city = displayName(fields.city, 80)
const state = z.string(fields.state).overwrite(normalizeInput).toUpperCase().pipe(z.enum(states, fields.state))
/** The place's id at a map service, for clients that have one. */
const placeId = text(200)

export const NewAddress = z
  .object({
    zipcode,
    addressType: addressType.nullish(),
    street,
    number,
    complement: complement.nullish(),
    neighborhood,
    city,
    state,
    placeId: placeId.nullish(),
  })
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType || defaultType,
    complement: complement ?? '',
    placeId: placeId || null,
  }))

/** What an existing address becomes: what is left out stays as it is; an empty type is the default one. */
export const ChangedAddress = z
  .object({
    zipcode: optionalUpdate(zipcode),
    addressType: optionalUpdate(addressType.nullable()),
    street: optionalUpdate(street),
    number: optionalUpdate(number),
    complement: optionalUpdate(complement.nullable()),
    neighborhood: optionalUpdate(neighborhood),
    city: optionalUpdate(city),
    state: optionalUpdate(state),
    placeId: optionalUpdate(placeId.nullable()),
  })
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType === undefined ? undefined : addressType || defaultType,
    complement: complement === null ? '' : complement,
    placeId: placeId === undefined ? undefined : placeId || null,
  }))
