import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { normalizeInput, normalizeLabelledCode } from '../platform/user-input.ts'
import { createDisplayNameSchema, createUpdateShape, createUserTextSchema, singleLinePattern } from '../wire/values.ts'

const stateCodes = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const createTextSchema = (maxLength: number, message?: string) =>
  createUserTextSchema(message)
    .max(maxLength, fieldErrors.tooLong(maxLength))
    .regex(singleLinePattern, fieldErrors.unreadable)

/** Specification, section 3. */
const defaultAddressType = 'Outros'

/** The fields of an address as it is typed (specification, section 3), in the order of its form. */
export const addressFields = {
  zipcode: z
    .string(fieldErrors.zipcode)
    .transform(normalizeLabelledCode)
    .pipe(z.string(fieldErrors.zipcode).regex(/^\d{8}$/, fieldErrors.zipcode)),
  addressType: createTextSchema(40)
    .regex(/\p{L}|^$/u, fieldErrors.addressType)
    .nullable(),
  street: createDisplayNameSchema(fieldErrors.street, 120),
  number: createTextSchema(20, fieldErrors.number).regex(/[\p{L}\p{N}]/u, fieldErrors.number),
  complement: createTextSchema(80).nullable(),
  neighborhood: createDisplayNameSchema(fieldErrors.neighborhood, 80),
  city: createDisplayNameSchema(fieldErrors.city, 80),
  state: z
    .string(fieldErrors.state)
    .overwrite(normalizeInput)
    .toUpperCase()
    .pipe(z.enum(stateCodes, fieldErrors.state)),
  /** The place's id at a map service, for clients that have one. */
  placeId: createTextSchema(200).nullable(),
}

export const NewAddress = z
  .object(addressFields)
  .partial({ addressType: true, complement: true, placeId: true })
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType || defaultAddressType,
    complement: complement ?? '',
    placeId: placeId || null,
  }))

/** What an existing address becomes: what is left out stays as it is; an empty type is the default one. */
export const AddressChanges = z
  .object(createUpdateShape(addressFields))
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType === undefined ? undefined : addressType || defaultAddressType,
    complement: complement === null ? '' : complement,
    placeId: placeId === undefined ? undefined : placeId || null,
  }))

/** Another door of the same street. */
export const AddressDetails = z
  .object({ number: addressFields.number, complement: addressFields.complement })
  .partial({ complement: true })
  .transform(({ number, complement }) => ({ number, complement: complement ?? '' }))
