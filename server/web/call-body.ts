import type { Request } from 'express'
import { ShopError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { mostBytesOf } from './body-limits.ts'

/** More than ten prescriptions for a full bag need; without a limit, building objects from names would be too slow. */
const mostFields = 3_000
/** The longest list that indices in field names may make: up to `types[99]`. */
const longestList = 100
const deepestName = 5

type Sent = Record<string, unknown>

/**
 * The fields of a call: JSON, or a form (`ids[]` and `params[zipcode]` make lists and objects); without a body there are no
 * fields.
 * @throws ShopError "body.tooLarge", "body.wrongType", "body.unreadable"
 */
export async function readCallBody(request: Request, { takesFiles = false }: Operation): Promise<Sent> {
  const most = mostBytesOf(request, takesFiles)
  if (Number(request.headers['content-length'] ?? 0) > most) throw new ShopError('body.tooLarge')
  const isEmpty = !request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0)
  if (isEmpty) return {}
  const type = request.is([
    'application/json',
    'application/x-www-form-urlencoded',
    ...(takesFiles ? ['multipart/form-data'] : []),
  ])
  if (!type || request.headers['content-encoding']) throw new ShopError('body.wrongType')

  const bytes = await readBytes(request, most)
  try {
    if (type === 'application/json') return fromJson(readText(bytes))
    if (type === 'multipart/form-data') return fromForm(await multipart(request, bytes))
    return fromForm(new URLSearchParams(readText(bytes)))
  } catch (error) {
    throw new ShopError('body.unreadable', {}, { cause: error })
  }
}

async function readBytes(request: Request, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // After a refusal halfway the connection must stay open for the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > most) throw new ShopError('body.tooLarge')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ShopError ? error : new ShopError('body.unreadable', {}, { cause: error })
  }
  return Buffer.concat(chunks)
}

function readText(bytes: Buffer<ArrayBuffer>): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function multipart(request: Request, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
  return new Response(bytes, { headers: { 'Content-Type': request.get('Content-Type') ?? '' } }).formData()
}

function fromJson(text: string): Sent {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('not an object')
  // PostgreSQL cannot store a NUL character.
  if (text.includes('\\u0000')) throw new Error('the character zero')
  const { 'ids[]': ids, ...sent } = body as Sent
  return ids === undefined ? sent : { ...sent, ids: [ids].flat() }
}

/** The tree of bracketed field names, before lists and objects are told apart. */
type Branches = Map<string, Branches | FormDataEntryValue[]>

function fromForm(form: URLSearchParams | FormData): Sent {
  const root: Branches = new Map()
  let fields = 0
  for (const [name, value] of form) {
    if (++fields > mostFields) throw new Error('too many fields')
    if (typeof value === 'string' && value.includes('\0')) throw new Error('the character zero')
    const steps = name.replaceAll(']', '').split('[')
    const last = steps.pop() ?? ''
    if (steps.length >= deepestName) throw new Error('too deep')
    let branches = root
    for (const step of steps) {
      const next = branches.get(step) ?? new Map()
      if (!(next instanceof Map)) throw new Error('both a value and a list')
      branches.set(step, next)
      branches = next
    }
    const values = branches.get(last) ?? []
    if (values instanceof Map) throw new Error('both a value and a list')
    values.push(value)
    branches.set(last, values)
  }
  return Object.fromEntries([...root].map(([name, branch]) => [name, grown(branch)]))
}

/** `a[0]`, `a[1]` and `a[]` are lists, other names objects; a repeated name makes a list too. */
function grown(branch: Branches | FormDataEntryValue[]): unknown {
  if (Array.isArray(branch)) return branch.length === 1 ? branch[0] : branch
  const appended = branch.get('')
  if (appended && branch.size === 1) return [grown(appended)].flat()
  const names = [...branch.keys()]
  if (!names.every((name) => /^\d{1,3}$/.test(name))) {
    return Object.fromEntries([...branch].map(([name, twig]) => [name, grown(twig)]))
  }
  const length = Math.max(...names.map(Number)) + 1
  if (length > longestList) throw new Error('list too long')
  return Array.from({ length }, (_, place) => {
    const twig = branch.get(String(place))
    return twig && grown(twig)
  })
}
