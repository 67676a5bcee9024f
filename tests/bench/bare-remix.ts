/**
 * A bare Remix server for comparison: one route without a loader, which renders the same bytes as a page of the shop from
 * React elements, sent as zstd at the level of the shop's. What a page costs here no page on Remix and React can do without.
 * Reads the page's HTML from standard input; answers /cpu with the processor time used so far, in microseconds.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { constants, zstdCompressSync } from 'node:zlib'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

type Node = DefaultTreeAdapterTypes.ChildNode

const document = parse(await text(process.stdin))
const root = document.childNodes.find((node) => node.nodeName === 'html')
const names: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  value: 'defaultValue',
  checked: 'defaultChecked',
}

function elementOf(node: Node, key: number): ReactNode {
  if ('value' in node) return node.value
  if (!('tagName' in node)) return null
  const attributes = node.attrs
    .filter(({ name }) => name !== 'style' && name !== 'selected')
    .map(({ name, value }) => [names[name] ?? name, value])
  const properties = { key, ...Object.fromEntries(attributes) }
  const [only] = node.childNodes
  if ((node.tagName === 'style' || node.tagName === 'script') && only && 'value' in only)
    return createElement(node.tagName, { ...properties, dangerouslySetInnerHTML: { __html: only.value } })
  return createElement(node.tagName, properties, ...node.childNodes.map(elementOf))
}

const route = { id: 'root', path: '', module: '', hasLoader: false, hasAction: false, hasErrorBoundary: false }
const build = {
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers, context: never) => {
        headers.set('Content-Type', 'text/html; charset=utf-8')
        const html = renderToString(createElement(RemixServer, { context, url: request.url }))
        return new Response(`<!DOCTYPE html>${html}`, { status, headers })
      },
    },
  },
  routes: { root: { ...route, module: { default: () => root && elementOf(root, 0) } } },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { ...route, hasClientAction: false, hasClientLoader: false } },
    url: '',
    version: '',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  mode: 'production',
  isSpaMode: false,
  future: { v3_singleFetch: true },
} as unknown as ServerBuild

const handle = createRequestHandler(build, 'production')
const server = createServer(async (asked, answer) => {
  if (asked.url === '/cpu') {
    const { user, system } = process.cpuUsage()
    answer.end(String(user + system))
    return
  }
  const page = await handle(new Request(`http://localhost${asked.url}`, { headers: { Accept: 'text/html' } }))
  const params = { [constants.ZSTD_c_compressionLevel]: 5 }
  const body = zstdCompressSync(Buffer.from(await page.text()), { params })
  answer.writeHead(page.status, {
    'Content-Type': 'text/html',
    'Content-Encoding': 'zstd',
    'Content-Length': body.length,
  })
  answer.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
