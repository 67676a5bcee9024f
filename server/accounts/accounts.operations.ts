import { z } from 'zod'
import { accountMessages as messages } from '../../app/texts/account.ts'
import { AddressDto, toAddressDto } from '../addresses/addresses.operations.ts'
import type { OrderService } from '../orders/orders.ts'
import { ShopError } from '../platform/errors.ts'
import type { AccountDeletionService } from '../privacy/deletion.ts'
import type { WalletService } from '../wallet/wallet.ts'
import { createCustomerOperation, createVisitorOperation } from '../wire/operation.ts'
import { createAccountCodesOperations } from './account-codes.operations.ts'
import { Login, Profile, Registration } from './account-forms.ts'
import type { AccountService } from './accounts.ts'

const UserInfoDto = z.object({
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
  gains: z.array(z.object({ id: z.number(), addresses: z.array(AddressDto) })),
})

const personWireNames = { firstName: 'f_name', lastName: 'l_name', passwordAgain: 'password_confirmation' }

interface Deps {
  accounts: AccountService & AccountDeletionService
  wallet: WalletService
  orders: OrderService
  /** Whether an absolute address is one of this shop's pages. */
  isShopUrl: (url: URL) => boolean
}

export function createAccountsOperations({ accounts, wallet, orders, isShopUrl }: Deps) {
  return {
    ...createAccountCodesOperations(accounts, isShopUrl),
    'auth/getInitialToken': {
      ...createVisitorOperation({
        input: z.object({}),
        output: z.object({ access_token: z.string() }),
        unavailableCode: 'visit.notStarted',
        async run(_input, { clientNetwork }) {
          return { access_token: await accounts.startVisitorSession(clientNetwork) }
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
      async run({ email, password }, { clientNetwork, userAgent }) {
        return { token: await accounts.signInWithPassword(email, password, clientNetwork, userAgent), error: null }
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
      async run({ payload }, { clientNetwork, userAgent }) {
        return { token: await accounts.register(payload, clientNetwork, userAgent) }
      },
    }),
    'auth/getUserInfo': createCustomerOperation({
      input: z.object({}),
      output: UserInfoDto,
      unavailableCode: 'customer.unreadable',
      async run(_input, { customerId }) {
        const [customer, gains, deliveredCount] = await Promise.all([
          accounts.findCustomer(customerId),
          wallet.listGains(customerId),
          orders.countDeliveredOrders(customerId),
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
          order_delivered: deliveredCount,
          user_indication_id: null,
          plug_id: null,
          gains: gains.map(({ id, addresses }) => ({ id, addresses: addresses.map(toAddressDto) })),
        }
      },
    }),
    'auth/updateProfile': createCustomerOperation({
      input: z.object({ profile: Profile }),
      wireNames: personWireNames,
      example: { profile: { firstName: 'Ana', lastName: 'Souza', phone: '(11) 98765-4321', birthday: '1990-05-17' } },
      output: z.object({ message: z.string() }),
      async run({ profile }, { customerId }) {
        await accounts.updateProfile(customerId, profile)
        return { message: messages.profileSaved }
      },
    }),
  }
}
