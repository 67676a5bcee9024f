/**
 * Moves an account to another e-mail, which the readers of both mailboxes confirm. A former address that nobody has confirmed may be a
 * stranger's, or mistyped: the password stands for its code, and the stranger is told nothing.
 */

import type { Customer } from '../accounts/customers.ts'
import { findCustomer } from '../accounts/customers.ts'
import { type CodeSubject, consumeCode, sendCode, verifyCode } from '../accounts/email-codes.ts'
import type { CurrentDevice } from '../accounts/email-confirmation.ts'
import { replaceEmail } from '../accounts/email-confirmation.ts'
import { verifyPasswordOrCode } from '../accounts/password-changes.ts'
import * as stockNotices from '../catalogue/stock-notices.ts'
import type { Context, TransactionContext } from '../context.ts'
import { isUniqueViolation } from '../database/database-errors.ts'
import * as coverageNotices from '../delivery/coverage-notices.ts'
import { changeRecipient } from '../notify/mail/mail.ts'
import { createNotice } from '../notify/notice.ts'
import { notify } from '../notify/notify.ts'
import { ShopError } from '../platform/errors.ts'
import { hasGains } from '../wallet/wallet.ts'

/** Mails a code to each of the two addresses. */
export async function sendEmailChangeCodes(
  ctx: Context,
  customerId: number,
  { email, currentPassword }: { email: string; currentPassword: string },
  clientNetwork: string,
): Promise<void> {
  const customer = await requireActiveCustomer(ctx, customerId)
  const newSubject = toNewEmailSubject(customer, email)
  if (newSubject.email === customer.email) throw new ShopError('email.same', { input: 'email' })
  if (customer.emailConfirmedAt === null) await verifyPasswordOrCode(ctx, customerId, currentPassword, clientNetwork)
  else
    await sendCode(ctx, toFormerEmailSubject(customer), (code, minutes) =>
      createNotice('emailChangeCode', customer.firstName, newSubject.email, code, minutes),
    )
  await sendCode(ctx, newSubject, (...code) => createNotice('newEmailCode', ...code), { clientNetwork, deviceId: null })
}

/**
 * Changes the e-mail, and signs out and forgets every other device. Whether the new address has an account is told only to who reads it.
 */
export async function changeEmail(
  ctx: Context,
  customerId: number,
  { email, code = '', newCode }: { email: string; code?: string | undefined; newCode: string },
  clientNetwork: string,
  currentDevice: CurrentDevice,
): Promise<void> {
  const customer = await requireActiveCustomer(ctx, customerId)
  const formerSubject = toFormerEmailSubject(customer)
  const newSubject = toNewEmailSubject(customer, email)
  const wasConfirmed = customer.emailConfirmedAt !== null
  if (wasConfirmed) await verifyCode(ctx, formerSubject, { code, clientNetwork })
  await verifyCode(ctx, newSubject, { code: newCode, clientNetwork, input: 'newCode' })
  try {
    await ctx.transact(async (ctx) => {
      if (wasConfirmed) await consumeCode(ctx, formerSubject, code)
      await consumeCode(ctx, newSubject, newCode, 'newCode')
      await replaceEmail(ctx, customer, newSubject.email, currentDevice)
      if (wasConfirmed) await redirectEmails(ctx, customer, newSubject.email)
      else await assertNoGains(ctx, customer)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ShopError('email.otherAccount')
  }
  ctx.securityLog.logAction('customers.changeEmail', {
    by: 'customer',
    record: `customer ${customer.id}`,
    network: ctx.securityLog.pseudonymize(clientNetwork),
  })
}

async function redirectEmails(
  ctx: TransactionContext,
  { email, firstName }: Customer,
  newEmail: string,
): Promise<void> {
  await changeRecipient(ctx, email, newEmail)
  await stockNotices.changeRecipient(ctx, email, newEmail)
  await coverageNotices.changeRecipient(ctx, email, newEmail)
  await notify(ctx, createNotice('emailChanged', firstName, newEmail), { email })
}

/** They were given to whoever reads the former address. */
async function assertNoGains(ctx: TransactionContext, { id }: Customer): Promise<void> {
  const customer = await findCustomer(ctx, id)
  if (customer && (await hasGains(ctx, customer))) throw new ShopError('email.unconfirmed')
}

/** @throws ShopError "token.invalid" when the account was deleted meanwhile */
async function requireActiveCustomer(ctx: Context, customerId: number): Promise<Customer> {
  const customer = await findCustomer(ctx, customerId)
  if (!customer) throw new ShopError('token.invalid')
  return customer
}

function toFormerEmailSubject({ id, email }: Customer): CodeSubject {
  return { email, purpose: 'emailChange', customerId: id }
}

function toNewEmailSubject({ id }: Customer, newEmail: string): CodeSubject {
  return { email: newEmail.toLowerCase(), purpose: 'newEmail', customerId: id }
}
