import { z } from 'zod'
import { fields } from '../../app/texts/fields.ts'
import { normalizeCode, normalizeInput } from '../platform/user-input.ts'
import { emailInput, oneLine, optionalDate, optionalUpdate, personName } from '../wire/values.ts'
import { parsePhone } from './phone.ts'

const name = (message: string) => personName(message, 80)

const phone = z
  .string(fields.phone)
  .max(40, fields.phone)
  .transform((text, context) => {
    const { digits, error } = parsePhone(text)
    if (error !== null) context.issues.push({ code: 'custom', message: error, input: text })
    return digits
  })

const password = z.string(fields.newPassword).min(8, fields.newPassword).max(128, fields.newPassword)
const passwordTwice = { password, passwordAgain: z.string(fields.passwordConfirmation) }

const bothPasswords = z.object({ password: z.string(), passwordAgain: z.string() })

/** Told whatever else is wrong: who corrects that should not be sent back again. */
function withEqualPasswords<Form extends z.ZodType<z.output<typeof bothPasswords>>>(form: Form): Form {
  return form.refine(({ password, passwordAgain }) => password === passwordAgain, {
    path: ['passwordAgain'],
    message: fields.passwordConfirmation,
    when: ({ value }) => bothPasswords.safeParse(value).success,
  })
}

/** Six digits, however they were copied. */
const code = z
  .string(fields.code)
  .max(40, fields.code)
  .transform(normalizeCode)
  .pipe(z.string(fields.code).min(1, fields.code))

/** Null and empty: none. Sent by itself, or as auth/getUserInfo gives it. */
const birthday = optionalUpdate(optionalDate(fields.birthday))
const personal = z.object({ birthday }).nullish()

/** What a profile becomes: what is left out stays as it is. */
export const Profile = z
  .object({
    firstName: optionalUpdate(name(fields.firstName)),
    lastName: optionalUpdate(name(fields.lastName)),
    phone: optionalUpdate(phone),
    birthday,
    personal,
  })
  .transform(({ firstName, lastName, phone, birthday, personal }) => ({
    firstName,
    lastName,
    phone,
    birthday: birthday === undefined ? personal?.birthday : birthday,
  }))

/** Who receives a first order, in one field: the first word is the first name. */
export const Receiver = z.object({
  fullName: personName(fields.fullName, 160).regex(/\S\s+\S/, fields.fullName),
  phone,
})

/** Fields in the form's order: errors are listed in it. */
export const Registration = withEqualPasswords(
  z.object({
    firstName: name(fields.firstName),
    lastName: name(fields.lastName),
    email: emailInput(fields.email),
    phone,
    birthday,
    personal,
    ...passwordTwice,
    terms: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fields.terms),
  }),
).transform(({ firstName, lastName, email, phone, birthday, personal, password }) => ({
  firstName,
  lastName,
  email,
  phone,
  birthday: birthday ?? personal?.birthday ?? null,
  password,
}))

export const Login = z.object({
  email: z
    .string(fields.email)
    .overwrite(normalizeInput)
    .min(1, fields.email)
    .max(160, fields.tooLong(160))
    .regex(oneLine, fields.email),
  password: z.string(fields.password).min(1, fields.password).max(128, fields.tooLong(128)),
})

/** The e-mail of an existing account: any text, since it is looked up in the database. */
export const KnownEmail = Login.shape.email

/** The e-mail is one that may get an account. */
export const SignInRequest = z.object({ email: emailInput(fields.email) })
export const SignInCode = z.object({ email: emailInput(fields.email), code })

export const RecoveryRequest = z.object({ email: KnownEmail })
export const RecoveryCode = z.object({ email: KnownEmail, code })
export const PasswordReset = withEqualPasswords(z.object({ email: KnownEmail, code, ...passwordTwice })).transform(
  ({ email, code, password }) => ({ email, code, password }),
)

const currentPassword = z.object({
  currentPassword: z.string(fields.currentPassword).min(1, fields.currentPassword).max(128, fields.tooLong(128)),
})

/** Asks who is signed in for the password again. */
export const PasswordProof = currentPassword
export const PasswordChange = withEqualPasswords(currentPassword.extend(passwordTwice))

/** The password proves an account whose e-mail is not confirmed, a code to that e-mail all others. */
export const EmailChangeRequest = SignInRequest.extend({ currentPassword: z.string().max(128).default('') })
export const EmailChange = z.object({ email: emailInput(fields.email), code: code.optional(), newCode: code })

export const EmailConfirmation = z.object({ code })
export const Deletion = z.object({ code })
