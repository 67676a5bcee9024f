import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import { normalizeInput, normalizeLabelledCode } from '../platform/user-input.ts'
import {
  createEmailSchema,
  createOptionalDateSchema,
  createOptionalUpdateSchema,
  createPersonNameSchema,
  singleLinePattern,
} from '../wire/values.ts'
import { parsePhone } from './phone.ts'

const createNameSchema = (message: string) => createPersonNameSchema(message, 80)

const phoneSchema = z
  .string(fieldErrors.phone)
  .max(40, fieldErrors.phone)
  .transform((text, context) => {
    const { digits, error } = parsePhone(text)
    if (error !== null) context.issues.push({ code: 'custom', message: error, input: text })
    return digits
  })

const passwordSchema = z
  .string(fieldErrors.newPassword)
  .min(8, fieldErrors.newPassword)
  .max(128, fieldErrors.newPassword)
const passwordFields = { password: passwordSchema, passwordAgain: z.string(fieldErrors.passwordConfirmation) }

const passwordPairSchema = z.object({ password: z.string(), passwordAgain: z.string() })

/** Told whatever else is wrong: who corrects that should not be sent back again. */
function withEqualPasswords<Form extends z.ZodType<z.output<typeof passwordPairSchema>>>(form: Form): Form {
  return form.refine(({ password, passwordAgain }) => password === passwordAgain, {
    path: ['passwordAgain'],
    message: fieldErrors.passwordConfirmation,
    when: ({ value }) => passwordPairSchema.safeParse(value).success,
  })
}

/** Six digits, however they were copied. */
const codeSchema = z
  .string(fieldErrors.code)
  .max(40, fieldErrors.code)
  .transform(normalizeLabelledCode)
  .pipe(z.string(fieldErrors.code).min(1, fieldErrors.code))

/** Null and empty: none. Sent by itself, or as auth/getUserInfo gives it. */
const birthdaySchema = createOptionalUpdateSchema(createOptionalDateSchema(fieldErrors.birthday))
const personalSchema = z.object({ birthday: birthdaySchema }).nullish()

/** What a profile becomes: what is left out stays as it is. */
/** A number to be told at by WhatsApp, as it is typed. */
export const WhatsappNumber = z.object({ phone: z.string().trim().max(40).default('') })

/** The number, and the code that was sent there. */
export const WhatsappProof = WhatsappNumber.extend({ code: z.string().trim().max(20).default('') })

export const Profile = z
  .object({
    firstName: createOptionalUpdateSchema(createNameSchema(fieldErrors.firstName)),
    lastName: createOptionalUpdateSchema(createNameSchema(fieldErrors.lastName)),
    phone: createOptionalUpdateSchema(phoneSchema),
    birthday: birthdaySchema,
    personal: personalSchema,
  })
  .transform(({ firstName, lastName, phone, birthday, personal }) => ({
    firstName,
    lastName,
    phone,
    birthday: birthday === undefined ? personal?.birthday : birthday,
  }))

/** Who receives a first order, in one field: the first word is the first name. */
export const Receiver = z.object({
  fullName: createPersonNameSchema(fieldErrors.fullName, 160).regex(/\S\s+\S/, fieldErrors.fullName),
  phone: phoneSchema,
})

/** Fields in the form's order: errors are listed in it. */
export const Registration = withEqualPasswords(
  z.object({
    firstName: createNameSchema(fieldErrors.firstName),
    lastName: createNameSchema(fieldErrors.lastName),
    email: createEmailSchema(fieldErrors.email),
    phone: phoneSchema,
    birthday: birthdaySchema,
    personal: personalSchema,
    ...passwordFields,
    terms: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fieldErrors.terms),
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
    .string(fieldErrors.email)
    .overwrite(normalizeInput)
    .min(1, fieldErrors.email)
    .max(160, fieldErrors.tooLong(160))
    .regex(singleLinePattern, fieldErrors.email),
  password: z.string(fieldErrors.password).min(1, fieldErrors.password).max(128, fieldErrors.tooLong(128)),
})

/** The e-mail of an existing account: any text, since it is looked up in the database. */
export const KnownEmail = Login.shape.email

/** The e-mail is one that may get an account. */
export const SignInRequest = z.object({ email: createEmailSchema(fieldErrors.email) })
export const SignInCode = z.object({ email: createEmailSchema(fieldErrors.email), code: codeSchema })

export const RecoveryRequest = z.object({ email: KnownEmail })
export const RecoveryCode = z.object({ email: KnownEmail, code: codeSchema })
export const PasswordReset = withEqualPasswords(
  z.object({ email: KnownEmail, code: codeSchema, ...passwordFields }),
).transform(({ email, code, password }) => ({ email, code, password }))

const currentPasswordSchema = z.object({
  currentPassword: z
    .string(fieldErrors.currentPassword)
    .min(1, fieldErrors.currentPassword)
    .max(128, fieldErrors.tooLong(128)),
})

/** Asks who is signed in for the password again. */
export const PasswordProof = currentPasswordSchema
export const PasswordChange = withEqualPasswords(currentPasswordSchema.extend(passwordFields))

/** The password proves an account whose e-mail is not confirmed, a code to that e-mail all others. */
export const EmailChangeRequest = SignInRequest.extend({ currentPassword: z.string().max(128).default('') })
export const EmailChange = z.object({
  email: createEmailSchema(fieldErrors.email),
  code: codeSchema.optional(),
  newCode: codeSchema,
})

export const EmailConfirmation = z.object({ code: codeSchema })
export const DeletionConfirmation = z.object({ code: codeSchema })
