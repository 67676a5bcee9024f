import { z } from 'zod'

/** The environment of WhatsApp's Cloud API: with none of the first three the shop sends nothing by it. */
export const whatsappEnvironment = {
  WHATSAPP_PHONE_ID: z.string().regex(/^\w+$/, 'must be the phone number’s id, not the number').optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_API_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v23.0'),
}

export interface WhatsappSettings {
  phoneId: string
  token: string
  /** Signs Meta's calls. */
  appSecret: string
  apiUrl: string
}

/** Null where one of them is missing. */
export function toWhatsappSettings(env: Readonly<Record<string, string | undefined>>): WhatsappSettings | null {
  const { WHATSAPP_PHONE_ID: phoneId, WHATSAPP_TOKEN: token, WHATSAPP_APP_SECRET: appSecret } = env
  const { WHATSAPP_API_URL: apiUrl = '' } = env
  if (phoneId === undefined || token === undefined || appSecret === undefined) return null
  return { phoneId, token, appSecret, apiUrl: apiUrl.replace(/\/$/, '') }
}
