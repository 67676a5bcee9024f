import { parseSetCookie, stringifyCookie } from 'cookie'
import { noteTyped } from './logs.ts'

/**
 * A browser without scripts: keeps cookies, sends forms, follows no redirects by itself. A cookie without the attributes
 * that all of the shop's have (Path=/, SameSite=Lax, expiry by Max-Age) fails the test.
 */
export interface PlainBrowser {
  get(path: string, headers?: Record<string, string>): Promise<PlainAnswer>
  /** Sends a form as the shop's own page would. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ): Promise<PlainAnswer>
  cookies: Map<string, string>
}

export interface PlainAnswer {
  status: number
  html: string
  /** A redirect's target, without the origin. */
  location: string | null
  headers: Headers
}

/** Opens one on a running server, optionally with the cookies of an earlier one. */
export function openPlainBrowser(url: string, cookies = new Map<string, string>()): PlainBrowser {
  async function send(path: string, init: RequestInit): Promise<PlainAnswer> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', stringifyCookie(Object.fromEntries(cookies)))
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const { name, value = '', maxAge, expires, path: of, sameSite } = parseSetCookie(line)
      if (of !== '/' || sameSite !== 'lax' || (expires && maxAge === undefined))
        throw new Error(`not the shop's: ${line}`)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
      noteTyped({ [name]: value })
    }
    return {
      status: answer.status,
      html: await answer.text(),
      location: answer.headers.get('Location')?.replace(url, '') ?? null,
      headers: answer.headers,
    }
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post(path, fields, headers = {}) {
      const body = new URLSearchParams(fields)
      noteTyped(body)
      return send(path, { method: 'POST', headers: { Origin: url, ...headers }, body })
    },
  }
}

/** The text of a page as a reader sees it: without tags and scripts, with white space collapsed. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

/** The value of a hidden field on a page. */
export function hiddenField(html: string, name: string): string {
  const field = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? ''
  return field.match(/value="([^"]*)"/)?.[1] ?? ''
}
