import { z } from 'zod'
import { accountMessages as messages } from '../../app/texts/account.ts'
import {
  DeletionConfirmation,
  KnownEmail,
  PasswordReset,
  RecoveryCode,
  RecoveryRequest,
} from '../accounts/account-forms.ts'
import { findCustomer } from '../accounts/customers.ts'
import { assertValidRecoveryCode, resetPassword, sendRecoveryCode } from '../accounts/password-changes.ts'
import type { Context } from '../context.ts'
import { ShopError } from '../platform/errors.ts'
import { deleteAccount, sendDeletionCode } from '../privacy/deletion.ts'
import { createCustomerOperation, createVisitorOperation } from './operation.ts'

const ConfirmationDto = z.object({ message: z.string() })

/** The calls that an e-mailed code authorises: a new password, and the deletion of the account. */
export const accountCodesOperations = {
  'auth/forgetPassword': createVisitorOperation({
    input: RecoveryRequest,
    example: { email: 'ninguem@example.com' },
    output: ConfirmationDto,
    async run(ctx, { email }, { clientNetwork }) {
      await sendRecoveryCode(ctx, email, clientNetwork)
      return { message: messages.codeSent }
    },
  }),
  'auth/sendRecoveryCode': createVisitorOperation({
    input: RecoveryCode,
    example: { email: 'ninguem@example.com', code: '123456' },
    output: ConfirmationDto,
    async run(ctx, { email, code }, { clientNetwork }) {
      await assertValidRecoveryCode(ctx, email, code, clientNetwork)
      return { message: messages.codeAccepted }
    },
  }),
  'auth/resetPassword': createVisitorOperation({
    input: z.object({ passwordData: PasswordReset }),
    wireNames: { passwordAgain: 'password_confirmation' },
    example: {
      passwordData: {
        email: 'ninguem@example.com',
        code: '123456',
        password: 'uma senha só minha',
        passwordAgain: 'uma senha só minha',
      },
    },
    output: ConfirmationDto,
    async run(ctx, { passwordData: { email, code, password } }, { clientNetwork }) {
      await resetPassword(ctx, email, code, password, clientNetwork)
      return { message: messages.passwordReset }
    },
  }),
  'auth/sendDeleteCode': createCustomerOperation({
    input: z.object({ email: KnownEmail.optional(), callbackUrl: z.string().max(2000).optional() }),
    example: { callbackUrl: '/excluir-conta?etapa=codigo' },
    output: ConfirmationDto,
    async run(ctx, { email, callbackUrl }, { customerId }) {
      const currentEmail = (await findCustomer(ctx, customerId))?.email
      if (email !== undefined && email.toLowerCase() !== currentEmail)
        throw new ShopError('email.foreign', { input: 'email' })
      await sendDeletionCode(ctx, customerId, requireShopCallbackUrl(ctx, callbackUrl))
      return { message: messages.codeSent }
    },
  }),
  'auth/deleteAccount': createCustomerOperation({
    input: DeletionConfirmation,
    wireNames: { code: 'deleteToken' },
    example: { code: '123456' },
    output: ConfirmationDto,
    async run(ctx, { code }, { customerId, clientNetwork }) {
      await deleteAccount(ctx, customerId, code, clientNetwork)
      return { message: messages.accountDeleted }
    },
  }),
}

/** @throws ShopError "callback.foreign": links in our e-mails may lead only to our pages */
function requireShopCallbackUrl(ctx: Context, callbackUrl: string | undefined): string | undefined {
  if (callbackUrl === undefined) return undefined
  const isShopPath =
    callbackUrl.startsWith('/') && probeOrigins.every((origin) => URL.parse(callbackUrl, origin)?.origin === origin)
  const url = URL.parse(callbackUrl)
  if (isShopPath || (url && ctx.settings.isShopUrl(url))) return callbackUrl
  throw new ShopError('callback.foreign', { input: 'callbackUrl' })
}

/**
 * A path that stays on each of these origins, wherever it is resolved, stays on any shop's. Resolved rather than matched,
 * since browsers ignore tabs and treat backslashes as slashes: "/\t/example.com".
 */
const probeOrigins = ['https://shop.invalid', 'https://other.invalid']
