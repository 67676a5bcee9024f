/**
 * WhatsApp's Cloud API (Meta): sends a registered template to a number. Nothing of it was tried against the real service yet:
 * `going-live.md` says what is to be tried first.
 */

import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sendRequest, TimeoutError } from '../../platform/outgoing-http.ts'
import type { WhatsappSettings } from './whatsapp-environment.ts'

interface TemplateMessage {
  /** National digits: area code and number. */
  phone: string
  templateName: string
  parameters: string[]
  /** What the button's address ends with; null without a button. */
  suffix: string | null
  /** Comes back in the reports about the message: an answer that was lost is known by it. */
  reference: string
}

export type SendResult =
  | { result: 'accepted'; messageId: string }
  /** Not sent, and the same message never will be: its number, its template, or the whole account. */
  | { result: 'refused'; code: number | null; status: number }
  /** Not sent: too much at once, from the shop or to this number. */
  | { result: 'limited'; waitSeconds: number; isRecipientAlone: boolean }
  /** Not sent, for a reason that passes. */
  | { result: 'unavailable'; code: number | null }
  /** Nobody knows whether it was sent. */
  | { result: 'unclear' }

const languageCode = 'pt_BR'
const defaultWaitSeconds = 60
/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const limitCodes = [4, 80007, 130429, 131048, 133016]
const recipientLimitCode = 131056
const passingCodes = [1, 2, 131000, 131016, 131057, 133004]
/** Before a byte was sent. */
const connectionFaults = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

const Accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) })
const Refused = z.object({ error: z.object({ code: z.number(), message: z.string().default('') }) })

export async function sendTemplate(
  { apiUrl, phoneId, token }: WhatsappSettings,
  message: TemplateMessage,
  timeoutMs = 10_000,
): Promise<SendResult> {
  try {
    const response = await sendRequest({
      method: 'POST',
      url: `${apiUrl}/${phoneId}/messages`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(toRequestBody(message)),
      timeoutMs,
    })
    return toSendResult(response)
  } catch (error) {
    if (error instanceof TimeoutError) return { result: 'unclear' }
    const { code = '' } = error as NodeJS.ErrnoException
    const isBeforeSending = connectionFaults.includes(code) || /CERT|TLS|SSL/.test(code)
    return isBeforeSending ? { result: 'unavailable', code: null } : { result: 'unclear' }
  }
}

/** Where what is wrong is the shop's account at Meta: its token, its permissions, its payments, or that it is blocked. */
export const accountFaultCodes = [0, 3, 10, 190, 200, 368, 131005, 131031, 131042, 131045]
const blockCodes = [368, 131031]
const tokenFaultCodes = [0, 3, 10, 190, 200]

type AccountState = 'ok' | 'token' | 'secret' | 'phoneId' | 'blocked' | { status: number }

/** Asks for the number's own record, which costs nothing and sends nothing. @throws Error where nobody answers */
export async function findAccountState(
  { apiUrl, phoneId, token, appSecret }: WhatsappSettings,
  timeoutMs = 10_000,
): Promise<AccountState> {
  // Meta refuses a proof that was not made by the secret of the token's own app.
  const proof = createHmac('sha256', appSecret).update(token).digest('hex')
  const { status, body } = await sendRequest({
    method: 'GET',
    url: `${apiUrl}/${phoneId}?fields=id,display_phone_number&appsecret_proof=${proof}`,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs,
  })
  const json = tryParseJson(body)
  const { data: fault } = Refused.safeParse(json)
  if (fault) {
    const { code, message } = fault.error
    if (blockCodes.includes(code)) return 'blocked'
    if (message.includes('appsecret_proof')) return 'secret'
    if (tokenFaultCodes.includes(code)) return 'token'
    // Of a number that there is not, and of one that the token does not reach.
    if (code === 100) return 'phoneId'
  }
  if (status >= 200 && status < 300) return PhoneNumber.safeParse(json).data?.id === phoneId ? 'ok' : 'phoneId'
  return status === 401 || status === 403 ? 'token' : { status }
}

const PhoneNumber = z.object({ id: z.string(), display_phone_number: z.string() })

function toRequestBody({ phone, templateName, parameters, suffix, reference }: TemplateMessage): object {
  const toText = (text: string) => ({ type: 'text', text })
  const components = [
    ...(parameters.length > 0 ? [{ type: 'body', parameters: parameters.map(toText) }] : []),
    ...(suffix === null ? [] : [{ type: 'button', sub_type: 'url', index: '0', parameters: [toText(suffix)] }]),
  ]
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `55${phone}`,
    type: 'template',
    template: { name: templateName, language: { code: languageCode }, components },
    biz_opaque_callback_data: reference,
  }
}

function toSendResult({ status, body, headers }: Awaited<ReturnType<typeof sendRequest>>): SendResult {
  const json = tryParseJson(body)
  const messageId = Accepted.safeParse(json).data?.messages[0]?.id
  if (status >= 200 && status < 300) return messageId ? { result: 'accepted', messageId } : { result: 'unclear' }
  const code = Refused.safeParse(json).data?.error.code ?? null
  if (code === recipientLimitCode) return { result: 'limited', waitSeconds: defaultWaitSeconds, isRecipientAlone: true }
  if (status === 429 || (code !== null && limitCodes.includes(code))) {
    const waitSeconds = Math.min(Number(headers['retry-after']) || defaultWaitSeconds, 900)
    return { result: 'limited', waitSeconds, isRecipientAlone: false }
  }
  if (code !== null && passingCodes.includes(code)) return { result: 'unavailable', code }
  // A proxy on the way may say so of a message that has passed it.
  if (status >= 500) return code === null ? { result: 'unclear' } : { result: 'unavailable', code }
  return { result: 'refused', code, status }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
