import { stringifyCookie } from 'cookie'
import { readShopCookie } from './cookies.ts'
import { type FormUse, submissionOf } from './forms.ts'
import { noteTyped } from './logs.ts'

/**
 * A browser without scripts: keeps cookies, sends forms, follows no redirects by itself. A cookie that is not the shop's, or
 * not with the attributes and the lifetime it must have, fails the test.
 */
export interface PlainBrowser {
  get(path: string, headers?: Record<string, string>): Promise<PlainAnswer>
  /** Fills in and sends a form that stands on a page; given a path, that page is opened first. */
  submit(page: PlainAnswer | string, use: FormUse): Promise<PlainAnswer>
  /** Sends fields that no page of the shop need have: what a test stands for forges them, or kept an old page. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ): Promise<PlainAnswer>
  cookies: Map<string, string>
}

export interface PlainAnswer {
  /** What was asked for, without the origin. */
  path: string
  status: number
  html: string
  /** A redirect's target, without the origin. */
  location: string | null
  headers: Headers
}

/** Opens one on a running server, optionally with the cookies of an earlier one, and behind a proxy at another URL. */
export function openPlainBrowser(url: string, cookies = new Map<string, string>(), publicUrl = url): PlainBrowser {
  async function send(path: string, init: RequestInit): Promise<PlainAnswer> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', stringifyCookie(Object.fromEntries(cookies)))
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const { name, value } = readShopCookie(line, publicUrl.startsWith('https:'))
      if (value === null) cookies.delete(name)
      else cookies.set(name, value)
      noteTyped({ [name]: value })
    }
    return {
      path,
      status: answer.status,
      html: await answer.text(),
      location: answer.headers.get('Location')?.replace(url, '') ?? null,
      headers: answer.headers,
    }
  }
  function post(path: string, body: URLSearchParams | FormData, headers = {}): Promise<PlainAnswer> {
    noteTyped(body)
    return send(path, { method: 'POST', headers: { Origin: url, ...headers }, body })
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    async submit(page, use) {
      const { html, path: address } = typeof page === 'string' ? await send(page, {}) : page
      const { path, body } = submissionOf(html, address, use)
      return body ? post(path, body) : send(path, {})
    },
    post: (path, fields, headers) => post(path, new URLSearchParams(fields), headers),
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
