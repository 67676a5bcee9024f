import { z } from 'zod'
import { accountMessages as said } from '../../app/texts/account.ts'
import { ShopError } from '../platform/errors.ts'
import type { AccountDeletion } from '../privacy/deletion.ts'
import { customerOperation, visitorOperation } from '../wire/operation.ts'
import { Deletion, KnownEmail, PasswordReset, RecoveryCode, RecoveryRequest } from './account-forms.ts'
import type { Accounts } from './accounts.ts'

const Confirmation = z.object({ message: z.string() })

/** The calls that an e-mailed code authorises: a new password, and the deletion of the account. */
export function accountCodesOperations(accounts: Accounts & AccountDeletion, isOwnAddress: (url: URL) => boolean) {
  return {
    'auth/forgetPassword': visitorOperation({
      input: RecoveryRequest,
      example: { email: 'ninguem@example.com' },
      output: Confirmation,
      async run({ email }, { network }) {
        await accounts.mailRecoveryCode(email, network)
        return { message: said.codeSent }
      },
    }),
    'auth/sendRecoveryCode': visitorOperation({
      input: RecoveryCode,
      example: { email: 'ninguem@example.com', code: '123456' },
      output: Confirmation,
      async run({ email, code }, { network }) {
        await accounts.checkRecoveryCode(email, code, network)
        return { message: said.codeAccepted }
      },
    }),
    'auth/resetPassword': visitorOperation({
      input: z.object({ passwordData: PasswordReset }),
      names: { passwordAgain: 'password_confirmation' },
      example: {
        passwordData: {
          email: 'ninguem@example.com',
          code: '123456',
          password: 'uma senha só minha',
          passwordAgain: 'uma senha só minha',
        },
      },
      output: Confirmation,
      async run({ passwordData: { email, code, password } }, { network }) {
        await accounts.resetPassword(email, code, password, network)
        return { message: said.passwordReset }
      },
    }),
    'auth/sendDeleteCode': customerOperation({
      input: z.object({ email: KnownEmail.optional(), callbackUrl: z.string().max(2000).optional() }),
      example: { callbackUrl: '/excluir-conta?etapa=codigo' },
      output: Confirmation,
      async run({ email, callbackUrl }, { customerId }) {
        const ownEmail = (await accounts.findCustomer(customerId))?.email
        if (email !== undefined && email.toLowerCase() !== ownEmail)
          throw new ShopError('email.foreign', { input: 'email' })
        await accounts.mailDeletionCode(customerId, ownPage(callbackUrl))
        return { message: said.codeSent }
      },
    }),
    'auth/deleteAccount': customerOperation({
      input: Deletion,
      names: { code: 'deleteToken' },
      example: { code: '123456' },
      output: Confirmation,
      async run({ code }, { customerId, network }) {
        await accounts.deleteAccount(customerId, code, network)
        return { message: said.accountDeleted }
      },
    }),
  }

  /** @throws ShopError "callback.foreign": links in our e-mails may lead only to our pages */
  function ownPage(callbackUrl: string | undefined): string | undefined {
    if (callbackUrl === undefined) return undefined
    const isPath = callbackUrl.startsWith('/') && anyOrigins.every((any) => URL.parse(callbackUrl, any)?.origin === any)
    const address = URL.parse(callbackUrl)
    if (isPath || (address && isOwnAddress(address))) return callbackUrl
    throw new ShopError('callback.foreign', { input: 'callbackUrl' })
  }
}

/**
 * A path that stays on each of these origins, wherever it is resolved, stays on any shop's. Resolved rather than matched,
 * since browsers ignore tabs and treat backslashes as slashes: "/\t/example.com".
 */
const anyOrigins = ['https://shop.invalid', 'https://other.invalid']
