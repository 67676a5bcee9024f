import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { oneLine, typedText } from '../api/wire.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const line = (message: string, most: number) => text(most, message).pipe(z.string(message).min(1, message))
const text = (most: number, message?: string) =>
  typedText(message).max(most, fields.tooLong(most)).regex(oneLine, fields.unreadable)

/** Specification, section 3. */
const defaultType = 'Outros'

/** An address as forms and calls send it (specification, section 3). */
const sent = z.object({
  zipcode: z
    .string(fields.zipcode)
    .transform((typed) => typed.replace(/[\s.-]/g, ''))
    .pipe(z.string(fields.zipcode).regex(/^\d{8}$/, fields.zipcode)),
  address_type: text(40).optional(),
  street: line(fields.street, 120),
  number: line(fields.number, 20),
  complement: text(80).default(''),
  neighborhood: line(fields.neighborhood, 80),
  city: line(fields.city, 80),
  state: z.string(fields.state).trim().toUpperCase().pipe(z.enum(states, fields.state)),
  /** The place's id at a map service, for clients that have one. */
  place_id: z.string().trim().max(200, fields.tooLong(200)).regex(oneLine, fields.unreadable).nullish(),
})

export const NewAddress = sent.transform(({ address_type, place_id = null, ...rest }) => ({
  ...rest,
  addressType: address_type || defaultType,
  placeId: place_id,
}))

/** What an existing address becomes: type and place stay as they are where they are left out. */
export const ChangedAddress = sent.transform(({ address_type, place_id, ...rest }) => ({
  ...rest,
  addressType: address_type === '' ? defaultType : address_type,
  placeId: place_id,
}))
