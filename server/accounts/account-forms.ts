import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { hasNoLink, oneLine, typedDay, typedText } from '../api/wire.ts'

const name = (message: string) =>
  typedText(message)
    .min(1, message)
    .max(80, fields.tooLong(80))
    .regex(oneLine, fields.unreadable)
    .refine(hasNoLink, fields.nameWithLink)
const email = z.string(fields.email).trim().max(160, fields.tooLong(160)).pipe(z.email(fields.email))

const phone = z
  .string(fields.phone)
  .max(40, fields.phone)
  .transform((typed) =>
    typed
      .replace(/\D/g, '')
      .replace(/^0+(?=\d{10,11}$)/, '')
      .replace(/^55(?=\d{10,11}$)/, ''),
  )
  .pipe(z.string(fields.phone).regex(/^[1-9]\d{9,10}$/, fields.phone))

const password = z.string(fields.newPassword).min(8, fields.newPassword).max(128, fields.newPassword)
const passwordTwice = { password, password_confirmation: z.string(fields.passwordConfirmation) }

const bothPasswords = z.object({ password: z.string(), password_confirmation: z.string() })

/** Told whatever else is wrong: who corrects that should not be sent back again. */
function refuseUnequal<Form extends z.ZodType<z.output<typeof bothPasswords>>>(form: Form): Form {
  return form.refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ['password_confirmation'],
    message: fields.passwordConfirmation,
    when: ({ value }) => bothPasswords.safeParse(value).success,
  })
}

/** Six digits, however they were copied. */
const code = z
  .string(fields.code)
  .max(40, fields.code)
  .transform((typed) => typed.replace(/[\s.-]/g, ''))
  .pipe(z.string(fields.code).min(1, fields.code))

const profile = z.object({
  f_name: name(fields.firstName),
  l_name: name(fields.lastName),
  phone,
  birthday: typedDay(fields.birthday).nullish(),
})
const { f_name, l_name, ...contact } = profile.shape

export const Profile = profile.transform(toProfile)

function toProfile({ f_name, l_name, phone, birthday }: z.output<typeof profile>) {
  return { firstName: f_name, lastName: l_name, phone, birthday: birthday ?? null }
}

/** Fields in the form's order: errors are listed in it. */
export const Registration = refuseUnequal(
  z.object({
    f_name,
    l_name,
    email,
    ...contact,
    ...passwordTwice,
    terms: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fields.terms),
  }),
).transform(({ email, password, ...rest }) => ({ ...toProfile(rest), email, password }))

export const Login = z.object({
  email: z.string(fields.email).trim().min(1, fields.email).max(160, fields.tooLong(160)).regex(oneLine, fields.email),
  password: z.string(fields.password).min(1, fields.password).max(128, fields.tooLong(128)),
})

/** The e-mail of an existing account: any text, since it is looked up in the database. */
export const KnownEmail = Login.shape.email

export const RecoveryRequest = z.object({ email: KnownEmail })
export const RecoveryCode = z.object({ email: KnownEmail, code })
export const PasswordReset = refuseUnequal(z.object({ email: KnownEmail, code, ...passwordTwice })).transform(
  ({ email, code, password }) => ({ email, code, password }),
)

const currentPassword = z.object({
  current_password: z.string(fields.currentPassword).min(1, fields.currentPassword).max(128, fields.tooLong(128)),
})

/** Asks who is signed in for the password again. */
export const PasswordProof = currentPassword.transform(({ current_password }) => ({ current: current_password }))
export const PasswordChange = refuseUnequal(currentPassword.extend(passwordTwice)).transform(
  ({ current_password, password }) => ({ current: current_password, password }),
)

export const EmailConfirmation = z.object({ code })
export const Deletion = z.object({ deleteToken: code }).transform(({ deleteToken }) => ({ code: deleteToken }))
