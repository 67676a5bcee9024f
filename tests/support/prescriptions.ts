import { stringifyCookie } from 'cookie'
import sharp from 'sharp'
import type { PlainBrowser } from './http.ts'
import { azitromicina } from './purchase.ts'

/** A stand-in for a prescription's photo: a white picture. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
}

/** The same photo, as a form sends it. */
export async function photoBlob(): Promise<Blob> {
  return new Blob([new Uint8Array(await photo())])
}

/** Sends the prescription form as a browser without scripts does. */
export async function sendPrescription(url: string, customer: PlainBrowser, more: Record<string, string | Blob> = {}) {
  const form = new FormData()
  const fields = {
    pacient: 'Ana Lima',
    type: '2',
    issuers: '',
    code: '',
    issued_at: '2026-03-09',
    products: azitromicina.id,
  }
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value)
  const answer = await fetch(`${url}/checkout/receita-medica`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Origin: url, Cookie: stringifyCookie(Object.fromEntries(customer.cookies)) },
  })
  return {
    status: answer.status,
    location: answer.headers.get('Location'),
    cacheControl: answer.headers.get('Cache-Control'),
    html: await answer.text(),
  }
}
