import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const appSecret = 'the-app-secret-of-the-tests'
const phoneId = '4711'

/** An account at Meta, reached at an address of the test's own. */
export const toWhatsappEnv = (apiUrl: string) => ({
  WHATSAPP_PHONE_ID: phoneId,
  WHATSAPP_TOKEN: 'the-token-of-the-tests',
  WHATSAPP_APP_SECRET: appSecret,
  WHATSAPP_API_URL: apiUrl,
})

interface SentMessage {
  to: string
  template: { name: string; language: { code: string }; components: { type: string; parameters: { text: string }[] }[] }
  biz_opaque_callback_data: string
}

/** A Cloud API of the test's own: it takes every message, until the test has it answer otherwise. */
export async function openWhatsappApi() {
  const api = {
    received: [] as SentMessage[],
    answer: (response: ServerResponse, message: SentMessage): void =>
      void response.end(JSON.stringify({ messages: [{ id: `wamid.${message.biz_opaque_callback_data}` }] })),
    refuse: (status: number, code: number) => {
      api.answer = (response) => void response.writeHead(status).end(JSON.stringify({ error: { code } }))
    },
    env: {} as Record<string, string>,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentMessage
    api.received.push(message)
    api.answer(response, message)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  api.env = toWhatsappEnv(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return api
}

/** A call as Meta makes it. */
export function toWhatsappCall(value: object, secret = appSecret): { body: Buffer; signature: string } {
  const metadata = { phone_number_id: phoneId }
  const changes = [{ field: 'messages', value: { metadata, ...value } }]
  const body = Buffer.from(JSON.stringify({ entry: [{ id: '1', changes }] }))
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}
