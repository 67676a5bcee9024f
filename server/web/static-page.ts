import type { Response } from 'express'

/** A page that is no page of Remix's, of an error as a rule. */
export function sendStaticPage(response: Response, status: number, html: string): void {
  response.setHeader('Cache-Control', 'no-store')
  forbidRewriting(response)
  response.status(status).type('html').send(html)
}

/** Proxies that rewrite pages replace e-mail addresses, drop comments and add scripts: what stands in the page is changed, or not found. */
export function forbidRewriting(response: Response): void {
  response.setHeader('Cache-Control', [response.getHeader('Cache-Control') ?? [], 'no-transform'].flat().join(', '))
}
