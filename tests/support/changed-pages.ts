import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

/** What extensions, translators and proxies do to a page before its scripts start. */
export const pageChanges: Record<string, (html: string) => string> = {
  'a style of an extension stands first in the head': (html) => html.replace('<head>', '<head><style></style>'),
  'an element of an extension stands first in the body': (html) => html.replace('<body>', '<body><div></div>'),
  'an extension puts its mark beside each field': (html) => html.replace(/<input [^>]*>/g, '$&<span></span>'),
  'an extension marks the fields': (html) => html.replaceAll('<input ', '<input data-lpignore="true" '),
  'a proxy drops the comments': (html) => html.replace(/<!--.*?-->/gs, ''),
  'a proxy hides the e-mail addresses': (html) =>
    changeTexts(html, (words) => words.replace(/[\w.+-]+@[\w.-]+\w/g, '<a href="/hidden">[email&#160;protected]</a>')),
  'a translator has wrapped the texts': (html) =>
    changeTexts(html, (words) => (words.trim() ? `<font><font>${words}</font></font>` : words)),
}

function changeTexts(html: string, change: (words: string) => string): string {
  const part = /<(script|style|title|textarea|select|svg|noscript)\b.*?<\/\1>|<!.*?>|<[^>]*>|[^<]+/gs
  return html.replace(part, (piece) => (piece.startsWith('<') ? piece : change(piece)))
}

/** A proxy before a shop that changes its pages. */
export async function openChangingProxy(shopUrl: string, change: (html: string) => string) {
  const server = createServer((request, response) => {
    const { 'accept-encoding': _, ...headers } = request.headers
    const { method, url: path } = request
    const asked = httpRequest(new URL(path ?? '/', shopUrl), { method, headers, agent: false }, async (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html')
      const body = isPage ? Buffer.from(change(await text(answer))) : await buffer(answer)
      const { connection: _, 'transfer-encoding': __, ...answered } = answer.headers
      response.writeHead(answer.statusCode ?? 502, {
        ...answered,
        ...(method !== 'HEAD' && { 'content-length': body.length }),
      })
      response.end(body)
    })
    request.pipe(asked)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
