import { z } from 'zod'
import { accountReplies as said } from '../../app/texts/account.ts'
import { fields } from '../../app/texts/fields.ts'
import { AddressOnWire, onWire } from '../addresses/addresses.operations.ts'
import { ShopError } from '../errors.ts'
import { customerOperation, visitorOperation } from '../operation.ts'
import type { Orders } from '../orders/orders.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { oneLine, typedText } from '../wire.ts'
import type { Accounts } from './accounts.ts'

const name = (message: string) =>
  typedText(message).min(1, message).max(80, fields.tooLong(80)).regex(oneLine, fields.unreadable)
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

/** yyyy-MM-dd as a date field sends it, or day, month and year as people type them: 12/04/1988, 12.4.1988, 12041988. */
const birthday = z
  .string(fields.birthday)
  .trim()
  .max(40, fields.birthday)
  .transform((typed) => {
    const [, day = '', month = '', year = ''] =
      /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})$|^$/.exec(typed.replace(/^(\d{2})(\d{2})(\d{4})$/, '$1/$2/$3')) ?? []
    return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
  })
  .pipe(z.iso.date(fields.birthday))

const password = z.string(fields.newPassword).min(8, fields.newPassword).max(128, fields.newPassword)
const passwordTwice = { password, password_confirmation: z.string(fields.passwordConfirmation) }

function refuseUnequal<Form extends z.ZodType<{ password: string; password_confirmation: string }>>(form: Form): Form {
  return form.refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ['password_confirmation'],
    message: fields.passwordConfirmation,
  })
}

/** Six digits, however they were copied. */
const code = z
  .string(fields.code)
  .max(40, fields.code)
  .transform((typed) => typed.replace(/[\s.-]/g, ''))
  .pipe(z.string(fields.code).min(1, fields.code))

const Profile = z.object({
  f_name: name(fields.firstName),
  l_name: name(fields.lastName),
  phone,
  birthday: birthday.nullish(),
})

const { f_name, l_name, ...contact } = Profile.shape

/** In the form's order, in which its refusals are told. */
export const Registration = refuseUnequal(
  z.object({
    f_name,
    l_name,
    email,
    ...contact,
    ...passwordTwice,
    terms: z.union([z.enum(['on', 'true', '1']), z.literal(true)], fields.terms),
  }),
)

export const Login = z.object({
  email: z.string(fields.email).trim().min(1, fields.email).max(160, fields.tooLong(160)).regex(oneLine, fields.email),
  password: z.string(fields.password).min(1, fields.password).max(128, fields.tooLong(128)),
})

/** A typed e-mail that names an account: whether there is one, the shop says. */
const knownEmail = Login.shape.email

const PasswordReset = refuseUnequal(z.object({ email: knownEmail, code, ...passwordTwice }))

const PasswordChange = refuseUnequal(
  z.object({
    current_password: z.string(fields.currentPassword).min(1, fields.currentPassword).max(128, fields.tooLong(128)),
    ...passwordTwice,
  }),
)

/** Not a call of the specification: the form on the profile page. The session of `token` stays signed in. */
export function passwordChange(accounts: Accounts, token: string | null) {
  return customerOperation({
    input: PasswordChange,
    output: z.null(),
    async run({ current_password: current, password }, { customerId, network }) {
      await accounts.changePassword(customerId, { current, password }, network, token)
      return null
    },
  })
}

const Said = z.object({ message: z.string() })

const UserInfo = z.object({
  id: z.number(),
  f_name: z.string(),
  l_name: z.string(),
  email: z.string(),
  phone: z.string(),
  personal: z.object({ birthday: z.string().nullable() }),
  created_at: z.string(),
  /** How many of the customer's orders were delivered. */
  order_delivered: z.number(),
  user_indication_id: z.number().nullable(),
  plug_id: z.string().nullable(),
  gains: z.array(z.object({ id: z.number(), addresses: z.array(AddressOnWire) })),
})

interface Parts {
  accounts: Accounts
  wallet: Wallet
  orders: Orders
  /** Whether an absolute address is one of this shop's pages. */
  isOwnAddress: (url: URL) => boolean
}

export function accountsOperations({ accounts, wallet, orders, isOwnAddress }: Parts) {
  return {
    'auth/getInitialToken': {
      ...visitorOperation({
        input: z.object({}),
        output: z.object({ access_token: z.string() }),
        whenAway: 'visit.notStarted',
        async run() {
          return { access_token: await accounts.startVisit() }
        },
      }),
      // The token is what this one brings.
      access: 'anyone' as const,
    },
    'auth/login': visitorOperation({
      input: Login,
      asksCaptcha: true,
      whenRefused: (message) => ({ token: null, error: message }),
      example: { email: 'cliente@example.com', password: 'balcao-demo-2026' },
      output: z.object({ token: z.string(), error: z.null() }),
      async run({ email, password }, { network, userAgent }) {
        return { token: await accounts.login(email, password, network, userAgent), error: null }
      },
    }),
    'auth/register': visitorOperation({
      input: z.object({ payload: Registration }),
      output: z.object({ token: z.string() }),
      asksCaptcha: true,
      example: {
        payload: {
          f_name: 'Ana',
          l_name: 'Souza',
          email: 'ana.souza@example.com',
          phone: '(11) 98765-4321',
          birthday: '1990-05-17',
          password: 'uma senha só minha',
          password_confirmation: 'uma senha só minha',
          terms: true,
        },
      },
      async run({ payload: { email, password, ...form } }, { network, userAgent }) {
        return { token: await accounts.register({ ...profile(form), email, password }, network, userAgent) }
      },
    }),
    'auth/getUserInfo': customerOperation({
      input: z.object({}),
      output: UserInfo,
      whenAway: 'customer.unreadable',
      async run(_input, { customerId }) {
        const [customer, gains, delivered] = await Promise.all([
          accounts.findCustomer(customerId),
          wallet.listGains(customerId),
          orders.countDelivered(customerId),
        ])
        if (!customer) throw new ShopError('token.invalid')
        return {
          id: customer.id,
          f_name: customer.firstName,
          l_name: customer.lastName,
          email: customer.email,
          phone: customer.phone,
          personal: { birthday: customer.birthday },
          created_at: customer.createdAt.toISOString(),
          order_delivered: delivered,
          user_indication_id: null,
          plug_id: null,
          gains: gains.map(({ id, addresses }) => ({ id, addresses: addresses.map(onWire) })),
        }
      },
    }),
    'auth/updateProfile': customerOperation({
      input: z.object({ profile: Profile }),
      example: { profile: { f_name: 'Ana', l_name: 'Souza', phone: '(11) 98765-4321', birthday: '1990-05-17' } },
      output: Said,
      async run(input, { customerId }) {
        await accounts.updateProfile(customerId, profile(input.profile))
        return { message: said.profileSaved }
      },
    }),
    'auth/forgetPassword': visitorOperation({
      input: z.object({ email: knownEmail }),
      example: { email: 'ninguem@example.com' },
      output: Said,
      async run({ email }, { network }) {
        await accounts.mailRecoveryCode(email, network)
        return { message: said.codeSent }
      },
    }),
    'auth/sendRecoveryCode': visitorOperation({
      input: z.object({ email: knownEmail, code }),
      example: { email: 'ninguem@example.com', code: '123456' },
      output: Said,
      async run({ email, code }, { network }) {
        await accounts.checkRecoveryCode(email, code, network)
        return { message: said.codeRight }
      },
    }),
    'auth/resetPassword': visitorOperation({
      input: z.object({ passwordData: PasswordReset }),
      example: {
        passwordData: {
          email: 'ninguem@example.com',
          code: '123456',
          password: 'uma senha só minha',
          password_confirmation: 'uma senha só minha',
        },
      },
      output: Said,
      async run({ passwordData: { email, code, password } }, { network }) {
        await accounts.resetPassword(email, code, password, network)
        return { message: said.passwordReset }
      },
    }),
    'auth/sendDeleteCode': customerOperation({
      input: z.object({ email: knownEmail.optional(), callbackUrl: z.string().max(2000).optional() }),
      example: { callbackUrl: '/excluir-conta?etapa=codigo' },
      output: Said,
      async run({ email, callbackUrl }, { customerId }) {
        const own = (await accounts.findCustomer(customerId))?.email
        if (email !== undefined && email.toLowerCase() !== own) throw new ShopError('email.foreign', { field: 'email' })
        await accounts.mailDeletionCode(customerId, ownPage(callbackUrl))
        return { message: said.codeSent }
      },
    }),
    'auth/deleteAccount': customerOperation({
      input: z.object({ deleteToken: code }),
      example: { deleteToken: '123456' },
      output: Said,
      async run({ deleteToken }, { customerId, network }) {
        await accounts.deleteAccount(customerId, deleteToken, network)
        return { message: said.accountDeleted }
      },
    }),
  }

  /** @throws ShopError "callback.foreign": a link in our e-mail leads to our pages only */
  function ownPage(callbackUrl = deletionPage): string {
    const isPath = callbackUrl.startsWith('/') && URL.parse(callbackUrl, anyOrigin)?.origin === anyOrigin
    const address = URL.parse(callbackUrl)
    if (isPath || (address && isOwnAddress(address))) return callbackUrl
    throw new ShopError('callback.foreign', { field: 'callbackUrl' })
  }
}

/** What resolves to it follows whatever shop it stands in; browsers pass over tabs and turn backslashes: "/\t/example.com". */
const anyOrigin = 'https://shop.invalid'
const deletionPage = '/excluir-conta?etapa=codigo'

function profile({ f_name, l_name, phone, birthday }: z.output<typeof Profile>) {
  return { firstName: f_name, lastName: l_name, phone, birthday: birthday ?? null }
}
