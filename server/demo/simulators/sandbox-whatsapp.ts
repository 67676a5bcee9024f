import { createHmac, randomUUID } from 'node:crypto'
import { json, Router } from 'express'
import type { Clock } from '../../platform/clock.ts'
import { sendRequest } from '../../platform/outgoing-http.ts'
import { sandboxPaymentSecret } from '../../platform/secrets.ts'

const phoneId = '100200300'
const token = 'sandbox-whatsapp-token'
const webhookSecret = `${sandboxPaymentSecret}-whatsapp`

/** Numbers that end so do not take every message: the first is refused at once, the second only after it was accepted. */
export const refusingEndings = { atOnce: '0027', later: '0026' }

interface TemplateMessage {
  to?: string
  template?: { name?: string; language?: { code?: string } }
  biz_opaque_callback_data?: string
}

/** What pretends to be WhatsApp's Cloud API: it takes templates, reports how they went, and sends what a phone answers. */
export function createSandboxWhatsapp({ clock, getLocalOrigin }: { clock: Clock; getLocalOrigin: () => string }) {
  return { createRouter, buildEnvironment, replyFrom }

  function buildEnvironment() {
    return {
      WHATSAPP_PHONE_ID: phoneId,
      WHATSAPP_TOKEN: token,
      WHATSAPP_APP_SECRET: webhookSecret,
      WHATSAPP_API_URL: `${getLocalOrigin()}/sandbox/whatsapp-api`,
    }
  }

  /** To be mounted at /sandbox/whatsapp-api. */
  function createRouter(): Router {
    const router = Router()
    router.post('/:phoneId/messages', json({ limit: '64kb' }), (request, response) => {
      const refuse = (status: number, code: number, message: string) =>
        response.status(status).json({ error: { message, type: 'OAuthException', code } })
      if (request.get('authorization') !== `Bearer ${token}`) return refuse(401, 190, 'Invalid OAuth access token')
      const message = request.body as TemplateMessage
      const { to = '', template } = message
      if (!/^55\d{10,11}$/.test(to)) return refuse(400, 100, 'Invalid parameter: to')
      if (!template?.name || template.language?.code !== 'pt_BR')
        return refuse(404, 132001, 'Template name does not exist in the translation')
      if (to.endsWith(refusingEndings.atOnce)) return refuse(400, 131026, 'Message undeliverable')
      const id = `wamid.${randomUUID()}`
      response.json({
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id, message_status: 'accepted' }],
      })
      void report(id, message)
    })
    return router
  }

  async function report(id: string, { to = '', biz_opaque_callback_data }: TemplateMessage): Promise<void> {
    const base = { id, recipient_id: to, timestamp: toTimestamp(), biz_opaque_callback_data }
    const hasFailed = to.endsWith(refusingEndings.later)
    const statuses = hasFailed
      ? [{ ...base, status: 'failed', errors: [{ code: 131026, title: 'Message undeliverable' }] }]
      : ['sent', 'delivered'].map((status) => ({ ...base, status }))
    // As by Meta, the reports come after the answer.
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const status of statuses) await call({ statuses: [status] })
  }

  /** What somebody writes to the shop's number. @param phone national digits */
  async function replyFrom(phone: string, text: string): Promise<void> {
    const message = { from: `55${phone}`, id: `wamid.${randomUUID()}`, timestamp: toTimestamp() }
    await call({ messages: [{ ...message, type: 'text', text: { body: text } }] })
  }

  async function call(value: object): Promise<void> {
    const metadata = { display_phone_number: '551130000000', phone_number_id: phoneId }
    const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: phoneId, changes }] })
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    const url = `${getLocalOrigin()}/webhooks/whatsapp`
    await sendRequest({ method: 'POST', url, headers, body, timeoutMs: 10_000 }).catch(() => null)
  }

  function toTimestamp(): string {
    return String(Math.floor(clock.now().getTime() / 1000))
  }
}
