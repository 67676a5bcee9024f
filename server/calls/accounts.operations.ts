import { z } from 'zod'
import { accountMessages as messages } from '../../app/texts/account.ts'
import { Login, Profile, Registration } from '../accounts/account-forms.ts'
import { register, signInWithPassword, startVisitorSession, updateProfile } from '../accounts/accounts.ts'
import { type Customer, findCustomer } from '../accounts/customers.ts'
import { countDeliveredOrders } from '../orders/order-queries.ts'
import { ShopError } from '../platform/errors.ts'
import { listGains } from '../wallet/wallet.ts'
import { accountCodesOperations } from './account-codes.operations.ts'
import { AddressDto } from './addresses.operations.ts'
import { createDto } from './dto.ts'
import { createCustomerOperation, createVisitorOperation } from './operation.ts'

interface UserInfo {
  customer: Customer
  gains: Awaited<ReturnType<typeof listGains>>
  deliveredCount: number
}

const UserInfoDto = createDto<UserInfo>()({
  id: [z.number(), ({ customer }) => customer.id],
  f_name: [z.string(), ({ customer }) => customer.firstName],
  l_name: [z.string(), ({ customer }) => customer.lastName],
  email: [z.string(), ({ customer }) => customer.email],
  phone: [z.string(), ({ customer }) => customer.phone],
  personal: [z.object({ birthday: z.string().nullable() }), ({ customer: { birthday } }) => ({ birthday })],
  created_at: [z.string(), ({ customer }) => customer.createdAt.toISOString()],
  /** How many of the customer's orders were delivered. */
  order_delivered: [z.number(), ({ deliveredCount }) => deliveredCount],
  user_indication_id: [z.number().nullable(), () => null],
  plug_id: [z.string().nullable(), () => null],
  gains: [
    z.array(z.object({ id: z.number(), addresses: z.array(AddressDto.schema) })),
    ({ gains }) => gains.map(({ id, addresses }) => ({ id, addresses: addresses.map(AddressDto.toDto) })),
  ],
})

const personWireNames = { firstName: 'f_name', lastName: 'l_name', passwordAgain: 'password_confirmation' }

export const accountsOperations = {
  ...accountCodesOperations,
  'auth/getInitialToken': {
    ...createVisitorOperation({
      input: z.object({}),
      output: z.object({ access_token: z.string() }),
      unavailableCode: 'visit.notStarted',
      async run(ctx, _input, { clientNetwork }) {
        return { access_token: await startVisitorSession(ctx, clientNetwork) }
      },
    }),
    // Callers have no token yet: this call returns it.
    access: 'anyone' as const,
  },
  'auth/login': createVisitorOperation({
    input: Login,
    requiresCaptcha: true,
    extendErrorBody: (message) => ({ token: null, error: message }),
    example: { email: 'cliente@example.com', password: 'balcao-demo-2026' },
    output: z.object({ token: z.string(), error: z.null() }),
    async run(ctx, { email, password }, { clientNetwork, userAgent }) {
      return { token: await signInWithPassword(ctx, email, password, clientNetwork, userAgent), error: null }
    },
  }),
  'auth/register': createVisitorOperation({
    input: z.object({ payload: Registration }),
    wireNames: personWireNames,
    output: z.object({ token: z.string() }),
    requiresCaptcha: true,
    example: {
      payload: {
        firstName: 'Ana',
        lastName: 'Souza',
        email: 'ana.souza@example.com',
        phone: '(11) 98765-4321',
        birthday: '1990-05-17',
        password: 'uma senha só minha',
        passwordAgain: 'uma senha só minha',
        terms: true,
      },
    },
    async run(ctx, { payload }, { clientNetwork, userAgent }) {
      return { token: await register(ctx, payload, clientNetwork, userAgent) }
    },
  }),
  'auth/getUserInfo': createCustomerOperation({
    input: z.object({}),
    output: UserInfoDto.schema,
    unavailableCode: 'customer.unreadable',
    async run(ctx, _input, { customerId }) {
      const [customer, gains, deliveredCount] = await Promise.all([
        findCustomer(ctx, customerId),
        listGains(ctx, customerId),
        countDeliveredOrders(ctx, customerId),
      ])
      if (!customer) throw new ShopError('token.invalid')
      return UserInfoDto.toDto({ customer, gains, deliveredCount })
    },
  }),
  'auth/updateProfile': createCustomerOperation({
    input: z.object({ profile: Profile }),
    wireNames: personWireNames,
    example: { profile: { firstName: 'Ana', lastName: 'Souza', phone: '(11) 98765-4321', birthday: '1990-05-17' } },
    output: z.object({ message: z.string() }),
    async run(ctx, { profile }, { customerId }) {
      await updateProfile(ctx, customerId, profile)
      return { message: messages.profileSaved }
    },
  }),
}
