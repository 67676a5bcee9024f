import { parseSetCookie, stringifyCookie } from 'cookie'

/** Asks for a page without a network in between. */
export type FetchPage = (request: Request) => Promise<Response>

interface VisitOptions {
  fetchPage: FetchPage
  /** Of the shop, without a slash at the end. */
  origin: string
  /** A postal code that a branch serves: with it a product goes into the bag. Null: the bag stays empty. */
  zipcode: string | null
}

/** Text that stands in a page before, in one piece of at least so many characters, is left out. */
const minRepeatLength = 2048

/**
 * The text that pages share: a search for a product, a bag with it, its page, and the styles of the home page, each without what
 * stands in those before it. A visitor without an account fetches them, so that nothing of a customer can be in it. The end is cut
 * where the whole is too long: the home page has most bytes to spare.
 * @throws Error while the shop shows no product
 */
export async function buildDictionaryText(visitOptions: VisitOptions): Promise<string> {
  const visitor = createVisitor(visitOptions)
  const homePage = await visitor.get('/')
  const productPath = matchFirstGroup(homePage, /href="(\/produto\/[^"?#]+)"/)
  if (!productPath) throw new Error('the home page shows no product')
  const productPage = await visitor.get(productPath)
  const searchParams = new URLSearchParams({ search: productPath.replace('/produto/', '').replaceAll('-', ' ') })
  const searchPage = await visitor.get(`/categoria?${searchParams}`)
  const productId = matchFirstGroup(productPage, /name="id" value="(\d+)"/)
  if (productId && visitOptions.zipcode) await visitor.post('/cep', { zipcode: visitOptions.zipcode, id: productId })
  // The first page after that says what was added, which others do not.
  await visitor.get('/')
  const bagPage = await visitor.get('/checkout/sacola')
  const bagContents = bagPage.slice(0, bagPage.indexOf('</main>'))
  const homeStyles = matchFirstGroup(homePage, /(<style.*<\/style>)/s) ?? ''
  return removeRepeats([searchPage, bagContents, productPage, homeStyles])
}

/** Keeps cookies and follows no redirects. */
function createVisitor({ fetchPage, origin }: VisitOptions) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { Cookie: stringifyCookie(Object.fromEntries(cookies)) }
    const response = await fetchPage(new Request(origin + path, { ...init, headers }))
    for (const { name, value } of response.headers.getSetCookie().map((line) => parseSetCookie(line))) {
      cookies.set(name, value ?? '')
    }
    if (response.status >= 400) throw new Error(`${path} answers ${response.status}`)
    return response.text()
  }
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string>) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

function matchFirstGroup(html: string, pattern: RegExp): string | undefined {
  return pattern.exec(html)?.[1]
}

/** The texts one after the other, each without the long pieces that stand in those before it. */
export function removeRepeats(texts: string[]): string {
  /** Compared piece by piece of this length. */
  const pieceLength = 32
  const seenPieces = new Set<string>()
  let dictionaryText = ''
  for (const text of texts) {
    const newSegments: string[] = []
    for (let position = 0; position < text.length; ) {
      let end = position
      while (end + pieceLength <= text.length && seenPieces.has(text.slice(end, end + pieceLength))) end += 1
      const repeatLength = end > position ? end - position + pieceLength - 1 : 0
      const nextPosition = position + Math.max(repeatLength, 1)
      if (repeatLength < minRepeatLength) newSegments.push(text.slice(position, nextPosition))
      position = nextPosition
    }
    const indexStart = Math.max(0, dictionaryText.length - pieceLength)
    dictionaryText += newSegments.join('')
    for (let position = indexStart; position + pieceLength <= dictionaryText.length; position += 1)
      seenPieces.add(dictionaryText.slice(position, position + pieceLength))
  }
  return dictionaryText
}
