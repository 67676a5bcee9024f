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
export const NewAddress = z
  .object({
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
  .transform(({ address_type, ...rest }) => ({ ...rest, addressType: address_type }))
