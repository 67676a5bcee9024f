import { createHmac, randomBytes } from 'node:crypto'

/** A secret as the receiver's libraries take it: `whsec_` and the base64 of 32 random bytes. */
export function createWebhookSecret(bytes: Uint8Array = randomBytes(32)): string {
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}

/**
 * The headers by which a receiver knows that a message is the shop's, unchanged and of now (Standard Webhooks 1.0.0,
 * https://www.standardwebhooks.com): an HMAC-SHA-256 of `id.timestamp.body`.
 * @param sentAt the header has it in seconds
 */
export function buildSignatureHeaders({
  secret,
  messageId,
  sentAt,
  body,
}: {
  secret: string
  messageId: string
  sentAt: Date
  body: string
}): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
