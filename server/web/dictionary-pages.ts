import { parseSetCookie, stringifyCookie } from 'cookie'

/** Asks for a page without a network in between. */
export type AskForPage = (request: Request) => Promise<Response>

interface Visit {
  ask: AskForPage
  /** Of the shop, without a slash at the end. */
  origin: string
  /** A postal code that a branch serves: with it a product goes into the bag. Null: the bag stays empty. */
  zipcode: string | null
}

/** Text that stands in a page before, in one piece of at least so many characters, is left out. */
const repeated = 2048

/**
 * The text that pages share: a bag with one product, a search for its name, and its page, each without what stands in those
 * before it. A visitor without an account fetches them, so that nothing of a customer can be in it. The end is cut where the
 * whole is too long: a product's page has most bytes to spare.
 * @throws Error while the shop shows no product
 */
export async function sharedPageText(visit: Visit): Promise<string> {
  const visitor = createVisitor(visit)
  const path = firstGroup(await visitor.get('/'), /href="(\/produto\/[^"?#]+)"/)
  if (!path) throw new Error('the home page shows no product')
  const product = await visitor.get(path)
  const words = new URLSearchParams({ search: path.replace('/produto/', '').replaceAll('-', ' ') })
  const search = await visitor.get(`/categoria?${words}`)
  const id = firstGroup(product, /name="id" value="(\d+)"/)
  if (id && visit.zipcode) await visitor.post('/cep', { zipcode: visit.zipcode, id })
  return withoutRepeats([await visitor.get('/checkout/sacola'), search, product])
}

/** Keeps cookies and follows no redirects. */
function createVisitor({ ask, origin }: Visit) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { Cookie: stringifyCookie(Object.fromEntries(cookies)) }
    const answer = await ask(new Request(origin + path, { ...init, headers }))
    for (const { name, value } of answer.headers.getSetCookie().map((line) => parseSetCookie(line))) {
      cookies.set(name, value ?? '')
    }
    if (answer.status >= 400) throw new Error(`${path} answers ${answer.status}`)
    return answer.text()
  }
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string>) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

function firstGroup(html: string, text: RegExp): string | undefined {
  return text.exec(html)?.[1]
}

/** The texts one after the other, each without the long pieces that stand in those before it. */
export function withoutRepeats(texts: string[]): string {
  /** Compared piece by piece of this length. */
  const length = 32
  const pieces = new Set<string>()
  let all = ''
  for (const text of texts) {
    const fresh: string[] = []
    for (let at = 0; at < text.length; ) {
      let end = at
      while (end + length <= text.length && pieces.has(text.slice(end, end + length))) end += 1
      const same = end > at ? end - at + length - 1 : 0
      const next = at + Math.max(same, 1)
      if (same < repeated) fresh.push(text.slice(at, next))
      at = next
    }
    const from = Math.max(0, all.length - length)
    all += fresh.join('')
    for (let at = from; at + length <= all.length; at += 1) pieces.add(all.slice(at, at + length))
  }
  return all
}
