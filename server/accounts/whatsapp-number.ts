/** By which number a customer is told by WhatsApp: proved by a code that is sent there, ended by one tap. */

import type { Context } from '../context.ts'
import { findContact, removeContact, saveContact, type WhatsappContact } from '../notify/whatsapp/contacts.ts'
import { isWhatsappEnabled } from '../notify/whatsapp/whatsapp.ts'
import { enqueueNumberCode } from '../notify/whatsapp/whatsapp-channel.ts'
import { ShopError } from '../platform/errors.ts'
import { type AttemptLimit, consume } from './attempt-limiter.ts'
import { lockActiveCustomer } from './customers.ts'
import { type CodeSubject, consumeCode, createCode, verifyCode } from './email-codes.ts'
import { parsePhone } from './phone.ts'

/** Messages cost money, and a stranger's number may be typed. */
const numberLimit: AttemptLimit = { name: 'WhatsApp codes, number', maxAttempts: 3, periodMinutes: 60 }
const customerLimit: AttemptLimit = { name: 'WhatsApp codes, customer', maxAttempts: 5, periodMinutes: 24 * 60 }

export function findWhatsappContact(ctx: Context, customerId: number): Promise<WhatsappContact | null> {
  return findContact(ctx, customerId)
}

/**
 * Sends a code to the number, which invalidates the one before it.
 * @returns the number's digits
 * @throws ShopError "whatsapp.phone", "whatsapp.disabled", "limit.reached"
 */
export async function sendWhatsappCode(ctx: Context, customerId: number, phoneInput: string): Promise<string> {
  if (!isWhatsappEnabled(ctx)) throw new ShopError('whatsapp.disabled')
  const phone = requireMobile(phoneInput)
  await consume(ctx, [numberLimit, phone], [customerLimit, String(customerId)])
  await ctx.transact(async (ctx) => {
    await lockActiveCustomer(ctx, customerId)
    const { code } = await createCode(ctx, toCodeSubject(customerId, phone))
    await enqueueNumberCode(ctx, phone, code)
  })
  return phone
}

/** @throws ShopError "whatsapp.phone", "code.invalid", "code.former", "limit.reached" */
export async function confirmWhatsappNumber(
  ctx: Context,
  customerId: number,
  { phone: phoneInput, code }: { phone: string; code: string },
  clientNetwork: string,
): Promise<void> {
  const phone = requireMobile(phoneInput)
  const subject = toCodeSubject(customerId, phone)
  await verifyCode(ctx, subject, { code, clientNetwork })
  await ctx.transact(async (ctx) => {
    await lockActiveCustomer(ctx, customerId)
    await consumeCode(ctx, subject, code)
    await saveContact(ctx, customerId, phone)
  })
}

/** Idempotent. */
export async function stopWhatsapp(ctx: Context, customerId: number): Promise<void> {
  await removeContact(ctx, customerId)
}

function requireMobile(input: string): string {
  const { digits, error } = parsePhone(input)
  if (error !== null) throw new ShopError('whatsapp.phone', { input: 'phone' })
  return digits
}

function toCodeSubject(customerId: number, phone: string): CodeSubject {
  return { email: phone, purpose: 'whatsapp', customerId }
}
