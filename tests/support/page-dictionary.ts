import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** What a browser sends with whatever it asks for, once it has fetched the dictionary. */
export interface KnownDictionary {
  path: string
  text: Buffer
  digest: Buffer
  headers: { 'Accept-Encoding': string; 'Available-Dictionary': string }
}

/** The path of the dictionary that a page's header `Link` offers. */
export function offeredIn(link: string | string[] | null | undefined): string | undefined {
  return /^<([^>]+)>; rel="compression-dictionary"$/.exec(String(link))?.[1]
}

/** Fetches a shop's dictionary, as a browser does that has none: the first pages may come before it is made. */
export async function fetchDictionary(url: string): Promise<KnownDictionary> {
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(50)) {
    const page = await fetch(url, { headers: { 'Accept-Encoding': 'gzip, zstd' } })
    await page.arrayBuffer()
    const path = offeredIn(page.headers.get('Link'))
    if (!path) continue
    const text = Buffer.from(await (await fetch(url + path)).arrayBuffer())
    const digest = createHash('sha256').update(text).digest()
    const name = `:${digest.toString('base64')}:`
    const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'Available-Dictionary': name }
    return { path, text, digest, headers }
  }
  throw new Error('no dictionary is offered')
}
