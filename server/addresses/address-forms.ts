import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { normalizeInput, normalizeLabelledCode } from '../platform/user-input.ts'
import {
  createDisplayNameSchema,
  createOptionalUpdateSchema,
  createUserTextSchema,
  singleLinePattern,
} from '../wire/values.ts'

const stateCodes = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const createTextSchema = (maxLength: number, message?: string) =>
  createUserTextSchema(message)
    .max(maxLength, fieldErrors.tooLong(maxLength))
    .regex(singleLinePattern, fieldErrors.unreadable)

/** Specification, section 3. */
const defaultAddressType = 'Outros'

/** An address as it is typed (specification, section 3). */
const zipcodeSchema = z
  .string(fieldErrors.zipcode)
  .transform(normalizeLabelledCode)
  .pipe(z.string(fieldErrors.zipcode).regex(/^\d{8}$/, fieldErrors.zipcode))
const addressTypeSchema = createTextSchema(40).regex(/\p{L}|^$/u, fieldErrors.addressType)
const streetSchema = createDisplayNameSchema(fieldErrors.street, 120)
const streetNumberSchema = createTextSchema(20, fieldErrors.number).regex(/[\p{L}\p{N}]/u, fieldErrors.number)
const complementSchema = createTextSchema(80)
const neighborhoodSchema = createDisplayNameSchema(fieldErrors.neighborhood, 80)
const citySchema = createDisplayNameSchema(fieldErrors.city, 80)
const stateSchema = z
  .string(fieldErrors.state)
  .overwrite(normalizeInput)
  .toUpperCase()
  .pipe(z.enum(stateCodes, fieldErrors.state))
/** The place's id at a map service, for clients that have one. */
const placeIdSchema = createTextSchema(200)

export const NewAddress = z
  .object({
    zipcode: zipcodeSchema,
    addressType: addressTypeSchema.nullish(),
    street: streetSchema,
    number: streetNumberSchema,
    complement: complementSchema.nullish(),
    neighborhood: neighborhoodSchema,
    city: citySchema,
    state: stateSchema,
    placeId: placeIdSchema.nullish(),
  })
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType || defaultAddressType,
    complement: complement ?? '',
    placeId: placeId || null,
  }))

/** What an existing address becomes: what is left out stays as it is; an empty type is the default one. */
export const AddressChanges = z
  .object({
    zipcode: createOptionalUpdateSchema(zipcodeSchema),
    addressType: createOptionalUpdateSchema(addressTypeSchema.nullable()),
    street: createOptionalUpdateSchema(streetSchema),
    number: createOptionalUpdateSchema(streetNumberSchema),
    complement: createOptionalUpdateSchema(complementSchema.nullable()),
    neighborhood: createOptionalUpdateSchema(neighborhoodSchema),
    city: createOptionalUpdateSchema(citySchema),
    state: createOptionalUpdateSchema(stateSchema),
    placeId: createOptionalUpdateSchema(placeIdSchema.nullable()),
  })
  .transform(({ addressType, complement, placeId, ...rest }) => ({
    ...rest,
    addressType: addressType === undefined ? undefined : addressType || defaultAddressType,
    complement: complement === null ? '' : complement,
    placeId: placeId === undefined ? undefined : placeId || null,
  }))
