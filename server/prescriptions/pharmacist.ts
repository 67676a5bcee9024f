import { z } from 'zod'

const states = [
  ...['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA'],
  ...['PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'],
]
const registrationPattern = new RegExp(`^(${states.join('|')})-\\d{1,6}$`)

/** Who may decide on a prescription: a pharmacist, with the registration at the state's council (CRF) as `SP-12345`. */
export const Pharmacist = z.object({
  name: z
    .string()
    .trim()
    .regex(/^\p{L}[^\p{C}]{1,119}$/u, 'the pharmacist’s name has 2 to 120 characters, and begins with a letter'),
  crf: z
    .string()
    .trim()
    .toUpperCase()
    .regex(registrationPattern, 'the registration is a state and a number, like SP-12345'),
})
export type Pharmacist = z.output<typeof Pharmacist>
